import { sql } from 'kysely';
import type { Database } from './connection.ts';

const schemas = ['public', 'pgboss'];

export async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from information_schema.tables where table_schema = any(${schemas}) and table_type = 'BASE TABLE' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Names the processes of Upaj that have connections to this database. */
export async function findProcesses(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'upaj %'
      and application_name <> current_setting('application_name')`.execute(db);
  return rows.map(({ name }) => name);
}

export async function dropEverything(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const schema of schemas) await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(trx);
    await sql`create schema public`.execute(trx);
  });
}

export async function findServerVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? '';
}
