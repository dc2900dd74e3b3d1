import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';

export async function findIndexes(db: Database, table: string) {
  const { rows } = await sql<{ name: string; bytes: number; isValid: boolean }>`
    select relname as name, pg_relation_size(indexrelid)::int as bytes, indisvalid as "isValid"
    from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = ${table}::regclass`.execute(db);
  return rows;
}

/** Leaves a half-built index behind, as an interrupted `reindex index concurrently` does. */
export async function leaveHalfIndex(
  db: Database,
  name: string,
  table: string,
  column: string,
): Promise<void> {
  await sql`create index ${sql.ref(name)} on ${sql.ref(table)} (${sql.ref(column)})`.execute(db);
}
