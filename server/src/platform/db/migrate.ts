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

/** In ms. Writers queue behind a statement that waits for a lock, so it gives up soon and tries again later. */
const longestWaitForLock = 500;
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
        await sql`reset lock_timeout`.execute(connection);
        await sql`select pg_advisory_unlock(${sql.lit(migrationsLock)})`.execute(connection);
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

async function runPending(db: Database, upTo?: string): Promise<string[]> {
  const scripts = (await readScripts()).filter(({ name }) => !upTo || name <= upTo);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(scripts) } });
  const ran = new Set(
    (await migrator.getMigrations()).flatMap(({ name, executedAt }) => (executedAt ? [name] : [])),
  );
  const pending = scripts.filter(({ name }) => !ran.has(name));
  let running = '';
  try {
    for (const [index, { name, steps }] of pending.entries()) {
      running = name;
      for (const step of steps) await runStep(db, step);
      // Those without steps share a transaction with the one before.
      if (pending[index + 1]?.steps.length === 0) continue;
      await limitWaitForLock(db, longestWaitForLock);
      await whenUnlocked(async () => {
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

export async function runStep(db: Database, step: string): Promise<void> {
  const text = step.replaceAll(':after', '$1');
  const isInBatches = text !== step;
  // Writers do not queue behind concurrent work on indexes, which fails for good when it is interrupted.
  await limitWaitForLock(db, /\bindex concurrently\b/.test(text) ? 0 : longestWaitForLock);
  let after: unknown = '00000000-0000-0000-0000-000000000000';
  while (after) {
    const query = CompiledQuery.raw(text, isInBatches ? [after] : []);
    const { rows } = await whenUnlocked(() => db.executeQuery<{ after: unknown }>(query));
    after = isInBatches && rows.at(-1)?.after;
  }
}

async function limitWaitForLock(db: Database, ms: number): Promise<void> {
  await sql`set lock_timeout = ${sql.lit(ms)}`.execute(db);
}

async function whenUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
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
