import { randomUUID } from 'node:crypto';
import type { LogEvent } from 'kysely';
import { Client } from 'pg';
import { connect } from '#src/platform/db/connect.ts';
import type { Connection, Database } from '#src/platform/db/connection.ts';
import { connectionTo } from '#src/platform/db/embedded.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { currentLimits } from '#src/platform/db/time-limits.ts';
import { fingerprint, openEmbedded } from './embedded.ts';

export interface TestDatabase extends Connection {
  /** Undefined for an embedded database. */
  url: string | undefined;
  queries: string[];
}

interface TestDatabaseOptions {
  isMigrated?: boolean;
  /** The LC_CTYPE of a new PostgreSQL database that is not migrated. */
  ctype?: string;
  isPatient?: boolean | undefined;
  observe?: (event: LogEvent) => void;
}

/** Opens an embedded database, or a new one on the PostgreSQL at TEST_DATABASE_URL. */
export async function openTestDatabase({
  isMigrated = true,
  ctype,
  isPatient = true,
  observe,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const queries: string[] = [];
  const onQuery = (event: LogEvent) => {
    observe?.(event);
    // Background work is not counted, because it is not part of the request.
    if (!['background', 'long'].includes(currentLimits())) queries.push(event.query.sql);
  };
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    const { pglite, remove } = await openEmbedded(isMigrated);
    return { ...connectionTo(pglite, onQuery, remove), url: undefined, queries };
  }
  const template = isMigrated ? await migratedTemplate(server) : 'template0';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, (client) =>
    client.query(
      `create database ${name} template ${template} strategy file_copy ${ctype ? `lc_ctype '${ctype}'` : ''}`,
    ),
  );
  const url = urlOf(server, name);
  const connection = await connect({ databaseUrl: url, dataDir: '', onQuery, isPatient });
  return {
    ...connection,
    url,
    queries,
    async close() {
      await connection.close();
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Reads a setting of PostgreSQL, such as `statement_timeout`, as the statement's connection has it. */
export async function findSetting(db: Database, name: string): Promise<string> {
  const { value } = await db
    .selectNoFrom(({ fn, val }) => fn<string>('current_setting', [val(name)]).as('value'))
    .executeTakeFirstOrThrow();
  return value;
}

/** Makes a template of the migrated database, because copying it is much faster than migrating. */
async function migratedTemplate(server: string): Promise<string> {
  const name = `migrated_${await fingerprint()}`;
  await onServer(server, async (client) => {
    const isMade = async () =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
    if (await isMade()) return;
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (await isMade()) return;
    const part = `${name}_part`;
    await client.query(`drop database if exists ${part} with (force)`);
    await client.query(`create database ${part}`);
    const { db, close } = await connect({ databaseUrl: urlOf(server, part), dataDir: '' });
    await migrate(db).finally(close);
    // The template gets its name when it is complete.
    await client.query(`alter database ${part} rename to ${name}`);
  });
  return name;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
