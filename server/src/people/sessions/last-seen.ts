import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { waitAtMost } from '#src/platform/promises.ts';
import type { SessionsStore } from './store.ts';

interface LastSeenDeps {
  store: Pick<SessionsStore, 'renewSessions' | 'saveLastSeen'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const every = 30_000;
const batch = 1_000;
const atStopWithin = 2_000;

/** Returns when a session ends: after this many days without use. */
export function expiryOf(isRemembered: boolean): Date {
  return new Date(Date.now() + (isRemembered ? 90 : 30) * 24 * 60 * 60_000);
}

/**
 * Gathers who was seen and which sessions to renew, and writes both in batches, so that requests and sockets do not
 * write them.
 */
export function lastSeenService({ store, log }: LastSeenDeps) {
  const renewals = new Set<string>();
  /** When each user was last seen, in ms since 1970. */
  const times = new LRUCache<string, number>(atMost(100_000));

  /** Renews sessions. One whose renewal fails is due again when it is next read. */
  async function renew(): Promise<void> {
    while (renewals.size > 0) {
      const ids = [...renewals].slice(0, batch);
      for (const id of ids) renewals.delete(id);
      await store.renewSessions(ids, expiryOf);
    }
  }

  async function writeTimes(): Promise<void> {
    const waiting = [...times.entries()].map(([userId, at]) => ({ userId, at }));
    for (let start = 0; start < waiting.length; start += batch) {
      const seen = waiting.slice(start, start + batch);
      const written = new Set(await store.saveLastSeen(seen));
      for (const { userId, at } of seen)
        if (written.has(userId) && times.peek(userId) === at) times.delete(userId);
    }
  }

  let running = Promise.resolve();
  /** Runs after the previous run has ended. */
  function write(): Promise<void> {
    running = running
      .catch(() => {})
      .then(() =>
        inBackground(async () => {
          await renew();
          await writeTimes();
        }),
      );
    return running;
  }

  const writeOrWarn = () =>
    write().catch((error: unknown) => log.warn({ err: error }, 'last-seen times were not written'));
  const timer = setInterval(() => void writeOrWarn(), every);
  timer.unref();

  return {
    seen(userIds: readonly string[]): void {
      for (const userId of userIds) times.set(userId, Date.now());
    },
    renewSoon: (sessionId: string) => void renewals.add(sessionId),
    write,
    async close(): Promise<void> {
      clearInterval(timer);
      await waitAtMost(atStopWithin, writeOrWarn());
    },
  };
}

export type LastSeenService = ReturnType<typeof lastSeenService>;
