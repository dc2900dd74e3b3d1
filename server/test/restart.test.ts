import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openBalancer } from './balancer.ts';
import { openTestDatabase } from './database.ts';
import { addPerson, addPost, type Person } from './factories.ts';
import { freePort, killServers, spawnServer, waitUntilOpen, type ServerProcess } from './process.ts';
import { connectSocket, openSocket } from './socket.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  killServers();
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Sends one call after another over a few connections, like a proxy, and repeats none. */
class Load {
  readonly outcomes = new Map<string, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #running: Promise<unknown>;
  #isStopping = false;

  constructor(url: string, { client }: Person, postId: string) {
    const calls = [
      ['GET', '/api/v1/users/current-user'],
      ['GET', '/api/v1/post/feed'],
      ['PUT', `/api/v1/post/${postId}/save`],
    ] as const;
    const headers = { cookie: client.cookieHeader };
    const call = (method: string, path: string) =>
      new Promise<string>((resolve) => {
        request(`${url}${path}`, { method, headers, agent: this.#agent })
          .on('response', (response) =>
            response.resume().on('end', () => resolve(String(response.statusCode))),
          )
          .on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
          .end();
      });
    const caller = async () => {
      for (let count = 0; !this.#isStopping; count += 1) {
        const [method, path] = calls[count % calls.length] ?? calls[0];
        const outcome = await call(method, path);
        this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
        // Without a pause, the load takes the processor from the server that starts.
        await sleep(20);
      }
    };
    this.#running = Promise.all(Array.from({ length: 8 }, caller));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
    this.#agent.destroy();
  }
}

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const reason = { meta: { skippedBecause: 'an embedded database belongs to one process' } };

test.runIf(onPostgres)('each of two servers restarts under load without a broken call', reason, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-restart-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const database = await openTestDatabase();
  closing.push(database.close);
  const env = { DATA_DIR: folder, DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32), LOG_LEVEL: 'warn' };
  const open = async (port: number): Promise<ServerProcess> => {
    const server = spawnServer(port, env);
    await waitUntilOpen(server);
    return server;
  };
  const ports = [await freePort(), await freePort()];
  const servers = [await open(ports[0] ?? 0), await open(ports[1] ?? 0)];
  const balancer = await openBalancer(servers.map(({ url }) => url));
  closing.push(balancer.close);
  const person = await addPerson(balancer.url);
  const { _id } = await addPost(person);
  const load = new Load(balancer.url, person, _id);
  const sockets = await Promise.all(
    Array.from({ length: 4 }, () =>
      connectSocket(
        openSocket(balancer.url, person.client, { reconnection: true, transports: ['websocket'] }),
      ),
    ),
  );
  closing.push(async () => sockets.forEach((socket) => socket.close()));
  let longestAway = 0;
  for (const socket of sockets) {
    let leftAt = 0;
    socket.on('disconnect', () => (leftAt = performance.now()));
    socket.on('connect', () => (longestAway = Math.max(longestAway, performance.now() - leftAt)));
  }

  for (const [index, server] of servers.entries()) {
    const began = performance.now();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    await open(ports[index] ?? 0);
    await sleep(1_500);
  }
  await load.stop();
  // 429 is allowed, because the load can exceed rate limits.
  expect([...load.outcomes.keys()].filter((outcome) => !['200', '429'].includes(outcome))).toEqual([]);
  expect(load.outcomes.get('200')).toBeGreaterThan(100);
  await expect.poll(() => sockets.every(({ connected }) => connected)).toBe(true);
  expect(longestAway).toBeGreaterThan(0);
  expect(longestAway).toBeLessThan(15_000);
});
