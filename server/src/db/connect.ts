import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect, PostgresDialect, sql, type LogEvent } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Client, Pool } from 'pg';
import { StartError } from '../start-error.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;

export interface Connection {
  db: Database;
  /** Runs SQL that a library brings: one statement with values, or several without. */
  runScript(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Closes the database and frees the data folder. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Sees every statement that runs. */
  onQuery?: (event: LogEvent) => void;
  /** Connections to PostgreSQL held at most. */
  poolSize?: number;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or without one the embedded database under `dataDir`.
 * @throws StartError when the database cannot be reached or the folder is held by another process.
 */
export function connect(options: ConnectOptions): Promise<Connection> {
  return options.databaseUrl ? connectPostgres(options.databaseUrl, options) : openEmbedded(options);
}

async function openEmbedded({ dataDir, onQuery }: ConnectOptions): Promise<Connection> {
  const unlock = lockDataDir(dataDir);
  try {
    const pglite = await PGlite.create({ dataDir: join(dataDir, 'database'), extensions: { pg_trgm } });
    return connectionTo(pglite, onQuery, unlock);
  } catch (error) {
    unlock();
    throw new StartError(`The embedded database in ${dataDir} does not open: ${(error as Error).message}`);
  }
}

/** A connection to an embedded database that the caller opened. */
export function connectionTo(
  pglite: PGlite,
  onQuery?: (event: LogEvent) => void,
  onClose?: () => void,
): Connection {
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }), log: onQuery });
  return {
    db,
    runScript: (text, values) => runOnEmbedded(pglite, text, values),
    async close() {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      onClose?.();
    },
  };
}

async function runOnEmbedded(pglite: PGlite, text: string, values: unknown[] = []) {
  if (values.length > 0) return pglite.query(text, values);
  // One that fails halfway would leave the only connection inside its transaction, for whoever asks next.
  const results = opensTransaction(text)
    ? await pglite.transaction((transaction) => transaction.exec(text))
    : await pglite.exec(text);
  return { rows: results.flatMap(({ rows }) => rows) };
}

function opensTransaction(text: string): boolean {
  return /^\s*begin\b/i.test(text);
}

async function connectPostgres(url: string, { onQuery, poolSize = 16 }: ConnectOptions): Promise<Connection> {
  const pool = new Pool({ connectionString: url, max: poolSize, Client: PreparingClient });
  // An idle connection that breaks is replaced by the pool; the next query reports what matters.
  pool.on('error', () => {});
  // PostgreSQL keeps what was prepared for as long as the connection lives. The pool drops one that has ended.
  pool.on('release', (_, client) => {
    if ((client as unknown as PreparingClient).hasPreparedMany) void client.end();
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(`DATABASE_URL cannot be reached: ${(error as Error).message}`);
  }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: onQuery });
  return { db, runScript: (text, values) => runOnPostgres(pool, text, values), close: () => db.destroy() };
}

async function runOnPostgres(pool: Pool, text: string, values?: unknown[]) {
  const client = await pool.connect();
  try {
    const results = [await client.query(text, values)].flat();
    client.release();
    return { rows: results.flatMap(({ rows }) => rows as unknown[]) };
  } catch (error) {
    // A script that failed halfway has left its transaction open on this connection.
    client.release(true);
    throw error;
  }
}

/** @throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Sends every statement that reads or has parameters as a named one, so that PostgreSQL parses and plans it once a connection. */
class PreparingClient extends Client {
  readonly #prepared = new Set<string>();

  get hasPreparedMany(): boolean {
    return this.#prepared.size >= mostPrepared;
  }

  // pg's overloads cannot be restated in a subclass; the call is handed on as it came.
  // eslint-disable-next-line typescript/no-explicit-any -- see above
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && (values.length > 0 || isReading(text))) {
      const name = statementName(text);
      this.#prepared.add(name);
      args.splice(0, 2, { name, text, values });
    }
    // eslint-disable-next-line typescript/no-explicit-any -- see above
    return (super.query as any)(...args);
  }
}

/** Few values stand in the text of a query, so a query without any parameter is asked again and again. */
function isReading(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text);
}

/** More different statements than people's calls come to; only where a value has got into the text are there more. */
const mostPrepared = 400;
const statementNames = new LRUCache<string, string>({ max: 2 * mostPrepared });

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    statementNames.set(text, name);
  }
  return name;
}
