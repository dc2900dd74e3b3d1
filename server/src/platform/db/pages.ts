import { sql, type SelectQueryBuilder, type SqlBool, type RawBuilder } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Database } from './connection.ts';
import { timeOf } from './times.ts';

/** Counts the rows of a list, up to one more than the largest number that is shown. */
export async function countUpTo<Row>(
  db: Database,
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of the query do not matter here
  query: SelectQueryBuilder<any, any, Row>,
  most: number = limits.page.countedTo + 1,
): Promise<number> {
  const { count } = await db
    .selectFrom(query.limit(most).as('counted'))
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether the row comes after the cursor in a list that has the latest first. */
export function isBefore(
  time: string,
  id: string,
  cursor: { at: number; id: string } | undefined,
): RawBuilder<SqlBool> {
  if (!cursor) return sql.lit<SqlBool>(true);
  return sql<SqlBool>`(${sql.ref(time)}, ${sql.ref(id)}) < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`;
}
