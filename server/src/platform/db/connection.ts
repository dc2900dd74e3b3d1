import { sql, type Kysely, type LogEvent, type Transaction as KyselyTransaction } from 'kysely';
import type { DatabaseLoad } from './postgres.ts';
import type { DB } from './schema.ts';
import type { Standby } from './standby.ts';

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

export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
