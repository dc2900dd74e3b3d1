import { isMarkedOpen, markOpen } from '#lib/browser-session.ts';
import { makeSignal } from '#lib/signal.ts';
import { attempt } from '#lib/storage.ts';
import type { KnownUser } from '#people/users/session.ts';
import type { FeedPage } from './api.ts';

export interface StoredFeed {
  user: KnownUser;
  /** The time is in ms since 1970. */
  storedAt: number;
  page: FeedPage;
}

/** Holds the time of the stored feed that this visit started with, or 0. */
export const shownFeedStoredAt = makeSignal(0);

// web/worker/shell.js reads these names.
const cacheName = 'upaj-feed';
const address = '/stored-feed';
/** Older feeds are not shown. The age is in ms. */
const oldest = 24 * 60 * 60_000;

/** In ms. The first screen waits for the stored feed, and can do without it. */
const patience = 1_000;

/**
 * Returns undefined also after a user who is not remembered closed the browser, and without storage, as on plain
 * http.
 */
export function readStoredFeed(): Promise<StoredFeed | undefined> {
  return attempt(async () => {
    const response = await caches.match(address, { cacheName });
    if (!response) return undefined;
    const feed = (await response.json()) as StoredFeed;
    if (isMarkedOpen() && Date.now() - feed.storedAt <= oldest) return feed;
    await deleteStoredFeed();
    return undefined;
  }, patience);
}

/** If storing fails, the next visit starts from the network. */
export async function storeFeed(feed: StoredFeed): Promise<void> {
  await attempt(async () => {
    if (!isMarkedOpen()) markOpen(false);
    const cache = await caches.open(cacheName);
    await cache.put(address, Response.json(feed));
  });
}

/** Deletes the feed, so that the next user of the same phone does not see it. */
export async function deleteStoredFeed(): Promise<void> {
  await attempt(() => caches.delete(cacheName));
}
