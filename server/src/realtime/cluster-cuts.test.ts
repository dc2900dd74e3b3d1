import fastify from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCluster, type Cluster } from './cluster.ts';

const redisUrl = process.env['TEST_REDIS_URL'];

describe.runIf(redisUrl)('a line to Redis that is cut', () => {
  let admin: Redis;
  let one: Cluster;
  let other: Cluster;
  let logs: string[];
  /** Who missed something. */
  let missed: string[];
  beforeAll(() => {
    admin = new Redis(redisUrl ?? '');
  });
  afterAll(() => admin.disconnect());
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
    const cluster = openCluster(redisUrl, log);
    cluster.onMissed(() => void missed.push(name));
    await expect.poll(() => listeningId(cluster)).toBeDefined();
    return cluster;
  }

  /** Redis's number for the connection by which it listens. */
  async function listeningId({ processId }: Cluster): Promise<string | undefined> {
    const list = (await admin.client('LIST', 'TYPE', 'PUBSUB')) as string;
    const line = list.split('\n').find((text) => text.includes(`name=upaj:news:${processId} `));
    return line?.match(/^id=(\d+)/)?.[1];
  }

  async function stopTelling({ redis }: Cluster): Promise<void> {
    const ended = new Promise((resolve) => redis?.once('end', resolve));
    redis?.disconnect();
    await ended;
  }

  test('only where it listens, is noticed: what was told meanwhile was missed', async () => {
    await admin.client('KILL', 'ID', (await listeningId(other)) ?? '');
    await expect.poll(() => missed).toEqual(['other']);
    expect(logs.filter((line) => line.includes('not heard'))).toHaveLength(1);
    const heard: string[] = [];
    other.on('feedChanged', ({ postId }) => void heard.push(String(postId)));
    one.publish('feedChanged', { postId: 'post' });
    await expect.poll(() => heard).toContain('post');
    expect(missed).toEqual(['other']);
  });

  test('where it tells: the others hear afterwards that they have missed something', async () => {
    await stopTelling(one);
    one.publish('feedChanged', { postId: 'post' });
    one.publish('ratesChanged', null);
    await expect.poll(() => logs.filter((line) => line.includes('could not be told')).length).toBe(2);
    await one.redis?.connect();
    await expect.poll(() => missed, { timeout: 5_000 }).toEqual(['other']);
    expect(logs.filter((line) => line.includes('could not be told'))).toHaveLength(2);
  });

  test('of which nothing was lost troubles nobody', async () => {
    await stopTelling(one);
    await one.redis?.connect();
    const heard: string[] = [];
    other.on('feedChanged', ({ postId }) => void heard.push(String(postId)));
    one.publish('feedChanged', { postId: 'post' });
    await expect.poll(() => heard).toContain('post');
    expect(missed).toEqual([]);
  });
});
