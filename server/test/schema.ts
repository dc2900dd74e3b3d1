import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';

export async function listColumns(db: Database): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(
    db,
  );
  return rows;
}

export async function listReferences(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = ${table}::regclass`.execute(db);
  return rows.map(({ column }) => column);
}
