import { randomUUID } from 'node:crypto';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';

/** Domains add their own topics. */
export interface ClusterNews {
  /** `version` counts the changes of a process, so that others find out when they missed one. */
  presenceChanged: { processId: string; version: number; came: string[]; left: string[] };
  presenceAlive: { processId: string; version: number };
  /** Requests the list of one process, or of all. */
  presenceWanted: { processId?: string };
  presenceList: { processId: string; version: number; ids: string[] };
  presenceEnded: { processId: string };
  presenceShown: { one: string; other: string };
  presenceHidden: { one: string; other: string };
  newsLost: null;
}

type Topic = keyof ClusterNews;
type Listener<T extends Topic> = (news: ClusterNews[T]) => void;

/** Messages between the processes of a cluster. Without Redis there is only this process, and `publish` does nothing. */
export interface Cluster {
  readonly processId: string;
  readonly adapter: ServerOptions['adapter'] | undefined;
  readonly redis: Redis | undefined;
  publish<T extends Topic>(topic: T, news: ClusterNews[T]): void;
  on<T extends Topic>(topic: T, listener: Listener<T>): void;
  /** Runs when messages of other processes begin to arrive: at the start, and after the connection was lost. */
  onJoined(listener: () => void): void;
  /** Runs when messages may have been missed, because a connection to Redis was lost. */
  onMissed(listener: () => void): void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export function openCluster(redisUrl: string | undefined, log: FastifyBaseLogger): Cluster {
  return redisUrl ? joinCluster(redisUrl, log) : singleProcess();
}

function singleProcess(): Cluster {
  return {
    processId: randomUUID(),
    adapter: undefined,
    redis: undefined,
    publish() {},
    on() {},
    onJoined() {},
    onMissed() {},
    ping: async () => {},
    close: async () => {},
  };
}

const channel = 'upaj:news';
const retryAfter = 1_000;

function joinCluster(redisUrl: string, log: FastifyBaseLogger): Cluster {
  const processId = randomUUID();
  // Rate limits wait for this connection, so a Redis that hangs must fail fast.
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 1_000 });
  const listening = { maxRetriesPerRequest: null, commandTimeout: undefined } as const;
  const connectionName = `upaj:news:${processId}`;
  // `listen` subscribes again, not ioredis, whose errors nothing would handle.
  const subscriber = redis.duplicate({ ...listening, connectionName, autoResubscribe: false });
  const streams = redis.duplicate(listening);
  const listeners = new Map<Topic, Listener<never>[]>();
  const joined: (() => void)[] = [];
  const missed: (() => void)[] = [];
  let isPublishing = true;
  let isSubscribed = true;
  let isClosed = false;
  let retryTimer: NodeJS.Timeout | undefined;
  for (const client of [redis, subscriber, streams]) client.on('error', () => undefined);
  redis.on('close', () => {
    if (isPublishing) log.error('Redis is down; nothing is published to other processes until it is back');
    isPublishing = false;
  });
  redis.on('ready', () => (isPublishing = true));
  subscriber.on('close', () => {
    if (isSubscribed) log.error('Redis is down; nothing is received from other processes until it is back');
    isSubscribed = false;
  });
  subscriber.on('ready', () => void listen());
  subscriber.on('message', (_, text) => {
    const { from, topic, news } = JSON.parse(text) as { from: string; topic: Topic; news: never };
    if (from === processId) return;
    if (topic === 'newsLost') return catchUp();
    for (const listener of listeners.get(topic) ?? []) listener(news);
  });

  /** Messages that others publish before Redis confirms the subscription are missed. */
  async function listen(): Promise<void> {
    try {
      await subscriber.subscribe(channel);
      if (!isSubscribed) catchUp();
      isSubscribed = true;
      for (const listener of joined) listener();
    } catch (error) {
      // When the connection was lost again, the next 'ready' event tries again.
      if (subscriber.status === 'ready') log.error({ err: error }, 'could not subscribe to other processes');
    }
  }

  function catchUp(): void {
    for (const listener of missed) listener();
  }

  async function publish<T extends Topic>(topic: T, news: ClusterNews[T]): Promise<void> {
    try {
      await redis.publish(channel, JSON.stringify({ from: processId, topic, news }));
    } catch (error) {
      if (topic !== 'newsLost')
        log.warn({ err: error, topic }, 'a message to other processes could not be published');
      if (isClosed) return;
      // Retries until the others at least know that they missed something.
      retryTimer ??= setTimeout(() => {
        retryTimer = undefined;
        void publish('newsLost', null);
      }, retryAfter).unref();
    }
  }

  return {
    processId,
    adapter: createAdapter(streams, { streamName: 'upaj:sockets', channelPrefix: 'upaj:sockets' }),
    redis,
    publish: (topic, news) => void publish(topic, news),
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener as Listener<never>]);
    },
    onJoined: (listener) => void joined.push(listener),
    onMissed: (listener) => void missed.push(listener),
    async ping() {
      await redis.ping();
    },
    async close() {
      for (const client of [redis, subscriber]) client.removeAllListeners('close');
      isClosed = true;
      clearTimeout(retryTimer);
      for (const client of [subscriber, redis, streams]) client.disconnect();
    },
  };
}
