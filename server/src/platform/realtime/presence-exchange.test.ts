import fastify from 'fastify';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openOwnRedis } from '#test/faults/redis.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { exchangePresence, type PresenceExchange } from './presence-exchange.ts';
import { Presence } from './presence.ts';

const usual = { collectFor: 5, aliveEvery: 100, silentAfter: 500, retryAfter: 50 };
const withoutHeartbeats = { ...usual, aliveEvery: 60 * 60_000, silentAfter: 60 * 60_000 };

interface Process {
  cluster: Cluster;
  presence: Presence;
  exchange: PresenceExchange;
}

const alone = { meta: { skippedBecause: 'needs Redis' } };
// These tests count what Redis sends, so they start their own.
describe.runIf(process.env['TEST_REDIS_URL'])('processes on one Redis', alone, () => {
  const { log } = fastify();
  const running = new Set<Process>();
  let redis: Awaited<ReturnType<typeof openOwnRedis>>;
  let admin: Redis;
  let listening: Redis;
  const sent: { news: { processId: string } }[] = [];
  beforeAll(async () => {
    redis = await openOwnRedis();
    admin = redis.client;
    listening = admin.duplicate();
    await listening.subscribe('upaj:news');
    listening.on('message', (_, text) => {
      if (text.includes('"onlineChanged"')) sent.push(JSON.parse(text));
    });
  });
  afterEach(async () => {
    for (const { exchange, cluster } of running) {
      exchange.close();
      await cluster.close();
    }
    running.clear();
  });
  afterAll(async () => {
    listening.disconnect();
    await redis.close();
  });

  async function start(times = usual): Promise<Process> {
    const cluster = await openCluster(redis.url, log);
    const joined = new Promise<void>((resolve) => cluster.joined.listen(resolve));
    const presence = new Presence(() => {});
    const process = { cluster, presence, exchange: exchangePresence(cluster, presence, log, times) };
    running.add(process);
    await joined;
    return process;
  }

  function enter({ presence, exchange }: Process, userId: string): void {
    if (presence.enter(userId)) exchange.changed(userId, true);
  }

  function leave({ presence, exchange }: Process, userId: string): void {
    if (presence.leave(userId)) exchange.changed(userId, false);
  }

  async function sees({ presence }: Process, userId: string, isOnline = true): Promise<void> {
    await expect.poll(() => presence.isOnline(userId), { interval: 5 }).toBe(isOnline);
  }

  async function cutListening({ cluster }: Process): Promise<void> {
    const list = (await admin.client('LIST', 'TYPE', 'PUBSUB')) as string;
    const line = list.split('\n').find((text) => text.includes(`name=upaj:news:${cluster.processId} `));
    await admin.client('KILL', 'ID', line?.match(/^id=(\d+)/)?.[1] ?? '');
  }

  const keysOf = ({ cluster: { processId } }: Process) => [
    `upaj:online:${processId}`,
    `upaj:online-changes:${processId}`,
  ];

  /** Returns how many bytes Redis has sent to all clients. */
  async function bytesOut(): Promise<number> {
    return Number((await admin.info('stats')).match(/total_net_output_bytes:(\d+)/)?.[1]);
  }

  test('send each other changes only', async () => {
    const one = await start(withoutHeartbeats);
    enter(one, 'asha');
    const other = await start(withoutHeartbeats);
    await sees(other, 'asha');
    sent.length = 0;
    for (const id of ['ravi', 'meena']) enter(one, id);
    await sees(other, 'meena');
    leave(one, 'asha');
    await sees(other, 'asha', false);
    expect(other.presence.isOnline('ravi')).toBe(true);
    const { processId } = one.cluster;
    const changes = sent.map(({ news }) => news).filter((news) => news.processId === processId);
    expect(changes).toMatchObject([
      { processId, came: ['ravi', 'meena'], left: [] },
      { processId, came: [], left: ['asha'] },
    ]);
  });

  test('read only what they missed after their own connection was lost', async () => {
    const one = await start(withoutHeartbeats);
    const many = Array.from({ length: 20_000 }, (_, index) => `a user with an id of usual length ${index}`);
    for (const id of many) enter(one, id);
    const other = await start(withoutHeartbeats);
    await sees(other, many.at(-1) ?? '');
    const before = await bytesOut();
    const rejoined = new Promise<void>((resolve) => other.cluster.joined.listen(resolve));
    await cutListening(other);
    enter(one, 'asha');
    leave(one, many[0] ?? '');
    await rejoined;
    await sees(other, 'asha');
    await sees(other, many[0] ?? '', false);
    expect(other.presence.isOnline(many[1] ?? '')).toBe(true);
    expect((await bytesOut()) - before).toBeLessThan(300_000);
  });

  test('write their sets again after Redis lost them, and others read those', async () => {
    const one = await start();
    const other = await start();
    enter(one, 'asha');
    await sees(other, 'asha');
    await admin.del(...keysOf(one));
    enter(one, 'ravi');
    leave(one, 'asha');
    await sees(other, 'ravi');
    await sees(other, 'asha', false);
    await expect.poll(() => admin.smembers(keysOf(one)[0] ?? '')).toEqual(['ravi']);
    for (const key of keysOf(one)) await admin.set(key, 'not a set');
    enter(one, 'meena');
    await sees(other, 'meena');
    const late = await start();
    await sees(late, 'ravi');
    await sees(late, 'meena');
  });

  test('survive a change in Redis that nobody can read', async () => {
    const one = await start(withoutHeartbeats);
    const other = await start(withoutHeartbeats);
    enter(one, 'asha');
    await sees(other, 'asha');
    const changes = keysOf(one)[1] ?? '';
    const [[latest = ''] = []] = await admin.xrevrange(changes, '+', '-', 'COUNT', 1);
    await admin.xadd(changes, `${Number.parseInt(latest, 10) + 1}-0`, 'x', '{');
    await cutListening(other);
    for (const id of ['ravi', 'meena']) {
      enter(one, id);
      await sees(other, id);
    }
    expect(other.presence.isOnline('asha')).toBe(true);
  });

  test('remove the users of a killed process when its heartbeats end, and at once of one that stops', async () => {
    const one = await start();
    const killed = await start();
    const stopped = await start();
    enter(killed, 'asha');
    enter(stopped, 'ravi');
    await sees(one, 'asha');
    await sees(one, 'ravi');
    stopped.exchange.close();
    await sees(one, 'ravi', false);
    await expect.poll(() => admin.exists(...keysOf(stopped))).toBe(0);
    expect(one.presence.isOnline('asha')).toBe(true);
    await expect.poll(() => admin.exists(...keysOf(killed))).toBe(2);
    const killedAt = performance.now();
    await killed.cluster.close();
    await sees(one, 'asha', false);
    expect(performance.now() - killedAt).toBeGreaterThan(100);
    await expect.poll(() => admin.exists(...keysOf(killed))).toBe(0);
  });
});
