import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from '#src/admin-command.ts';
import { openTestDatabase } from '#test/database.ts';
import { fillDataDir } from '#test/embedded.ts';
import { runHere } from '#test/process.ts';
import { sumFolder } from './files.ts';
import type { Manifest } from './manifest.ts';

const database = process.env['TEST_DATABASE_URL'] ? await openTestDatabase() : undefined;
const root = await mkdtemp(join(tmpdir(), 'upaj-changed-'));
const dataDir = join(root, 'data');
const photo = `${'0a'.repeat(16)}-320.webp`;
const env = {
  DATA_DIR: dataDir,
  PORT: '2',
  ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }),
};
let folder: string;
let backup: string;

beforeAll(async () => {
  if (!database) await fillDataDir(dataDir);
  await mkdir(join(dataDir, 'media'), { recursive: true });
  await writeFile(join(dataDir, 'media', photo), 'a photo');
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'));
  backup = await addBackup();
});
afterAll(async () => {
  await database?.close();
  await rm(root, { recursive: true, force: true });
});

const admin = (args: string[], changes: NodeJS.ProcessEnv = {}) => runHere(run, args, { ...env, ...changes });

async function addBackup(): Promise<string> {
  expect(await admin(['backup', folder])).toMatchObject({ code: 0, err: '' });
  return join(
    folder,
    (await readdir(folder))
      .filter((name) => name.endsWith('Z'))
      .toSorted()
      .at(-1) ?? '',
  );
}

async function fails(changes?: NodeJS.ProcessEnv): Promise<string> {
  const before = await readdir(dataDir, { recursive: true });
  const { code, out, err } = await admin(['restore', folder, '--replace'], changes);
  expect(code).toBe(1);
  expect(out).not.toContain('is intact');
  expect(await readdir(dataDir, { recursive: true })).toEqual(before);
  return err;
}

async function editManifest(change: (manifest: Manifest) => Promise<void> | void): Promise<void> {
  const file = join(backup, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await change(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

/** Changes the database of the backup as somebody does who knows how checksums are made. */
async function changeDatabase(): Promise<void> {
  await writeFile(join(backup, 'database', 'added'), 'by a stranger');
  const sum = await sumFolder(join(backup, 'database'));
  await editManifest((manifest) => void Object.assign(manifest.database, sum));
}

test('a backup that nobody changed is intact', async () => {
  const { code, out } = await admin(['restore', folder, '--replace']);
  expect(code).toBe(0);
  expect(out).toContain(`${backup} is intact: release`);
});

test('a database that was changed together with its checksum is refused', async () => {
  await changeDatabase();
  expect(await fails()).toMatch(/was changed after it was made: its signature is not that of its manifest/);
});

test('a backup without a signature is restored, and is not called intact', async () => {
  await rm(join(backup, 'manifest.signature'));
  await rm(join(backup, 'photos.sha256'));
  await editManifest((manifest) => void delete manifest.photos.sha256);
  const { code, out } = await admin(['restore', folder, '--replace']);
  expect(code).toBe(0);
  expect(out).toMatch(/is complete .*, but NOT VERIFIED: it has no signature/);
  expect(out).not.toContain('is intact');
});

test('a backup of another key is restored, and is not called intact', async () => {
  const { code, out } = await admin(['restore', folder, '--replace'], { SECRET_KEY: 'p'.repeat(40) });
  expect(code).toBe(0);
  expect(out).toMatch(/NOT VERIFIED: it is signed .*this market does not know/);
  expect(out).not.toContain('is intact');
});

test('a photo that was changed is found, also one of the same size', async () => {
  await writeFile(join(backup, 'media', photo), 'a fraud');
  expect(await fails()).toContain('its photos differ');
  const list = join(backup, 'photos.sha256');
  await writeFile(list, (await readFile(list, 'utf8')).replace(/^./, '0'));
  expect(await fails()).toContain('its photos differ');
});

test('the next backup does not make a changed photo or list its own', async () => {
  await rename(join(backup, 'media', photo), join(root, 'aside'));
  await writeFile(join(backup, 'media', photo), 'a fraud');
  await rm(join(backup, 'manifest.signature'));
  await addBackup();
  expect(await fails()).toContain('its photos differ');
});

test('a key that is put into a backup is refused', async () => {
  await writeFile(join(backup, 'secret-key'), 'x'.repeat(64));
  expect(await fails()).toMatch(/was changed after it was made: .* and key/);
});

test.each([
  ['a link to a file', (path: string) => symlink('/etc/hostname', path)],
  ['a link to a folder', (path: string) => symlink('/etc', path)],
  ['a pipe', async (path: string) => void execFileSync('mkfifo', [path])],
])('%s in a backup is refused, wherever it is', async (_, make) => {
  for (const at of ['database/extra', `media/${'0b'.repeat(16)}-320.webp`, 'secret-key', 'notes']) {
    const path = join(backup, at);
    const earlier = await readFile(path).catch(() => undefined);
    await rm(path, { force: true });
    await make(path);
    expect([at, await fails()]).toEqual([at, expect.stringContaining('a link or a device')]);
    await rm(path);
    if (earlier) await writeFile(path, earlier);
  }
});

test('the newest backup is not one that a link points to', async () => {
  await rename(backup, join(root, 'elsewhere'));
  await symlink(join(root, 'elsewhere'), backup);
  expect(await fails()).toContain('is a link: name the folder of the backup itself');
  await rm(join(root, 'elsewhere'), { recursive: true });
});
