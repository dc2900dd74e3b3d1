import type { FastifyBaseLogger } from 'fastify';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { waitAtMost } from '#src/platform/within.ts';
import type { PeopleSeen } from './people-seen.ts';
import type { SessionsStore } from './store.ts';

/** No request or socket writes that its user was seen, or renews a session: both wait here for a batch. */
export interface LastSeenService {
  seen(userIds: readonly string[]): void;
  renewSoon(sessionId: string): void;
  /** Now, what waits. */
  write(): Promise<void>;
  close(): Promise<void>;
}

interface LastSeenDeps {
  store: Pick<SessionsStore, 'renewSessions' | 'saveLastSeen'>;
  people: PeopleSeen;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const every = 30_000;
const batch = 1_000;
const batchesAtMost = 100;
const atStopWithin = 2_000;

export function lastSeenService({ store, people, log }: LastSeenDeps): LastSeenService {
  const renewals = new Set<string>();

  async function writePeople(): Promise<void> {
    for (let count = 0; count < batchesAtMost; count += 1) {
      const seen = await people.next(batch);
      if (seen.length === 0) return;
      const locked = new Set(await store.saveLastSeen(seen));
      await people.remove(seen.filter(({ userId }) => !locked.has(userId)));
      if (seen.length < batch) return;
    }
  }

  /** Those that fail are due again when the session is next read. */
  async function renew(): Promise<void> {
    while (renewals.size > 0) {
      const ids = [...renewals].slice(0, batch);
      for (const id of ids) renewals.delete(id);
      await store.renewSessions(ids);
    }
  }

  let running = Promise.resolve();
  /** One run at a time. */
  function write(): Promise<void> {
    running = running
      .catch(() => {})
      .then(() =>
        inBackground(async () => {
          await renew();
          await writePeople();
        }),
      );
    return running;
  }

  const writeOrWarn = () =>
    write().catch((error: unknown) => log.warn({ err: error }, 'last-seen times were not written'));
  const timer = setInterval(() => void writeOrWarn(), every);
  timer.unref();

  return {
    seen(userIds) {
      const at = Date.now();
      people.add(userIds.map((userId) => ({ userId, at })));
    },
    renewSoon: (sessionId) => void renewals.add(sessionId),
    write,
    async close() {
      clearInterval(timer);
      await waitAtMost(atStopWithin, writeOrWarn());
    },
  };
}
