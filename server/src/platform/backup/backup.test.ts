import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from '#src/admin-command.ts';
import { connect } from '#src/platform/db/connect.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { s3Place } from '#src/platform/media/s3-place.ts';
import { StartError } from '#src/platform/start-error.ts';
import { openTestDatabase } from '#test/database.ts';
import { fillDataDir } from '#test/embedded.ts';
import { runHere } from '#test/process.ts';
import { openTestS3 } from '#test/s3.ts';
import { explainFailure } from './files.ts';
import { splitPassword } from './postgres.ts';
import { findBackupResults } from './store.ts';

const database = process.env['TEST_DATABASE_URL'] ? await openTestDatabase() : undefined;
const root = await mkdtemp(join(tmpdir(), 'upaj-backup-'));
const dataDir = join(root, 'data');
const photo = `${'0a'.repeat(16)}-320.webp`;
const env = {
  DATA_DIR: dataDir,
  // No server listens on port 2. Port 1 would not do, because `fetch` refuses it.
  PORT: '2',
  ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }),
};
let folder: string;

beforeAll(async () => {
  if (!database) await fillDataDir(dataDir);
  await mkdir(join(dataDir, 'media'), { recursive: true });
  await writeFile(join(dataDir, 'media', photo), 'a photo');
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'));
});
afterAll(async () => {
  await database?.close();
  await rm(root, { recursive: true, force: true });
});

const admin = (args: string[], changes: NodeJS.ProcessEnv = {}) => runHere(run, args, { ...env, ...changes });
const finished = async () => (await readdir(folder)).filter((name) => name.endsWith('Z')).toSorted();

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await connect({ dataDir, databaseUrl: database?.url });
  return work(db).finally(close);
}

async function addBackup(): Promise<string> {
  expect(await admin(['backup', folder])).toMatchObject({ code: 0, err: '' });
  return join(folder, (await finished()).at(-1) ?? '');
}

async function fails(args: string[], changes?: NodeJS.ProcessEnv): Promise<string> {
  const { code, err } = await admin(args, changes);
  expect(code).toBe(1);
  return err;
}

