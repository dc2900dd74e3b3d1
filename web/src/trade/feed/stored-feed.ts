import { makeSignal } from '#lib/signal.ts';
import type { KnownUser } from '#people/users/session.ts';
import type { FeedPage } from './api.ts';

export interface StoredFeed {
  user: KnownUser;
  /** In ms since 1970. */
  storedAt: number;
  page: FeedPage;
}

/** Of the stored feed that this visit started with. */
export const shownFeedStoredAt = makeSignal(0);

// web/worker/shell.js reads these names.
const cacheName = 'upaj-feed';
const address = '/stored-feed';

/** Undefined also where there is no storage, such as on plain http. */
export async function readStoredFeed(): Promise<StoredFeed | undefined> {
  try {
    const response = await caches.match(address, { cacheName });
    return response && ((await response.json()) as StoredFeed);
  } catch {
    return undefined;
  }
}

export async function storeFeed(feed: StoredFeed): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(address, Response.json(feed));
  } catch {
    // The next visit starts from the network.
  }
}

/** Nothing of this user stays for the next one at the same phone. */
export async function deleteStoredFeed(): Promise<void> {
  try {
    await caches.delete(cacheName);
  } catch {
    // Without storage nothing was stored.
  }
}
