import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import * as z from 'zod/mini';
import { localEvent, type LocalEvent } from '#src/platform/local-event.ts';
import {
  clusterTopic,
  countMessages,
  countOne,
  readMessage,
  type MessageCounts,
  type Topic,
} from './topics.ts';

/** The topic that is published after messages were lost on the way to Redis. */
const newsLost = clusterTopic('newsLost', 1, z.null());

/**
 * Sends messages between the processes of a cluster. Without Redis there is only this process, and `publish` does
 * nothing.
 */
export interface Cluster {
  readonly processId: string;
  readonly adapter: ServerOptions['adapter'] | undefined;
  readonly redis: Redis | undefined;
  readonly counts: MessageCounts;
  publish<News>(topic: Topic<News>, news: News): void;
  on<News>(topic: Topic<News>, listener: (news: News) => void): void;
  /** Emitted when messages of other processes begin to arrive: at the start, and after the connection was lost. */
  readonly joined: Pick<LocalEvent, 'listen'>;
  /** Emitted when messages may have been missed, because a connection to Redis was lost. */
  readonly missed: Pick<LocalEvent, 'listen'>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export async function openCluster(
  redisUrl: string | undefined,
  log: FastifyBaseLogger,
  commandTimeout = 1_000,
): Promise<Cluster> {
  return redisUrl ? joinCluster(redisUrl, log, commandTimeout) : singleProcess(log);
}

function singleProcess(log: FastifyBaseLogger): Cluster {
  return {
    processId: randomUUID(),
    adapter: undefined,
    redis: undefined,
    counts: countMessages(log).counts,
    publish() {},
    on() {},
    joined: localEvent(),
    missed: localEvent(),
    ping: async () => {},
    close: async () => {},
  };
}

const channel = 'upaj:news';
const retryAfter = 1_000;

async function joinCluster(
  redisUrl: string,
  log: FastifyBaseLogger,
  commandTimeout: number,
): Promise<Cluster> {
  const { Redis } = await import('ioredis');
  const { socketAdapter } = await import('./socket-adapter.ts');
  const processId = randomUUID();
  // Rate limits wait for this connection, so a Redis that hangs must fail fast.
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout });
  const listening = { maxRetriesPerRequest: null, commandTimeout: undefined } as const;
  const connectionName = `upaj:news:${processId}`;
  // `listen` subscribes again instead of ioredis, whose errors nothing would handle.
  const subscriber = redis.duplicate({ ...listening, connectionName, autoResubscribe: false });
  const streams = redis.duplicate(listening);
  const { counts, ignore } = countMessages(log);
  const topics = new Map<string, { topic: Topic<unknown>; listeners: ((news: never) => void)[] }>();
  const joined = localEvent();
  const missed = localEvent();
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
    const message = readMessage(text);
    if (!message) return ignore('malformed', { channel });
    const { from, topic: name, version } = message;
    if (from === processId) return;
    const known = topics.get(name);
    if (known?.topic.version !== version) return ignore('unknown', { topic: name, version });
    const read = known.topic.schema.safeParse(message.news);
    if (!read.success) return ignore('malformed', { topic: name, version });
    countOne(counts.received, name);
    for (const listener of known.listeners) {
      try {
        listener(read.data as never);
      } catch (error) {
        log.error({ err: error, topic: name }, 'a message of another process could not be applied');
      }
    }
  });
  on(newsLost, () => missed.emit());

  /** Subscribes. Messages that others publish before Redis confirms the subscription are missed. */
  async function listen(): Promise<void> {
    try {
      await subscriber.subscribe(channel);
      if (!isSubscribed) missed.emit();
      isSubscribed = true;
      joined.emit();
    } catch (error) {
      // When the connection was lost again, the next 'ready' event tries again.
      if (subscriber.status === 'ready') log.error({ err: error }, 'could not subscribe to other processes');
    }
  }

  function on<News>(topic: Topic<News>, listener: (news: News) => void): void {
    const known = topics.get(topic.name) ?? { topic: topic as Topic<unknown>, listeners: [] };
    if (known.topic !== topic) throw new Error(`two topics are named ${topic.name}`);
    topics.set(topic.name, known);
    known.listeners.push(listener);
  }

  async function publish<News>(topic: Topic<News>, news: News): Promise<void> {
    const { name, version } = topic;
    try {
      await redis.publish(channel, JSON.stringify({ from: processId, topic: name, version, news }));
      countOne(counts.published, name);
    } catch (error) {
      if (name !== newsLost.name)
        log.warn({ err: error, topic: name }, 'a message to other processes could not be published');
      if (isClosed) return;
      // Retries until the others at least know that they missed something.
      retryTimer ??= setTimeout(() => {
        retryTimer = undefined;
        void publish(newsLost, null);
      }, retryAfter).unref();
    }
  }

  return {
    processId,
    adapter: socketAdapter(streams, { counts, ignore }),
    redis,
    counts,
    publish: (topic, news) => void publish(topic, news),
    on,
    joined,
    missed,
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
