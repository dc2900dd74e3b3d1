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
  /** Something that was to be told could not be, and nobody remembers what. */
  newsLost: null;
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
  /** The line from one process to another was cut: what was told meanwhile was missed here. */
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
/** In ms. */
const pauseBeforeTellingAgain = 1_000;

function joinCluster(redisUrl: string, log: FastifyBaseLogger): Cluster {
  const processId = randomUUID();
  // Requests wait for it, to be counted: a Redis that hangs must not hang them.
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 1_000 });
  // These listen, and go on waiting while Redis is away.
  const listening = { maxRetriesPerRequest: null, commandTimeout: undefined } as const;
  const subscriber = redis.duplicate({ ...listening, connectionName: `upaj:news:${processId}` });
  const streams = redis.duplicate(listening);
  const listeners = new Map<Topic, Listener<never>[]>();
  const missed: (() => void)[] = [];
  let isTelling = true;
  let isHearing = true;
  let isClosed = false;
  let tellingAgain: NodeJS.Timeout | undefined;
  for (const client of [redis, subscriber, streams]) client.on('error', () => undefined);
  redis.on('close', () => {
    if (isTelling) log.error('Redis is away; other processes are not told of anything until it is back');
    isTelling = false;
  });
  redis.on('ready', () => (isTelling = true));
  subscriber.on('close', () => {
    if (isHearing) log.error('Redis is away; other processes are not heard until it is back');
    isHearing = false;
  });
  subscriber.on('ready', () => void listen());
  subscriber.on('message', (_, text) => {
    const { from, topic, news } = JSON.parse(text) as { from: string; topic: Topic; news: never };
    if (from === processId) return;
    if (topic === 'newsLost') return catchUp();
    for (const listener of listeners.get(topic) ?? []) listener(news);
  });

  /** Nothing is heard before Redis has confirmed it, so only what came until then was missed. */
  async function listen(): Promise<void> {
    try {
      await subscriber.subscribe(channel);
      if (!isHearing) catchUp();
      isHearing = true;
    } catch (error) {
      // A line that is cut again begins anew when it is back.
      if (subscriber.status === 'ready') log.error({ err: error }, 'no news of others');
    }
  }

  function catchUp(): void {
    for (const listener of missed) listener();
  }

  async function publish<T extends Topic>(topic: T, news: ClusterNews[T]): Promise<void> {
    try {
      await redis.publish(channel, JSON.stringify({ from: processId, topic, news }));
    } catch (error) {
      if (topic !== 'newsLost') log.warn({ err: error, topic }, 'news could not be told');
      if (isClosed) return;
      // Until the others know at least that there was something.
      tellingAgain ??= setTimeout(() => {
        tellingAgain = undefined;
        void publish('newsLost', null);
      }, pauseBeforeTellingAgain).unref();
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
    onMissed: (listener) => void missed.push(listener),
    async ping() {
      await redis.ping();
    },
    async close() {
      for (const client of [redis, subscriber]) client.removeAllListeners('close');
      isClosed = true;
      clearTimeout(tellingAgain);
      for (const client of [subscriber, redis, streams]) client.disconnect();
    },
  };
}
