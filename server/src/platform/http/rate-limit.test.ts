import { randomUUID } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { openCluster, type Cluster } from '#src/platform/realtime/cluster.ts';
import { addressKey, countWrong, networkKey, rateLimits, type RateLimit } from './rate-limit.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const rule = (name: string, points = 3) => ({ name, points, minutes: 1 });
const patient = 10_000;
const tooMany = { code: 'TOO_MANY_REQUESTS' };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function joinRedis(url: string, timeout?: number): Promise<Cluster> {
  const cluster = await openCluster(url, fastify().log, timeout);
  ends.push(() => cluster.close());
  await cluster.ping();
  return cluster;
}

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

test('without Redis limits each key in each window, and points can be given back', async () => {
  const makeLimit = rateLimits(undefined);
  const limit = makeLimit(rule('first'));
  expect(await countTaken(limit, 3)).toBe(3);
  await limit.giveBack('asha');
  expect(await countTaken(limit, 2)).toBe(1);
  await limit.take('ravi');
  await expect(limit.take('asha')).rejects.toMatchObject({ ...tooMany, retryAfterSeconds: 60 });
  await makeLimit(rule('second')).take('asha');
});

test('counts an attempt only after a wrong password, not after a failed comparison', async () => {
  const limit = rateLimits(undefined)(rule('tries', 2));
  const attempt = (compare: () => Promise<boolean>) => countWrong([[limit, 'asha']], compare);
  for (let count = 0; count < 3; count += 1) {
    await expect(attempt(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await attempt(async () => true)).toBe(true);
  }
  for (let count = 0; count < 2; count += 1) expect(await attempt(async () => false)).toBe(false);
  await expect(attempt(async () => true)).rejects.toMatchObject(tooMany);
});

test('calls with the same rule count together, and two rules with the same name are refused', async () => {
  const makeLimit = rateLimits(undefined);
  const shared = rule('first');
  await makeLimit(shared).take('asha');
  expect(await countTaken(makeLimit(shared), 3)).toBe(2);
  expect(() => makeLimit(rule('first'))).toThrow('two limits are named first');
});

test('IPv6 addresses of one /56 count together, and IPv4 in IPv6 as IPv4', () => {
  const keys = (...addresses: string[]) => new Set(addresses.map(addressKey)).size;
  expect(keys('2001:db8:1:200::1', '2001:db8:1:2ff:ffff:ffff:ffff:ffff', '2001:DB8:1:201:0:0:0:7')).toBe(1);
  expect(keys('2001:db8:1:200::1', '2001:db8:1:300::1')).toBe(2);
  expect(keys('203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107')).toBe(1);
  expect(keys('203.0.113.7', '203.0.113.8', '::ffff:203.0.113.9')).toBe(3);
  expect(keys('fe80::1%eth0', 'fe80::2%eth0')).toBe(1);
  expect(addressKey('')).toBe('');
  expect(['203.0.113.7', '2001:db8:1:2::1'].map(networkKey)).toEqual(['203.0.113.0/24', '2001:db8:1::/48']);
});

test('an IPv6 /48, which anybody can have, counts as sixteen subscribers', async () => {
  const limit = rateLimits(undefined)(rule('network', 2));
  const take = (network: number, subscriber: number) =>
    limit.take(addressKey(`2001:db8:${network}:${subscriber.toString(16)}00::1`));
  for (let subscriber = 0; subscriber < 32; subscriber += 1) await take(1, subscriber);
  await expect(take(1, 32)).rejects.toMatchObject(tooMany);
  await take(2, 0);
  const attempt = (subscriber: number) =>
    countWrong([[limit, addressKey(`2001:db8:3:${subscriber.toString(16)}00::1`)]], async () => false);
  for (let subscriber = 0; subscriber < 32; subscriber += 1) expect(await attempt(subscriber)).toBe(false);
  await expect(attempt(32)).rejects.toMatchObject(tooMany);
});

describe.runIf(redisUrl)('with Redis', { meta: { skippedBecause: 'needs Redis' } }, () => {
  test('processes count together', async () => {
    const name = randomUUID();
    const [one, other] = await Promise.all([1, 2].map(() => joinRedis(redisUrl ?? '', patient)));
    const here = rateLimits(one?.redis, patient)(rule(name, 5));
    const there = rateLimits(other?.redis, patient)(rule(name, 5));
    expect(await countTaken(here, 3)).toBe(3);
    expect(await countTaken(there, 3)).toBe(2);
    for (let count = 0; count < 2; count += 1) await here.giveBack('asha');
    expect(await countTaken(there, 2)).toBe(1);
    await rateLimits(other?.redis, patient)(rule(`${name}-2`, 5)).take('asha');
  });

  test.each(['hangs', 'is away'] as const)(
    'when %s, each process counts alone without long waits',
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
      const limit = rateLimits(cluster.redis)(rule(randomUUID()));
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
