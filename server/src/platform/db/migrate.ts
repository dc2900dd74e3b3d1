import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#src/platform/start-error.ts';
import type { Database } from './connect.ts';
import { isConflict } from './outage.ts';
import { withLongLimits } from './time-limits.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const migrationsLock = 0x6d_69_67_72;

/**
 * In ms. Writers queue behind a statement that waits for a lock, so it gives up soon and tries again later. Every tenth
 * try waits longer than PostgreSQL's deadlock_timeout, after which it cancels an autovacuum that holds the lock.
 */
const waitForLock = 500;
const longWaitForLock = 1_500;
const pauseBetweenTries = 500;
const mostTries = 1_000;

interface Script {
  name: string;
  steps: string[];
  statements: string[];
}

/**
 * Runs what is new in server/migrations, one process at a time. What is above a line `-- In one transaction` runs
 * first, statement by statement, and again from the top after an interruption. A statement with `:after` runs until it
 * returns no row; each time `:after` is the value in the last row of the time before.
 * @returns the names of the migrations that ran. @throws StartError
 */
export function migrate(db: Database, upTo?: string): Promise<string[]> {
  return withLongLimits(() =>
    db.connection().execute(async (connection) => {
      while (!(await takeLock(connection))) await wait(pauseBetweenTries);
      try {
        return await runPending(connection, upTo);
      } finally {
        await leave(connection).catch(() => {
          // A lost connection has no lock, and this error would replace the one that names the migration.
        });
      }
    }),
  );
}

/** Not by waiting in the database: `create index concurrently` waits for every statement that is under way. */
async function takeLock(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(migrationsLock)}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken ?? false;
}

async function leave(db: Database): Promise<void> {
  await sql`reset lock_timeout`.execute(db);
  await sql`select pg_advisory_unlock(${sql.lit(migrationsLock)})`.execute(db);
}

async function runPending(db: Database, upTo?: string): Promise<string[]> {
  const known = await readScripts();
  const ran = await readNamesOfRan(db);
  const unknown = [...ran].filter((name) => !known.some((script) => script.name === name));
  if (unknown.length > 0)
    throw new StartError(
      `A newer version has migrated the database (${unknown.join(', ')}). Start that version.`,
    );
  const scripts = known.filter(({ name }) => !upTo || name <= upTo);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(scripts) } });
  const pending = scripts.filter(({ name }) => !ran.has(name));
  let running = '';
  try {
    for (const [index, { name, steps }] of pending.entries()) {
      running = name;
      for (const step of steps) await runStep(db, step);
      // Those without steps share a transaction with the one before.
      if (pending[index + 1]?.steps.length === 0) continue;
      await whenUnlocked(db, async () => {
        const { error, results } = await migrator.migrateTo(name);
        running = results?.find(({ status }) => status === 'Error')?.migrationName ?? name;
        if (error) throw error;
      });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Migration ${running} failed: ${reason}`);
  }
  return pending.map(({ name }) => name);
}

async function readNamesOfRan(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass('kysely_migration')::text as "table"`.execute(db);
  if (!rows[0]?.table) return new Set();
  const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return new Set(ran.rows.map(({ name }) => name));
}

export async function runStep(db: Database, step: string): Promise<void> {
  const text = step.replaceAll(':after', '$1');
  const isInBatches = text !== step;
  // Writers do not queue behind concurrent work on indexes, which fails for good when it is interrupted.
  const isUnlimited = /\bindex concurrently\b/.test(text);
  let after: unknown = '00000000-0000-0000-0000-000000000000';
  while (after) {
    const query = CompiledQuery.raw(text, isInBatches ? [after] : []);
    const { rows } = await whenUnlocked(db, () => db.executeQuery<{ after: unknown }>(query), isUnlimited);
    after = isInBatches && rows.at(-1)?.after;
  }
}

async function whenUnlocked<T>(db: Database, work: () => Promise<T>, isUnlimited = false): Promise<T> {
  for (let tries = 1; ; tries++) {
    const longest = tries % 10 === 0 ? longWaitForLock : waitForLock;
    await sql`set lock_timeout = ${sql.lit(isUnlimited ? 0 : longest)}`.execute(db);
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error;
      await wait(pauseBetweenTries);
    }
  }
}

function migrationsOf(scripts: readonly Script[]): Record<string, Migration> {
  const entries = scripts.map(({ name, statements }): [string, Migration] => {
    const up: Migration['up'] = async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    };
    return [name, { up }];
  });
  return Object.fromEntries(entries);
}

export async function readScripts(): Promise<Script[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const parts = (await readFile(new URL(file, folder), 'utf8')).split(/^-- In one transaction$/m);
      const [statements = [], steps = []] = parts.reverse().map(splitStatements);
      return { name: file.replace('.sql', ''), steps, statements };
    }),
  );
}

/** Splits at semicolons at the end of a line, but not inside $$ bodies. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let open = '';
  for (const piece of script.split(/;[ \t]*$/m)) {
    open = open ? `${open};${piece}` : piece;
    const isInBody = open.split('$$').length % 2 === 0;
    if (isInBody) continue;
    if (open.trim()) statements.push(open.trim());
    open = '';
  }
  return statements;
}
