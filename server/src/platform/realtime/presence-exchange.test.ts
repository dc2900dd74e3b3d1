import fastify from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCluster, type Cluster } from './cluster.ts';
import { exchangePresence, type Exchanging, type PresenceExchange } from './presence-exchange.ts';
import { Presence } from './presence.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const usual = { collectFor: 5, aliveEvery: 100, silentAfter: 500 };
const withoutHeartbeats = { ...usual, aliveEvery: 60 * 60_000 };

interface Process<C extends Exchanging = Exchanging> {
  cluster: C;
  presence: Presence;
  exchange: PresenceExchange;
}

const running = new Set<Process>();
afterEach(() => {
  for (const { exchange } of running) exchange.close();
  running.clear();
});

function run<C extends Exchanging>(cluster: C, times = usual): Process<C> {
  const presence = new Presence(() => {});
  const process = { cluster, presence, exchange: exchangePresence(cluster, presence, times) };
  running.add(process);
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

describe('what is sent', () => {
  let sent: { topic: string; news: object }[];
  let isLosing: boolean;
  let receivers: { id: string; topic: string; receive(news: never): void }[];
  let count = 0;
  beforeEach(() => {
    [sent, receivers, isLosing] = [[], [], false];
  });

  async function start(times = usual): Promise<Process> {
    const process = run(join(), times);
    await new Promise((resolve) => setImmediate(resolve));
    return process;
  }

  function join(): Exchanging {
    const processId = `process ${(count += 1)}`;
    return {
      processId,
      publish(topic, news) {
        sent.push({ topic, news: news as object });
        if (isLosing) return;
        for (const { id, topic: one, receive } of receivers)
          if (id !== processId && one === topic) receive(news as never);
      },
      on: (topic, receive) => void receivers.push({ id: processId, topic, receive }),
      onJoined: (listener) => void setImmediate(listener),
      onMissed() {},
    };
  }

  test('are changes, and the whole list to a process that joins', async () => {
    const one = await start(withoutHeartbeats);
    enter(one, 'asha');
    const other = await start(withoutHeartbeats);
    await sees(other, 'asha');
    sent = [];
    for (const id of ['ravi', 'meena']) enter(one, id);
    await sees(other, 'meena');
    leave(one, 'asha');
    await sees(other, 'asha', false);
    expect(other.presence.isOnline('ravi')).toBe(true);
    const { processId } = one.cluster;
    expect(sent).toEqual([
      { topic: 'presenceChanged', news: { processId, version: 2, came: ['ravi', 'meena'], left: [] } },
      { topic: 'presenceChanged', news: { processId, version: 3, came: [], left: ['asha'] } },
    ]);
  });

  test('is the whole list, once, when a heartbeat or a change shows that one was missed', async () => {
    const one = await start();
    const other = await start();
    enter(other, 'gita');
    await sees(one, 'gita');
    for (const [lost, found] of [
      ['asha', 'ravi'],
      ['meena', 'kiran'],
    ] as const) {
      enter(one, lost);
      await sees(other, lost);
      isLosing = true;
      sent = [];
      leave(one, lost);
      enter(one, found);
      await expect.poll(() => sent.map(({ topic }) => topic)).toContain('presenceChanged');
      isLosing = false;
      sent = [];
      if (lost === 'meena') enter(one, 'sita');
      await sees(other, found);
      expect(other.presence.isOnline(lost)).toBe(false);
      const lists = sent.filter(({ topic }) => topic === 'presenceList');
      expect(lists).toMatchObject([{ news: { processId: one.cluster.processId } }]);
    }
    expect(other.presence.isOnline('sita')).toBe(true);
  });
});

describe.runIf(redisUrl)('processes on one Redis', { meta: { skippedBecause: 'needs Redis' } }, () => {
  const { log } = fastify();
  const clusters: Cluster[] = [];
  let admin: Redis;
  beforeAll(() => {
    admin = new Redis(redisUrl ?? '');
  });
  afterEach(async () => {
    for (const cluster of clusters.splice(0)) await cluster.close();
  });
  afterAll(() => admin.disconnect());

  async function start(times = usual): Promise<Process<Cluster>> {
    const cluster = openCluster(redisUrl, log);
    clusters.push(cluster);
    const joined = new Promise<void>((resolve) => cluster.onJoined(resolve));
    const process = run(cluster, times);
    await joined;
    return process;
  }

  test('catch up at once after their own connection was lost', async () => {
    const one = await start(withoutHeartbeats);
    const other = await start(withoutHeartbeats);
    const rejoined = new Promise<void>((resolve) => other.cluster.onJoined(resolve));
    const list = (await admin.client('LIST', 'TYPE', 'PUBSUB')) as string;
    const line = list.split('\n').find((text) => text.includes(`name=upaj:news:${other.cluster.processId} `));
    await admin.client('KILL', 'ID', line?.match(/^id=(\d+)/)?.[1] ?? '');
    enter(one, 'asha');
    await rejoined;
    await sees(other, 'asha');
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
    expect(one.presence.isOnline('asha')).toBe(true);
    await killed.cluster.close();
    const killedAt = performance.now();
    await sees(one, 'asha', false);
    expect(performance.now() - killedAt).toBeGreaterThan(usual.silentAfter - usual.aliveEvery - 50);
  });
});
