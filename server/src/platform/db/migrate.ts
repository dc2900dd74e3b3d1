import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { StartError } from '#src/platform/start-error.ts';
import type { Database } from './connection.ts';
import { isConflict } from './errors.ts';
import type { DB } from './schema.ts';
import { withLongLimits } from './time-limits.ts';

export const migrationsFolder = new URL('../../../migrations/', import.meta.url);
const migrationsLock = 0x6d_69_67_72;

/** Commit 25f0202 had 27 migrations. A database that ran all of them is upgraded to the baseline by `from-0027.sql`. */
const earlier = { commit: '25f0202', first: '0001-people', last: '0027-deals', upgrade: 'from-0027' };

/**
 * Times are in ms. Writers queue behind a statement that waits for a lock, so it gives up soon and tries again later.
 * Every tenth try waits longer than PostgreSQL's deadlock_timeout, after which it cancels an autovacuum that holds the
 * lock.
 */
const waitForLock = 500;
const longWaitForLock = 1_500;
const pauseBetweenTries = 500;
const mostTries = 1_000;
const triesBetweenLines = 60;

export interface MigrateOptions {
  folder?: URL;
  say?: (line: string) => void;
}

/** The table's name is the one that Kysely's migrator gave it in the versions before the baseline. */
type Migrated = Kysely<DB & { kysely_migration: { name: string; timestamp: string } }>;

interface Script {
  name: string;
  steps: string[];
  statements: string[];
}

/**
 * Runs the new files of server/migrations, one process at a time. Statements above a line `-- In one transaction` run
 * first, one by one, and again from the top after an interruption. @returns the names of the migrations that ran.
 * @throws StartError
 */
export function migrate(
  db: Database,
  { folder = migrationsFolder, say = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  return withLongLimits(() =>
    db.connection().execute(async (connection) => {
      for (let tries = 0; !(await takeLock(connection)); tries++) {
        if (tries % triesBetweenLines === 0) say('Another process migrates the database. Waiting for it…');
        await wait(pauseBetweenTries);
      }
      try {
        return await runPending(connection.withTables(), folder);
      } finally {
        await leave(connection).catch(() => {
          // The error is ignored: a lost connection has no lock any more, and this error would replace the one that
          // names the migration.
        });
      }
    }),
  );
}

/**
 * Polls for the lock instead of waiting in the database: `create index concurrently` waits for every running statement.
 */
async function takeLock(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(migrationsLock)}) as "isTaken"`.execute(db);
  return rows[0]?.isTaken ?? false;
}

async function leave(db: Database): Promise<void> {
  await sql`reset lock_timeout`.execute(db);
  await sql`select pg_advisory_unlock(${sql.lit(migrationsLock)})`.execute(db);
}

async function runPending(db: Migrated, folder: URL): Promise<string[]> {
  const scripts = await readScripts(folder);
  const upgrade = scripts.find(isUpgrade);
  const numbered = scripts.filter((script) => script !== upgrade);
  await createRecord(db);
  const isUpgraded = upgrade && (await findRan(db)).has(earlier.last);
  if (isUpgraded) await run(db, upgrade);
  const ran = await findRan(db);
  refuseOthers(ran, numbered);
  const pending = numbered.filter(({ name }) => !ran.has(name));
  for (const script of pending) await run(db, script, record);
  return [...(isUpgraded ? [upgrade] : []), ...pending].map(({ name }) => name);
}

async function createRecord(db: Migrated): Promise<void> {
  await db.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
}

async function findRan(db: Migrated): Promise<Set<string>> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return new Set(rows.map(({ name }) => name));
}

async function record(db: Migrated, name: string): Promise<void> {
  await db.insertInto('kysely_migration').values({ name, timestamp: new Date().toISOString() }).execute();
}

function refuseOthers(ran: ReadonlySet<string>, known: readonly Script[]): void {
  const { commit, first } = earlier;
  if (ran.has(first))
    throw new StartError(
      `The database has the migrations of a version before commit ${commit} (up to ${[...ran].at(-1)}): start that commit once, then this version.`,
    );
  const unknown = [...ran].filter((name) => !known.some((script) => script.name === name));
  if (unknown.length > 0)
    throw new StartError(
      `A newer version has migrated the database (${unknown.join(', ')}). Start that version.`,
    );
}

async function run(db: Migrated, script: Script, afterwards?: typeof record): Promise<void> {
  const { name, steps, statements } = script;
  try {
    for (const step of steps) {
      // Writers do not queue behind concurrent work on indexes, which fails for good when it is interrupted.
      const isUnlimited = /\bindex concurrently\b/.test(step);
      await whenUnlocked(db, () => sql.raw(step).execute(db), isUnlimited);
    }
    await whenUnlocked(db, () =>
      db.transaction().execute(async (trx) => {
        for (const statement of statements) await sql.raw(statement).execute(trx);
        await afterwards?.(trx, name);
      }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Migration ${name} failed: ${reason}`);
  }
}

async function whenUnlocked(db: Migrated, work: () => Promise<unknown>, isUnlimited = false): Promise<void> {
  for (let tries = 1; ; tries++) {
    const longest = tries % 10 === 0 ? longWaitForLock : waitForLock;
    await sql`set lock_timeout = ${sql.lit(isUnlimited ? 0 : longest)}`.execute(db);
    try {
      await work();
      return;
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error;
      await wait(pauseBetweenTries);
    }
  }
}

function isUpgrade({ name }: { name: string }): boolean {
  return name === earlier.upgrade;
}

async function findScripts(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.replace('.sql', '')).sort();
}

/**
 * Returns the migrations that this version needs, in order. Call it at start, because an update may replace the files.
 */
export async function readNames(): Promise<string[]> {
  return (await findScripts(migrationsFolder)).filter((name) => !isUpgrade({ name }));
}

async function readScripts(folder: URL): Promise<Script[]> {
  const names = await findScripts(folder);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
      const parts = text.split(/^-- In one transaction$/m);
      const [statements = [], steps = []] = parts.reverse().map(splitStatements);
      return { name, steps, statements };
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

export interface SchemaState {
  /** The last migration that ran; undefined in an empty database. */
  newest: string | undefined;
  missing: string[];
}

/**
 * Finds the migrations that the database lacks. A newer version may have added more, which this version can do without.
 */
export async function findSchema(db: Database, needed: readonly string[]): Promise<SchemaState> {
  const hasRecord = sql<boolean>`to_regclass('kysely_migration') is not null`;
  const [record] = await db.selectNoFrom(hasRecord.as('exists')).execute();
  const ran = record?.exists
    ? await db
        .withTables<{ kysely_migration: { name: string } }>()
        .selectFrom('kysely_migration')
        .select('name')
        .orderBy('name')
        .execute()
    : [];
  const names = new Set(ran.map(({ name }) => name));
  return { newest: ran.at(-1)?.name, missing: needed.filter((name) => !names.has(name)) };
}

export function explainMissing({ missing }: SchemaState): string | undefined {
  if (missing.length === 0) return undefined;
  const what = missing.length === 1 ? 'the migration' : 'the migrations';
  return `The database lacks ${what} ${missing.join(', ')}: run \`npm run migrate\` of this version.`;
}
