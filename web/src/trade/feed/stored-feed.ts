import { isMarkedOpen, markOpen } from '#lib/browser-session.ts';
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
/** In ms. */
const oldest = 24 * 60 * 60_000;

/** Undefined also after the browser was closed by a user who is not remembered, and without storage, as on plain http. */
export async function readStoredFeed(): Promise<StoredFeed | undefined> {
  try {
    const response = await caches.match(address, { cacheName });
    if (!response) return undefined;
    const feed = (await response.json()) as StoredFeed;
    if (isMarkedOpen() && Date.now() - feed.storedAt <= oldest) return feed;
    await deleteStoredFeed();
    return undefined;
  } catch {
    return undefined;
  }
}

export async function storeFeed(feed: StoredFeed): Promise<void> {
  try {
    if (!isMarkedOpen()) markOpen(false);
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
