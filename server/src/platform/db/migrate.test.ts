import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { readCatalog } from '#test/schema.ts';
import { connect } from './connect.ts';
import type { Database } from './connection.ts';
import { StartError } from '#src/platform/start-error.ts';
import { migrate, migrationsFolder, readNames, splitStatements } from './migrate.ts';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const oneProcess = { meta: { skippedBecause: 'an embedded database belongs to one process' } };

async function open({ isMigrated }: { isMigrated: boolean }): Promise<TestDatabase> {
  const database = await openTestDatabase({ isMigrated });
  onTestFinished(database.close);
  return database;
}

async function writeMigrations(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), text);
  return pathToFileURL(`${folder}/`);
}

async function connectAgain({ url }: TestDatabase): Promise<Database> {
  const other = await connect({ databaseUrl: url, dataDir: '' });
  onTestFinished(() => other.close());
  return other.db;
}

test('a database of commit 25f0202 gets the schema of a new one', async () => {
  const { db, runScript } = await open({ isMigrated: false });
  const file = new URL('../../../test/fixtures/schema-0027.sql', import.meta.url);
  await runScript(await readFile(file, 'utf8'));
  const later = (await readNames()).filter((name) => name > '0009');
  expect(await migrate(db)).toEqual(['from-0027', ...later]);
  expect(await migrate(db)).toEqual([]);
  // Migrated databases of tests may be of the day before, and have the partitions of that day.
  const { db: fresh } = await open({ isMigrated: false });
  await migrate(fresh);
  expect(await readCatalog(db)).toEqual(await readCatalog(fresh));
  const names = async (of: Database) =>
    (await sql`select name from kysely_migration order by name`.execute(of)).rows;
  expect(await names(db)).toEqual(await names(fresh));
  expect((await sql`select * from rates_version`.execute(db)).rows).toHaveLength(1);
});

test('a database of a version before commit 25f0202 is refused', async () => {
  const { db } = await open({ isMigrated: true });
  await sql`delete from kysely_migration`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('0001-people', ''), ('0016-plain-names', '')`.execute(
    db,
  );
  const refusal =
    'The database has the migrations of a version before commit 25f0202 (up to 0016-plain-names): start that commit once, then this version.';
  await expect(migrate(db)).rejects.toThrow(new StartError(refusal));
});

test('a database of a newer version is refused', async () => {
  const { db } = await open({ isMigrated: true });
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db);
  await expect(migrate(db)).rejects.toThrow(
    new StartError('A newer version has migrated the database (9999-later). Start that version.'),
  );
});

test('a migration that fails is named, and continues from its first step when it runs again', async () => {
  const { db } = await open({ isMigrated: false });
  const steps = `
    create table if not exists fields (id int, crop text);
    create index concurrently if not exists fields_crop on fields (crop);
    -- In one transaction
    alter table fields add column area int;`.replaceAll(/^ +/gm, '');
  const first = { '0001-fields': `${steps}\nselect 1 / 0;` };
  await expect(migrate(db, { folder: await writeMigrations(first) })).rejects.toThrow(
    new StartError('Migration 0001-fields failed: division by zero'),
  );
  await sql`select crop from fields`.execute(db);
  const then = { '0001-fields': steps, '0002-more': 'alter table fields add column owner text;' };
  expect(await migrate(db, { folder: await writeMigrations(then) })).toEqual(['0001-fields', '0002-more']);
  await sql`insert into fields (id, crop, area, owner) values (1, 'wheat', 2, 'asha')`.execute(db);
});

test('an index that an interruption left invalid is made again', async () => {
  const { db, runScript } = await open({ isMigrated: false });
  const before = (await readdir(migrationsFolder)).filter((name) => name < '0028');
  const read = (name: string) => readFile(new URL(name, migrationsFolder), 'utf8');
  const texts = before.map(async (name) => [name.replace('.sql', ''), await read(name)]);
  await migrate(db, { folder: await writeMigrations(Object.fromEntries(await Promise.all(texts))) });
  await runScript(`create unique index post_photos_of_post on post_photos (post_id, name);
    create index post_texts_text on post_texts using hash (text_hash);
    update pg_index set indisvalid = false, indisready = false
      where indexrelid in ('post_photos_of_post'::regclass, 'post_texts_text'::regclass)`);
  await migrate(db);
  const { rows } = await sql`select indexrelid::regclass from pg_index where not indisvalid`.execute(db);
  expect(rows).toEqual([]);
});

test.runIf(onPostgres)('writers go on while a migration waits for a lock', oneProcess, async () => {
  const database = await open({ isMigrated: false });
  const { db } = database;
  await migrate(db, { folder: await writeMigrations({ '0001-fields': 'create table fields (id int);' }) });
  const [reader, writer] = [await connectAgain(database), await connectAgain(database)];
  const folder = await writeMigrations({
    '0001-fields': 'create table fields (id int);',
    '0002-area': 'alter table fields add column area int;',
  });
  let migrating: Promise<string[]> | undefined;
  await reader.transaction().execute(async (trx) => {
    await sql`select from fields`.execute(trx);
    migrating = migrate(db, { folder });
    const isWaiting = async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'fields'::regclass`.execute(writer);
      return rows.length > 0;
    };
    while (!(await isWaiting()));
    await sql`insert into fields (id) values (1)`.execute(writer);
  });
  expect(await migrating).toEqual(['0002-area']);
  expect((await sql`select id, area from fields`.execute(db)).rows).toEqual([{ id: 1, area: null }]);
});

test.runIf(onPostgres)(
  'every tenth try waits long enough for PostgreSQL to cancel an autovacuum',
  oneProcess,
  async () => {
    const { db } = await open({ isMigrated: false });
    await sql`create sequence tries`.execute(db);
    await sql`create function try_lock() returns void language plpgsql as $$
      begin
        if nextval('tries') < 20 and current_setting('lock_timeout')::interval <= current_setting('deadlock_timeout')::interval then
          raise lock_not_available;
        end if;
      end; $$`.execute(db);
    await migrate(db, { folder: await writeMigrations({ '0001-waits': 'select try_lock();' }) });
    const { rows } = await sql`select last_value::int as tries from tries`.execute(db);
    expect(rows).toEqual([{ tries: 10 }]);
  },
);

test.runIf(onPostgres)('a migration that lost its connection is named', oneProcess, async () => {
  const { db } = await open({ isMigrated: false });
  const ends = await writeMigrations({ '0001-ends': 'select pg_terminate_backend(pg_backend_pid());' });
  await expect(migrate(db, { folder: ends })).rejects.toThrow(/^Migration 0001-ends failed: /);
});

test.runIf(onPostgres)('processes that start together migrate once', oneProcess, async () => {
  const database = await open({ isMigrated: false });
  const processes = [await connectAgain(database), await connectAgain(database)];
  const ran = await Promise.all(processes.map((one) => migrate(one)));
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
});

test('a statement ends with a semicolon at the end of a line, but not inside a body', () => {
  const body = 'create function f() returns int as $$\nbegin;\nreturn 1;\nend;\n$$ language plpgsql';
  expect(splitStatements(`select 1;\n${body};\nselect ';' as x;\n`)).toEqual([
    'select 1',
    body,
    "select ';' as x",
  ]);
});
