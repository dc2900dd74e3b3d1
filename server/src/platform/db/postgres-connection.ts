import { hostname } from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import { StartError } from '#src/platform/start-error.ts';
import { ping, type Connection, type ConnectOptions } from './connection.ts';
import { DatabaseAway } from './errors.ts';
import { OnlyStandby } from './hosts.ts';
import { PostgresPools } from './postgres.ts';
import { findMissingLimits } from './role-limits.ts';
import type { DB } from './schema.ts';
import { withLongLimits } from './time-limits.ts';

/** A busy server may take this long, in ms, to accept the first connection. */
const longestStart = 5_000;

export async function openPostgres(
  url: string,
  {
    databaseDirectUrl,
    databaseReadUrl,
    databasePrepares,
    release,
    onQuery,
    poolSize = 16,
    isPatient,
  }: Omit<ConnectOptions, 'databaseUrl'>,
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
