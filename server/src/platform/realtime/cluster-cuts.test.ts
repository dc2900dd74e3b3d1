import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openOwnRedis } from '#test/faults/redis.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { clusterTopic } from './topics.ts';

const topic = clusterTopic('feedChanged', 1, z.literal('all'));
const alone = { meta: { skippedBecause: 'needs Redis' } };

// These tests start their own Redis, because the processes of other tests report missed messages.
describe.runIf(process.env['TEST_REDIS_URL'])('a lost connection to Redis', alone, () => {
  let redis: Awaited<ReturnType<typeof openOwnRedis>>;
  let one: Cluster;
  let other: Cluster;
  let logs: string[];
  let missed: string[];
  beforeAll(async () => {
    redis = await openOwnRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    [logs, missed] = [[], []];
    one = await join('one');
    other = await join('other');
  });
  afterEach(async () => {
    await one.close();
    await other.close();
  });

  async function join(name: string): Promise<Cluster> {
    const { log } = fastify({ logger: { stream: { write: (line: string) => void logs.push(line) } } });
    const cluster = await openCluster(redis.url, log);
    cluster.missed.listen(() => void missed.push(name));
    await expect.poll(() => listeningId(cluster)).toBeDefined();
    return cluster;
  }

  async function listeningId({ processId }: Cluster): Promise<string | undefined> {
    const list = (await redis.client.client('LIST', 'TYPE', 'PUBSUB')) as string;
    const line = list.split('\n').find((text) => text.includes(`name=upaj:news:${processId} `));
    return line?.match(/^id=(\d+)/)?.[1];
  }

  async function blockPublishing({ redis }: Cluster): Promise<void> {
    const ended = new Promise((resolve) => redis?.once('end', resolve));
    redis?.disconnect();
    await ended;
  }

  test('of the subscriber reports missed messages', async () => {
    await redis.client.client('KILL', 'ID', (await listeningId(other)) ?? '');
    await expect.poll(() => missed).toEqual(['other']);
    expect(logs.filter((line) => line.includes('nothing is received from other processes'))).toHaveLength(1);
    const received: string[] = [];
    other.on(topic, (change) => void received.push(change));
    one.publish(topic, 'all');
    await expect.poll(() => received).toContain('all');
    expect(missed).toEqual(['other']);
  });

  test('of the publisher makes the other processes report missed messages', async () => {
    await blockPublishing(one);
    one.publish(topic, 'all');
    one.publish(topic, 'all');
    await expect.poll(() => logs.filter((line) => line.includes('could not be published')).length).toBe(2);
    await one.redis?.connect();
    await expect.poll(() => missed).toEqual(['other']);
    expect(logs.filter((line) => line.includes('could not be published'))).toHaveLength(2);
  });

  test('without a lost message reports nothing', async () => {
    await blockPublishing(one);
    await one.redis?.connect();
    const received: string[] = [];
    other.on(topic, (change) => void received.push(change));
    one.publish(topic, 'all');
    await expect.poll(() => received).toContain('all');
    expect(missed).toEqual([]);
  });
});
