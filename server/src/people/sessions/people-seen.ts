import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';

export interface Seen {
  userId: string;
  /** In ms since 1970. */
  at: number;
}

/** The users whose last-seen time is not in the database yet. */
export interface PeopleSeen {
  add(seen: readonly Seen[]): void;
  /** Those who have waited longest. */
  next(count: number): Promise<Seen[]>;
  /** Those seen again meanwhile stay. */
  remove(seen: readonly Seen[]): Promise<void>;
}

/** With Redis they outlive the process. In memory only while Redis is down. */
export function peopleSeen(redis: Redis | undefined): PeopleSeen {
  const memory = inMemory();
  return redis ? inRedis(redis, memory) : memory;
}

function inMemory(): PeopleSeen {
  const times = new LRUCache<string, number>(atMost(100_000));
  return {
    add(seen) {
      for (const { userId, at } of seen) times.set(userId, at);
    },
    async next(count) {
      const seen: Seen[] = [];
      for (const userId of times.rkeys()) {
        if (seen.length === count) break;
        seen.push({ userId, at: times.peek(userId) ?? 0 });
      }
      return seen;
    },
    async remove(seen) {
      for (const { userId, at } of seen) if (times.peek(userId) === at) times.delete(userId);
    },
  };
}

const key = 'upaj:seen';
const expiresAfterSeconds = 24 * 60 * 60;
const removeUnlessSeenAgain = `
  for i = 1, #ARGV, 2 do
    if redis.call('zscore', KEYS[1], ARGV[i]) == ARGV[i + 1] then redis.call('zrem', KEYS[1], ARGV[i]) end
  end`;

function inRedis(redis: Redis, memory: PeopleSeen): PeopleSeen {
  return {
    add(seen) {
      if (seen.length === 0) return;
      const commands = redis.pipeline();
      for (const { userId, at } of seen) commands.zadd(key, 'GT', at, userId);
      commands
        .expire(key, expiresAfterSeconds)
        .exec()
        .then((results) => {
          if (results?.some(([error]) => error)) memory.add(seen);
        })
        .catch(() => memory.add(seen));
    },
    async next(count) {
      const missed = await memory.next(count);
      if (missed.length > 0) return missed;
      const found = await redis.zrange(key, 0, count - 1, 'WITHSCORES').catch(() => []);
      return Array.from({ length: found.length / 2 }, (_, index) => ({
        userId: found[2 * index] ?? '',
        at: Number(found[2 * index + 1]),
      }));
    },
    async remove(seen) {
      await memory.remove(seen);
      const given = seen.flatMap(({ userId, at }) => [userId, at]);
      await redis.eval(removeUnlessSeenAgain, 1, key, ...given).catch(() => {});
    },
  };
}
