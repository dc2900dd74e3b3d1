import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import {
  Kysely,
  PGliteDialect,
  PostgresDialect,
  sql,
  type LogEvent,
  type Transaction as KyselyTransaction,
} from 'kysely';
import { StartError } from '#src/platform/start-error.ts';
import { createPglite } from './create-pglite.ts';
import { vacuumWhenIdle } from './idle-vacuum.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { OnlyStandby } from './hosts.ts';
import { DatabaseAway } from './errors.ts';
import { findMissingLimits } from './role-limits.ts';
import { withLongLimits } from './time-limits.ts';
import { PostgresPools, valueParsers, type DatabaseLoad } from './postgres.ts';
import type { DB } from './schema.ts';
import type { Standby } from './standby.ts';

const createProgram = fileURLToPath(new URL('create-embedded.ts', import.meta.url));

export type Database = Kysely<DB>;

/** A function that must run inside its caller's transaction takes this type. A `Database` does not fit. */
export type Transaction = KyselyTransaction<DB>;

/** A statement that ran, with its duration and its error. */
export type QueryEvent = LogEvent;

export interface Connection {
  db: Database;
  /** Runs one statement with values, or several without, with the limits of background work. */
  runScript(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
  /** The embedded database has one connection, so it has no load to find. */
  findLoad?: () => DatabaseLoad;
  /**
   * Counts the statements that may have changed rows. Nobody else writes to the embedded database, so what was read
   * before is still true while the count is the same. Other databases have no such count.
   */
  countWrites?: () => number;
  /** The standby that lists are read from while it is fresh. */
  standby?: Pick<Standby, 'isFresh'> | undefined;
  /** Warnings for the operator, printed at start. */
  warnings?: string[];
}

export interface ConnectOptions {
  databaseUrl: string | undefined;
  /** The address of the database itself, if `databaseUrl` is that of a pooler. */
  databaseDirectUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  databasePrepares?: boolean | undefined;
  release?: string;
  dataDir: string;
  onQuery?: (event: QueryEvent) => void;
  poolSize?: number | undefined;
  /** Gives requests the limits of background work, for tests on a busy machine. */
  isPatient?: boolean;
}

/** Opens PostgreSQL at `databaseUrl`, or the embedded database under `dataDir`. @throws StartError */
export function connect(options: ConnectOptions): Promise<Connection> {
  return options.databaseUrl ? connectPostgres(options.databaseUrl, options) : openEmbedded(options);
}

async function openEmbedded({ dataDir, onQuery }: ConnectOptions): Promise<Connection> {
  const unlock = lockDataDir(dataDir);
  const folder = join(dataDir, 'database');
  try {
    const pglite = await openPglite(folder);
    const vacuum = vacuumWhenIdle(pglite);
    const onStatement = (event: QueryEvent) => {
      vacuum.count(changesRows(event.query.sql));
      onQuery?.(event);
    };
    return connectionTo(pglite, onStatement, () => {
      vacuum.stop();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error instanceof StartError ? error : damageIn(dataDir, error as Error);
  }
}

/** Damage may only show when rows are read. @returns a StartError in this case, else the error itself */
export function explainDamage(error: unknown, dataDir: string): unknown {
  const { code, name } = error as Error & { code?: string };
  const cannotRead = /^(?:58|XX)/.test(code ?? '') || name === 'RuntimeError';
  return cannotRead ? damageIn(dataDir, error as Error) : error;
}

function damageIn(dataDir: string, { message }: Error): StartError {
  const reason = message.replace(/[\s.]+/g, ' ').trim();
  return new StartError(
    `The embedded database in ${join(dataDir, 'database')} cannot be opened and may be damaged (${reason}): restore a backup with "npm run admin -- restore FOLDER --replace", or move this folder away to start with a new, empty database.`,
  );
}

async function openPglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(dataDir)) await createDatabase(dataDir);
  // Without this file PGlite would create a new database over the old one.
  if (!existsSync(join(dataDir, 'PG_VERSION'))) throw new Error('PG_VERSION is missing');
  return createPglite(dataDir, { pg_trgm });
}

async function createDatabase(dataDir: string): Promise<void> {
  const part = `${dataDir}.part`;
  await rm(part, { recursive: true, force: true });
  try {
    await promisify(execFile)(process.execPath, [createProgram, part]);
  } catch (error) {
    const { signal, message } = error as Error & { signal?: string };
    const reason = signal ? `its program was ended by ${signal}. It needs 600 MB of memory` : message;
    throw new StartError(`The embedded database ${dataDir} was not created: ${reason}.`);
  }
  await rename(part, dataDir);
}

function changesRows(text: string): boolean {
  return /\b(?:insert|update|delete)\b/i.test(text);
}

export function connectionTo(
  pglite: PGlite,
  onQuery?: (event: QueryEvent) => void,
  onClose?: () => void,
): Connection {
  Object.assign(pglite.parsers, valueParsers);
  let writes = 0;
  const log = (event: QueryEvent) => {
    if (changesRows(event.query.sql)) writes += 1;
    onQuery?.(event);
  };
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }), log });
  return {
    db,
    countWrites: () => writes,
    async runScript(text, values) {
      try {
        return await runOnEmbedded(pglite, text, values);
      } finally {
        writes += 1;
      }
    },
    async close() {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      onClose?.();
    },
  };
}

