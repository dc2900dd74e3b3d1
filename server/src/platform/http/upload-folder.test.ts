import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freeBytes } from '#src/platform/media/free-space.ts';
import { sweepUploads, uploadFolder } from './upload-folder.ts';

test('removes uploads of dead processes only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upaj-uploads-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await sweepUploads(dataDir);
  const uploads = join(dataDir, 'uploads');
  const alive = `${hostname()}@${process.ppid}`;
  const dead = `${hostname()}@4000000`;
  const elsewhere = ['far-away@1', 'farther@2'];
  for (const name of [alive, dead, ...elsewhere]) await mkdir(join(uploads, name), { recursive: true });
  await mkdir(uploadFolder(dataDir));
  await utimes(join(uploads, 'farther@2'), new Date(0), new Date(0));
  await sweepUploads(dataDir);
  expect((await readdir(uploads)).toSorted()).toEqual([alive, 'far-away@1'].toSorted());
});

test('makes a data folder that does not exist: an upload asks for the space that is left on it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'upaj-uploads-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const dataDir = join(parent, 'new', 'data');
  await sweepUploads(dataDir);
  expect(await freeBytes(dataDir)).toBeGreaterThan(0);
});