test('each backup is a folder of its own that shares the photos of the one before', async () => {
  const first = await addBackup();
  const manifest = await readFile(join(first, 'manifest.json'), 'utf8');
  const second = await addBackup();
  expect(second).not.toBe(first);
  expect(await readFile(join(first, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(JSON.parse(manifest)).toMatchObject({
    database: {
      kind: database ? 'postgres' : 'embedded',
      sha256: expect.stringMatching(/^[\da-f]{64}$/) as string,
    },
    photos: { files: 1, bytes: 7 },
  });
  const files = [first, second].map((backup) => stat(join(backup, 'media', photo)));
  const [one, two] = await Promise.all(files);
  expect(one?.ino).toBe(two?.ino);
  // The backup must be private, because it contains hashes of passwords and the key.
  expect((await stat(second)).mode & 0o077).toBe(0);
});

test('an interrupted backup cannot be restored, and the next one continues it', async () => {
  const complete = await addBackup();
  const part = `${complete}.part`;
  await rename(complete, part);
  await rm(join(part, 'manifest.json'));
  const { ino } = await stat(join(part, 'media', photo));
  expect(await fails(['restore', folder])).toContain('was interrupted and cannot be restored');
  expect(await fails(['restore', part])).toContain('was interrupted and cannot be restored');
  const next = await addBackup();
  expect((await stat(join(next, 'media', photo))).ino).toBe(ino);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a backup goes neither into DATA_DIR nor among other files', async () => {
  for (const inside of [dataDir, join(dataDir, 'backups')])
    expect(await fails(['backup', inside])).toContain('is in DATA_DIR');
  await writeFile(join(folder, 'holiday.jpg'), '');
  expect(await fails(['backup', folder])).toContain('files that belong to no backup, such as holiday.jpg');
  expect(await fails(['backup', join(folder, 'holiday.jpg')])).toContain('holiday.jpg');
  expect(await fails(['restore', 'somebody'])).toMatch(/^There is no backup in .*use unsuspend/);
  expect((await admin(['backup'])).err).toContain('FOLDER is missing');
});

test('a damaged backup and one of a newer version are refused, and change nothing', async () => {
  const backup = await addBackup();
  const before = await readdir(dataDir, { recursive: true });
  const file = join(backup, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { database: object };
  await writeFile(file, JSON.stringify({ ...manifest, schema: '9999-later', release: '9.0.0' }));
  expect(await fails(['restore', folder, '--replace'])).toMatch(
    /has a newer schema \(9999-later, release 9.0.0\).*Restore it with release 9.0.0/,
  );
  const other = database ? 'embedded' : 'postgres';
  await writeFile(file, JSON.stringify({ ...manifest, database: { ...manifest.database, kind: other } }));
  expect(await fails(['restore', folder, '--replace'])).toMatch(
    database ? /unset DATABASE_URL/ : /set DATABASE_URL/,
  );
  await writeFile(file, '{');
  expect(await fails(['restore', folder, '--replace'])).toContain('is damaged');
  await writeFile(file, JSON.stringify(manifest));
  await rm(join(backup, 'media', photo));
  expect(await fails(['restore', folder, '--replace'])).toContain('its photos differ');
  await writeFile(join(backup, 'media', photo), 'a photo');
  await writeFile(join(backup, 'database', database ? 'dump' : 'PG_VERSION'), '17');
  expect(await fails(['restore', folder, '--replace'])).toContain('its database differ');
  expect(await readdir(dataDir, { recursive: true })).toEqual(before);
});

test('a restore replaces a database only when told to', async () => {
  await withDatabase((db) => db.insertInto('job_runs').values({ job: 'before' }).execute());
  await addBackup();
  await withDatabase((db) => db.insertInto('job_runs').values({ job: 'after' }).execute());
  expect(await fails(['restore', folder])).toMatch(/already.*--replace/);
  const restored = await admin(['restore', folder, '--replace'], { SECRET_KEY: 'p'.repeat(40) });
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('SECRET_KEY is not that of the backup: everyone is logged out');
  expect(restored.out).toContain('Restored. All 0 photos are there.');
  const rows = await withDatabase((db) => db.selectFrom('job_runs').select('job').execute());
  expect(rows).toEqual([{ job: 'before' }]);
  // A photo that nothing shows is no problem for the check, because the sweep deletes it in seven days.
  expect((await admin(['media', 'check'])).code).toBe(0);
});

test('how the last backups ended is stored, and a restored database knows of no later one', async () => {
  const find = async (outcome: string) =>
    (await withDatabase(findBackupResults)).find((result) => result.outcome === outcome);
  const first = await addBackup();
  const failedBefore = await find('failure');
  const second = await addBackup();
  expect(await find('success')).toMatchObject({ what: second, photoBytes: 7 });
  expect((await find('success'))?.databaseBytes).toBeGreaterThan(1_000);
  await fails(['backup', join(dataDir, 'backups')]);
  expect(await find('failure')).toMatchObject({
    what: expect.stringContaining('is in DATA_DIR') as string,
    databaseBytes: null,
  });
  expect(await admin(['restore', second, '--replace'])).toMatchObject({ code: 0, err: '' });
  expect(await find('success')).toMatchObject({ what: first });
  expect(await find('failure')).toEqual(failedBefore);
});

test('a backup of a database without the table of results is complete all the same', async () => {
  const rename = (from: string, to: string) =>
    withDatabase((db) => db.schema.alterTable(from).renameTo(to).execute());
  await rename('backup_results', 'backup_results_away');
  try {
    const { code, out } = await admin(['backup', folder]);
    expect(code).toBe(0);
    expect(out).toMatch(/The result was not stored.*backup_results.*is complete/s);
  } finally {
    await rename('backup_results_away', 'backup_results');
  }
});

test('photos in S3 are in the backup, and an outage of S3 leaves no backup', async () => {
  const s3 = await openTestS3();
  try {
    const inS3 = `${'0b'.repeat(16)}-320.webp`;
    const place = s3Place(s3.address);
    await place.write(inS3, Buffer.from('in S3'));
    place.close();
    expect(await admin(['backup', folder], { S3_URL: s3.url })).toMatchObject({ code: 0, err: '' });
    const [backup = ''] = await finished();
    expect((await readdir(join(folder, backup, 'media'))).toSorted()).toEqual([photo, inS3]);
    await s3.stop();
    expect(await fails(['backup', folder], { S3_URL: s3.url })).toMatch(/^Photos cannot be read or written/);
    expect(await finished()).toEqual([backup]);
  } finally {
    await s3.close();
  }
});

test('says that the disk is full, and what else the system refuses', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(explainFailure(full, '/backups')).toEqual(new StartError('The disk of /backups is full.'));
  const refused = Object.assign(new Error("EACCES: permission denied, mkdir '/backups'"), { code: 'EACCES' });
  expect((explainFailure(refused, '/backups') as Error).message).toBe(refused.message);
});

test('the password is no argument of pg_dump', () => {
  expect(splitPassword('postgres://upaj:p%40ss@one,two:5433/upaj?sslmode=require')).toEqual({
    address: 'postgres://upaj@one,two:5433/upaj?sslmode=require',
    password: 'p@ss',
  });
  const url = 'postgres://upaj@one/upaj?options=a:b@c';
  expect(splitPassword(url)).toEqual({ address: url, password: undefined });
});

const postgres = { meta: { skippedBecause: 'needs PostgreSQL' } };
test.runIf(database)('says when pg_dump is missing or too old', postgres, async () => {
  const path = process.env['PATH'];
  const bin = join(root, 'bin');
  await mkdir(bin, { recursive: true });
  try {
    process.env['PATH'] = bin;
    expect(await fails(['backup', folder])).toMatch(
      /^pg_dump was not found. Install .* version \d\d or newer/,
    );
    const script = `#!/bin/sh
echo "pg_dump: error: aborting because of server version mismatch" >&2
echo "pg_dump: detail: server version: 18.1; pg_dump version: 15.9" >&2
exit 1
`;
    await writeFile(join(bin, 'pg_dump'), script);
    await chmod(join(bin, 'pg_dump'), 0o755);
    process.env['PATH'] = `${bin}:${path}`;
    expect(await fails(['backup', folder])).toMatch(/^pg_dump is older than the server, which is \d\d/);
  } finally {
    process.env['PATH'] = path;
  }
  expect(await finished()).toEqual([]);
});

test.runIf(database)(
  'a restore waits for no server: it names those that use the database',
  postgres,
  async () => {
    await addBackup();
    const { close } = await connect({ dataDir, databaseUrl: database?.url, release: '1.2.3' });
    expect(await fails(['restore', folder, '--replace'])).toMatch(
      /in use by upaj 1.2.3 .*Stop these processes first/,
    );
    await close();
  },
);
