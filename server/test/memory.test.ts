import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { addPerson, addPost } from './factories.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from './process.ts';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
/** How much memory the server may use, in MB, on a machine that has 1 GB. */
const most = isOnPostgres ? { atRest: 250, afterLoad: 265 } : { atRest: 290, afterLoad: 330 };

let folder = '';
afterEach(killServers);
afterAll(() => rm(folder, { recursive: true, force: true }));

function megabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

test.runIf(process.platform === 'linux')(
  'a new server uses little memory at rest, and after log-ins, posts and pages of the feed',
  { meta: { skippedBecause: 'reads /proc' } },
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'upaj-memory-'));
    const database = isOnPostgres ? await openTestDatabase() : undefined;
    if (!database) await fillDataDir(folder);
    const server = spawnServer(await freePort(), {
      DATA_DIR: folder,
      ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }),
    });
    await waitUntilOpen(server);
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(server.url)));
    for (const person of people) await addPost(person);
    // In the first seconds memory is higher, because the program of the embedded database is compiled.
    await expect.poll(() => megabytes(server.child.pid)).toBeLessThan(most.atRest);
    const load = people.map(async ({ client }, index) => {
      for (let number = 1; number <= 50; number += 1) {
        await client.call('GET /api/v1/post/feed', { query: { q: `${index}x${number}` } });
        // A member may send 8 searches in a second.
        await wait(130);
      }
    });
    await Promise.all(load);
    // Memory falls when the garbage of the load is collected.
    await expect.poll(() => megabytes(server.child.pid)).toBeLessThan(most.afterLoad);
    server.child.kill('SIGKILL');
    await server.ended;
    await database?.close();
  },
);

const belongs = { meta: { skippedBecause: 'an embedded database belongs to one process' } };
test.skipIf(isOnPostgres)(
  'a new embedded database is created in a container of 768 MB',
  belongs,
  async () => {
    const program = fileURLToPath(new URL('../src/platform/db/create-embedded.ts', import.meta.url));
    const atEnd = `process.on('exit', () => process.stdout.write(String(process.resourceUsage().maxRSS)))`;
    const target = await mkdtemp(join(tmpdir(), 'upaj-memory-'));
    const args = ['--import', `data:text/javascript,${atEnd}`, program, join(target, 'database')];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    await rm(target, { recursive: true });
    // The limit leaves enough of 1 GB for the server, which uses 100 MB while this process creates the database.
    expect(Number(stdout) / 1024).toBeLessThan(620);
  },
);