async function runOnEmbedded(pglite: PGlite, text: string, values: unknown[] = []) {
  if (values.length > 0) return pglite.query(text, values);
  // PGlite runs such a script in a transaction of its own: else a failure would leave the only connection inside the
  // script's.
  const results = opensTransaction(text)
    ? await pglite.transaction((transaction) => transaction.exec(text))
    : await pglite.exec(text);
  return { rows: results.flatMap(({ rows }) => rows) };
}

function opensTransaction(text: string): boolean {
  return /^\s*begin\b/i.test(text);
}

/** A busy server may take this long, in ms, to accept the first connection. */
const longestStart = 5_000;

async function connectPostgres(
  url: string,
  {
    databaseDirectUrl,
    databaseReadUrl,
    databasePrepares,
    release,
    onQuery,
    poolSize = 16,
    isPatient,
  }: ConnectOptions,
): Promise<Connection> {
  const pool = new PostgresPools({
    url,
    directUrl: databaseDirectUrl,
    readUrl: databaseReadUrl,
    prepares: databasePrepares,
    size: poolSize,
    name: release && `upaj ${release} ${hostname()}:${process.pid}`,
    isPatient,
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: onQuery });
  const runScript: Connection['runScript'] = (text, values) =>
    withLongLimits(() => runOnPostgres(pool, text, values));
  const warnings: string[] = [];
  try {
    await pool.findPrimary(longestStart);
    await ping(db);
    const missing = databaseDirectUrl && (await findMissingLimits(db));
    if (missing) warnings.push(missing);
  } catch (error) {
    await db.destroy();
    const reason = error instanceof DatabaseAway ? error.cause : error;
    throw new StartError(
      `DATABASE_URL cannot be ${reason instanceof OnlyStandby ? 'used' : 'reached'}: ${explain(reason as Error)}`,
    );
  }
  const { standby } = pool;
  return { db, runScript, warnings, standby, findLoad: () => pool.load, close: () => db.destroy() };
}

function explain({ message }: Error): string {
  const isPooler = message.startsWith('unsupported startup parameter');
  return isPooler
    ? `${message}. It is a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself`
    : message;
}

async function runOnPostgres(pool: PostgresPools, text: string, values?: unknown[]) {
  const client = await pool.connect();
  try {
    const results = [await client.query(text, values)].flat();
    client.release();
    return { rows: results.flatMap(({ rows }) => rows as unknown[]) };
  } catch (error) {
    // The script may have left a transaction open.
    client.release(true);
    throw error;
  }
}

export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
