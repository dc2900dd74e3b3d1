import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, killServers, runCommand, spawnServer, waitUntilOpen } from '#test/process.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost } from '#test/factories.ts';
import { makePrivate } from './private-files.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-private-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns the files and folders that another user may read or write, with their modes */
async function findOpen(folder: string): Promise<string[]> {
  const paths = ['', ...(await readdir(folder, { recursive: true }))];
  const modes = await Promise.all(
    paths.map(
      async (path) => [path, (await lstat(join(folder, path)).catch(() => undefined))?.mode ?? 0] as const,
    ),
  );
  return modes
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([path, mode]) => `${path} ${(mode & 0o7777).toString(8)}`);
}

test('whatever the umask, a server and its commands write for their own user only', async () => {
  const before = process.umask(0);
  onTestFinished(() => {
    killServers();
    process.umask(before);
  });
  const dataDir = join(await makeFolder(), 'data');
  const backups = join(await makeFolder(), 'backups');
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port) };
  for (const round of ['new', 'repaired']) {
    const server = spawnServer(port, env);
    await waitUntilOpen(server);
    const seller = await addPerson(server.url);
    await addPost(seller);
    await new TestClient(server.url).send('POST /api/v1/users/forgot-password', {
      body: { email: seller.account.email },
    });
    const backup = await runCommand('admin', ['backup', backups], env);
    expect(backup).toMatchObject({ code: 0 });
    expect([round, await findOpen(dataDir)]).toEqual([round, []]);
    expect([round, await findOpen(backups)]).toEqual([round, []]);
    expect(await readdir(dataDir)).toEqual(
      expect.arrayContaining(['database', 'mail', 'media', 'secret-key', 'uploads']),
    );
    server.child.kill('SIGTERM');
    await server.ended;
    // An earlier version left this.
    for (const path of ['', ...(await readdir(dataDir, { recursive: true }))]) {
      const isFolder = (await lstat(join(dataDir, path))).isDirectory();
      await chmod(join(dataDir, path), isFolder ? 0o755 : 0o666);
    }
  }
});

test('changes only what the server wrote, and follows no links', async () => {
  const [dataDir, elsewhere] = [await makeFolder(), await makeFolder()];
  await mkdir(join(dataDir, 'media'));
  await writeFile(join(elsewhere, 'foreign'), '');
  await writeFile(join(dataDir, 'notes'), '');
  await chmod(join(elsewhere, 'foreign'), 0o644);
  await chmod(join(dataDir, 'notes'), 0o644);
  await symlink(join(elsewhere, 'foreign'), join(dataDir, 'media', 'link'));
  expect(makePrivate(dataDir)).toEqual([]);
  expect(await findOpen(elsewhere)).toEqual(['foreign 644']);
  expect((await findOpen(dataDir)).filter((path) => !path.includes('link'))).toEqual(['notes 644']);
});

test('leaves a folder of the whole machine open', async () => {
  const shared = await makeFolder();
  await chmod(shared, 0o1777);
  expect(makePrivate(shared)).toEqual([]);
  expect((await lstat(shared)).mode & 0o7777).toBe(0o1777);
  expect(makePrivate(join(shared, 'missing'))).toEqual([]);
});
