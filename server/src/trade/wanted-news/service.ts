import type { FastifyBaseLogger } from 'fastify';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { centreOf, roadKm } from '#src/platform/places/distance.ts';
import type { NewPostMatcher } from '#src/trade/new-posts/service.ts';
import { grows, writtenNames } from './growers.ts';
import type { Candidate, NewWantedPost, WantedNewsStore } from './store.ts';

export interface WantedNews {
  /** In the background: of a new wanted post the nearest farmers who grow it. */
  notifySoon(): void;
  /** Also what waited for an hour, and what a process that ended too early left. */
  notify(): Promise<void>;
  /** Merchants whose wanted posts these new posts match. */
  matchPosts: NewPostMatcher;
  close(): Promise<void>;
}

interface WantedNewsDeps {
  store: WantedNewsStore;
  notifications: Pick<NotificationsService, 'deliver'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

const mostFarmers = 200;

export function wantedNewsService({ store, notifications, log }: WantedNewsDeps): WantedNews {
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function notify(): Promise<void> {
    for (const wanted of await store.findNew()) {
      const candidates = await store.findFarmers(wanted.cropKey, writtenNames(wanted.cropKey));
      await store.addForFarmers(wanted.id, nearestFarmers(wanted, candidates));
    }
    await notifyPending();
  }

  async function notifyPending(): Promise<void> {
    if ((await store.notify()) > 0) await notifications.deliver();
  }

  async function notifyWhileWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await notify().catch((error: unknown) =>
        log.error({ err: error }, 'farmers were not notified of a wanted post yet'),
      );
    }
    running = undefined;
  }

  return {
    notify,

    notifySoon() {
      isWanted = true;
      running ??= inBackground(notifyWhileWanted);
    },

    async matchPosts(posts) {
      if ((await store.addForMerchants(posts.map(({ id }) => id))) > 0) await notifyPending();
    },

    close: async () => running,
  };
}

function nearestFarmers({ cropKey, state, district }: NewWantedPost, candidates: readonly Candidate[]) {
  const from = centreOf(state, district);
  const distances = new Map<string, number>();
  for (const farmer of candidates) {
    if (farmer.mainProduct !== null && !grows(farmer.mainProduct, cropKey)) continue;
    const to = centreOf(farmer.state, farmer.district);
    const km = from && to ? roadKm(from, to) : Infinity;
    distances.set(farmer.userId, Math.min(km, distances.get(farmer.userId) ?? Infinity));
  }
  return [...distances]
    .sort(([, one], [, other]) => (one === other ? 0 : one - other))
    .slice(0, mostFarmers)
    .map(([userId]) => userId);
}
