import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';

/**
 * Topics are kinds of messages between processes. Another release may run beside this one: a change of the meaning or
 * the schema increases the version, and a process ignores versions that it does not know.
 */
export interface Topic<News> {
  name: string;
  version: number;
  schema: z.ZodMiniType<News>;
}

export function clusterTopic<News>(name: string, version: number, schema: z.ZodMiniType<News>): Topic<News> {
  return { name, version, schema };
}

const message = z.object({
  from: z.string(),
  topic: z.string(),
  // The first release sent messages without a version.
  version: z._default(z.number(), 1),
  news: z.unknown(),
});

/** @returns undefined for a text that is not a message */
export function readMessage(text: string): z.infer<typeof message> | undefined {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export interface MessageCounts {
  /** Messages by topic, as in `received`. The topic `sockets` has events for sockets. */
  published: Record<string, number>;
  received: Record<string, number>;
  /** Counts ignored messages that are malformed or do not fit the schema of their topic. */
  malformed: number;
  /** Counts ignored messages with a topic or version of another release. */
  unknown: number;
}

export type Ignore = (why: 'malformed' | 'unknown', details?: object) => void;

export function countOne(counts: Record<string, number>, topic: string): void {
  counts[topic] = (counts[topic] ?? 0) + 1;
}

const loggedEvery = 60_000;

export function countMessages(log: FastifyBaseLogger): { counts: MessageCounts; ignore: Ignore } {
  const counts: MessageCounts = { published: {}, received: {}, malformed: 0, unknown: 0 };
  let loggedAt = -Infinity;
  return {
    counts,
    ignore(why, details) {
      counts[why] += 1;
      const now = performance.now();
      if (now - loggedAt < loggedEvery) return;
      loggedAt = now;
      const { malformed, unknown } = counts;
      log.warn({ ...details, malformed, unknown }, 'messages of other processes were ignored');
    },
  };
}
