import { randomUUID } from 'node:crypto';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';

/** What processes tell each other. */
export interface ClusterNews {
  /** Everybody with a socket in that process. */
  presence: { processId: string; ids: string[] };
  /** Somebody's first socket there opened, or their last one closed. */
  presenceChanged: { processId: string; userId: string; isOnline: boolean };
  /** From now on the two are told of each other's comings and goings. */
  acquainted: { one: string; other: string };
  /** From now on neither is told of the other. */
  separated: { one: string; other: string };
  sessionEnded: { token: string } | { userId: string };
  /** Pages of the feed show something else now; without an id all of them may. */
  feedChanged: { postId: string | undefined };
  /** Mandis reported. */
  ratesChanged: null;
}

type Topic = keyof ClusterNews;
type Listener<T extends Topic> = (news: ClusterNews[T]) => void;

/** The processes that serve together. Alone, without Redis, there is nobody to tell. */
export interface Cluster {
  readonly processId: string;
  /** How Socket.IO reaches sockets of other processes. */
  readonly adapter: ServerOptions['adapter'] | undefined;
  readonly redis: Redis | undefined;
  /** Tells the other processes, not this one. */
  publish<T extends Topic>(topic: T, news: ClusterNews[T]): void;
  on<T extends Topic>(topic: T, listener: Listener<T>): void;
  /** The line to the others was cut: whatever they told meanwhile was missed. */
  onMissed(listener: () => void): void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export function openCluster(redisUrl: string | undefined, log: FastifyBaseLogger): Cluster {
  return redisUrl ? joinCluster(redisUrl, log) : alone();
}

function alone(): Cluster {
  return {
    processId: randomUUID(),
    adapter: undefined,
    redis: undefined,
    publish() {},
    on() {},
    onMissed() {},
    ping: async () => {},
    close: async () => {},
  };
}

const channel = 'upaj:news';

function joinCluster(redisUrl: string, log: FastifyBaseLogger): Cluster {
  const processId = randomUUID();
  // Requests wait for it, to be counted: a Redis that hangs must not hang them.
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 1_000 });
  // These listen, and go on waiting while Redis is away.
  const listening = { maxRetriesPerRequest: null, commandTimeout: undefined } as const;
  const subscriber = redis.duplicate(listening);
  const streams = redis.duplicate(listening);
  const listeners = new Map<Topic, Listener<never>[]>();
  const missed: (() => void)[] = [];
  let isConnected = true;
  for (const client of [redis, subscriber, streams]) client.on('error', () => undefined);
  redis.on('close', () => {
    if (isConnected) log.error('Redis is away; processes do not hear of each other until it is back');
    isConnected = false;
  });
  subscriber.on('ready', () => {
    if (!isConnected) for (const listener of missed) listener();
    isConnected = true;
  });
  subscriber.subscribe(channel).catch((error: unknown) => log.error({ err: error }, 'no news of others'));
  subscriber.on('message', (_, text) => {
    const { from, topic, news } = JSON.parse(text) as { from: string; topic: Topic; news: never };
    if (from === processId) return;
    for (const listener of listeners.get(topic) ?? []) listener(news);
  });

  return {
    processId,
    adapter: createAdapter(streams, { streamName: 'upaj:sockets', channelPrefix: 'upaj:sockets' }),
    redis,
    publish(topic, news) {
      // Nobody misses it for long: sessions are looked up again each minute, and pages made anew after a cut.
      redis
        .publish(channel, JSON.stringify({ from: processId, topic, news }))
        .catch((error: unknown) => log.warn({ err: error, topic }, 'news could not be told'));
    },
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener as Listener<never>]);
    },
    onMissed: (listener) => void missed.push(listener),
    async ping() {
      await redis.ping();
    },
    async close() {
      redis.removeAllListeners('close');
      for (const client of [subscriber, redis, streams]) client.disconnect();
    },
  };
}
