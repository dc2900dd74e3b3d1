import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { holdTable } from './locks.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from './process.ts';

const closing: (() => Promise<void>)[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  killServers();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const close of closing.splice(0)) await close();
});

async function openHostile(port: number, lines: string[], isDripping: boolean): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket.on('error', () => {}));
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (!isDripping) return;
  const dripping = setInterval(() => socket.write('a'), 100);
  socket.once('close', () => clearInterval(dripping));
}

const multipart = (boundary: string) => [
  'POST /api/v1/users/register HTTP/1.1',
  'host: upaj.example',
  `content-type: multipart/form-data; boundary=${boundary}`,
  'content-length: 1000000',
  '',
  `--${boundary}`,
  'content-disposition: form-data; name="avatar"; filename="a.jpg"',
  'content-type: image/jpeg',
];
const webSocket = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'host: upaj.example',
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
];

/** Lets every database connection of the server wait for a lock. */
async function saturate(databaseUrl: string, url: string): Promise<void> {
  const release = await holdTable(databaseUrl, 'posts');
  const asking = setInterval(() => {
    for (let count = 0; count < 10; count += 1) void fetch(`${url}/s/${randomUUID()}`).catch(() => undefined);
  }, 200);
  closing.unshift(async () => {
    clearInterval(asking);
    await release();
  });
}

test(
  'a saturated database and clients that never finish their requests do not make a graceful stop fail',
  { timeout: 90_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upaj-stop-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const database = await openTestDatabase();
    closing.push(database.close);
    const port = await freePort();
    const server = spawnServer(port, {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SECRET_KEY: 'k'.repeat(32),
    });
    await waitUntilOpen(server);
    await openHostile(port, multipart('upaj'), true);
    await openHostile(port, ['GET /healthz HTTP/1.1', 'host: upaj.example', 'x: '], true);
    await openHostile(port, webSocket, false);
    if (database.url) await saturate(database.url, server.url);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    server.child.kill('SIGTERM');
    // The exit code shows that the server stopped cleanly: when it gives up after 9 s, it ends with 1.
    expect((await server.ended).code).toBe(0);
  },
);

test('a stop while the demo market is loaded is no error', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-stop-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await fillDataDir(folder);
  const server = spawnServer(await freePort(), { DATA_DIR: folder, DEMO_DATA: 'on', LOG_LEVEL: 'error' });
  await waitUntilOpen(server);
  server.child.kill('SIGTERM');
  const { code, stdout } = await server.ended;
  expect(stdout).not.toContain('The demo market is complete.');
  expect([code, stdout.split('\n').filter((line) => line.startsWith('{'))]).toEqual([0, []]);
});
