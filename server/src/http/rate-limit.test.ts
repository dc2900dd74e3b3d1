import { randomUUID } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { openCluster, type Cluster } from '#src/realtime/cluster.ts';
import { rateLimits, type RateLimit } from './rate-limit.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const tooMany = { code: 'TOO_MANY_REQUESTS' };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function joinRedis(url: string): Promise<Cluster> {
  const cluster = openCluster(url, fastify().log);
  ends.push(() => cluster.close());
  await cluster.ping();
  return cluster;
}

/** How many of these are let through, one after the other. */
async function countTaken(limit: RateLimit, tries: number): Promise<number> {
  let taken = 0;
  for (let count = 0; count < tries; count += 1) {
    await limit.take('asha').then(
      () => (taken += 1),
      (error: unknown) => expect(error).toMatchObject(tooMany),
    );
  }
  return taken;
}

test('alone: so many in a window, for each key and each limit, and what is given back counts no more', async () => {
  const makeLimit = rateLimits(undefined);
  const limit = makeLimit('first', 3, 1);
  expect(await countTaken(limit, 3)).toBe(3);
  await limit.giveBack('asha');
  expect(await countTaken(limit, 2)).toBe(1);
  await limit.take('ravi');
  await expect(limit.take('asha')).rejects.toMatchObject({ ...tooMany, retryAfterSeconds: 60 });
  await makeLimit('second', 3, 1).take('asha');
});

test('two limits of one name would count together, so there are none', () => {
  const makeLimit = rateLimits(undefined);
  makeLimit('first', 3, 1);
  expect(() => makeLimit('first', 3, 1)).toThrow('two limits are named first');
});

describe.runIf(redisUrl)('with Redis', () => {
  test('processes count together', async () => {
    const name = randomUUID();
    const [one, other] = await Promise.all([redisUrl ?? '', redisUrl ?? ''].map(joinRedis));
    const here = rateLimits(one?.redis)(name, 5, 1);
    const there = rateLimits(other?.redis)(name, 5, 1);
    expect(await countTaken(here, 3)).toBe(3);
    expect(await countTaken(there, 3)).toBe(2);
    // The third was counted as well, though it was refused.
    for (let count = 0; count < 2; count += 1) await here.giveBack('asha');
    expect(await countTaken(there, 2)).toBe(1);
    await rateLimits(other?.redis)(`${name}-2`, 5, 1).take('asha');
  });

  test.each(['hangs', 'is away'] as const)(
    'one that %s holds nobody up for long, and each counts alone',
    async (fault) => {
      const lines = new Set<Socket>();
      const { port, hostname } = new URL(redisUrl ?? '');
      const between = createServer((line) => {
        const redis = connect(Number(port), hostname);
        line.pipe(redis).pipe(line);
        for (const socket of [line, redis]) lines.add(socket.on('error', () => undefined));
      });
      await new Promise<void>((resolve) => void between.listen(0, '127.0.0.1', resolve));
      ends.push(() => {
        for (const socket of lines) socket.destroy();
        between.close();
      });
      const cluster = await joinRedis(`redis://127.0.0.1:${(between.address() as AddressInfo).port}`);
      const limit = rateLimits(cluster.redis)(randomUUID(), 3, 1);
      await limit.take('asha');
      if (fault === 'hangs') for (const line of lines) line.unpipe().pause();
      else {
        between.close();
        for (const line of lines) line.destroy();
      }
      expect(await countTaken(limit, 4)).toBe(3);
    },
  );
});
