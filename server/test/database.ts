import { randomUUID } from 'node:crypto';
import type { LogEvent } from 'kysely';
import { Client } from 'pg';
import { connect, connectionTo, type Connection } from '#src/db/connect.ts';
import { migrate } from '#src/db/migrate.ts';
import { openMigrated } from './embedded.ts';

export interface TestDatabase extends Connection {
  /** Where it is; undefined for an embedded one in memory. */
  url: string | undefined;
  /** Statements seen since the list was last emptied. */
  queries: string[];
}

/** A migrated database of its own: embedded, or on the PostgreSQL at TEST_DATABASE_URL (there also an empty one). */
export async function openTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const queries: string[] = [];
  const onQuery = (event: LogEvent) => void queries.push(event.query.sql);
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return { ...connectionTo(await openMigrated(), onQuery), url: undefined, queries };
  const opened = await onPostgres(server, onQuery);
  if (isMigrated) await migrate(opened.db);
  return { ...opened, queries };
}

async function onPostgres(server: string, onQuery: (event: LogEvent) => void) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connection = await connect({ databaseUrl: url.href, dataDir: '', onQuery });
  return {
    ...connection,
    url: url.href,
    async close() {
      await connection.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
