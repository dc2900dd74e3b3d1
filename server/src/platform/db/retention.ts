import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database } from './connection.ts';
import type { DB } from './schema.ts';

/** The condition for rows that are no longer needed, and why they are not. */
export interface RetentionRule {
  table: keyof DB;
  isOver: Expression<SqlBool>;
  why: string;
}

export function deleteWhen<Table extends keyof DB>(
  table: Table,
  isOver: (row: ExpressionBuilder<DB, Table>) => Expression<SqlBool>,
  why: string,
): RetentionRule {
  return { table, isOver: isOver(expressionBuilder<DB, Table>()), why };
}

const pagesOfBatch = 64;
const pageSize = 8_192;

/**
 * Reads the pages of each table once, so it needs no index. A run that is interrupted continues there next time. A
 * batch does not wait for locked rows, and locks only rows that it deletes.
 */
export async function removeOldRows(
  db: Database,
  rules: readonly RetentionRule[],
  signal: AbortSignal,
): Promise<void> {
  for (const table of new Set(rules.map((rule) => rule.table))) {
    const ofTable = rules.filter((rule) => rule.table === table);
    const isOver = expressionBuilder<DB, keyof DB>().or(ofTable.map((rule) => rule.isOver));
    const pages = await countPages(db, table);
    for (let page = await findNextPage(db, table); page < pages; page += pagesOfBatch) {
      if (signal.aborted) return;
      await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)}
          where ctid >= ${`(${page},0)`}::text::tid and ctid < ${`(${page + pagesOfBatch},0)`}::text::tid and ${isOver}
          for update skip locked))`.execute(db);
      await saveNextPage(db, table, page + pagesOfBatch);
    }
    await db.deleteFrom('unfinished_cleanups').where('table_name', '=', table).execute();
  }
}

async function findNextPage(db: Database, table: string): Promise<number> {
  const row = await db
    .selectFrom('unfinished_cleanups')
    .select('next_page')
    .where('table_name', '=', table)
    .executeTakeFirst();
  return row?.next_page ?? 0;
}

async function saveNextPage(db: Database, table: string, page: number): Promise<void> {
  await db
    .insertInto('unfinished_cleanups')
    .values({ table_name: table, next_page: page })
    .onConflict((conflict) => conflict.column('table_name').doUpdateSet({ next_page: page }))
    .execute();
}

async function countPages(db: Database, table: string): Promise<number> {
  const size = sql<string>`pg_relation_size(${table}::text::regclass)`.as('size');
  const relation = await db.selectNoFrom(size).executeTakeFirstOrThrow();
  return Number(relation.size) / pageSize;
}
