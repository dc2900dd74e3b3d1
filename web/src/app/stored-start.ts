import type { QueryClient } from '@tanstack/react-query';
import { registerServiceWorker } from './service-worker.ts';
import { currentUserQuery, knownUser } from '#people/users/session.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { deleteStoredFeed, readStoredFeed, shownFeedStoredAt, storeFeed } from '#trade/feed/stored-feed.ts';

const feedKey = feedQuery({}).queryKey;
const sessionKey = currentUserQuery.queryKey;

/** Shows the stored feed until the server responds. Returns false when there is none. */
export async function startFromStoredFeed(client: QueryClient): Promise<boolean> {
  const stored = await readStoredFeed();
  if (!stored || client.getQueryData(sessionKey) !== undefined) return false;
  const { user, storedAt, page } = stored;
  knownUser.set(user);
  shownFeedStoredAt.set(storedAt);
  client.setQueryData(feedKey, { pages: [page], pageParams: [undefined] }, { updatedAt: storedAt });
  // The stored feed is marked as stale, however recent it is, so that it is fetched again.
  void client.invalidateQueries({ queryKey: feedKey, refetchType: 'none' });
  return true;
}

/** Stores the first page of the unfiltered feed whenever the server sends it, for the user of the session only. */
export function keepFeedStored(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [part] = event.query.queryKey;
    if (part === sessionKey[0]) onSession(client);
    else if (part === feedKey[0] && !event.action.manual) save(client);
  });
}

let formerId: string | undefined;

function onSession(client: QueryClient): void {
  const user = client.getQueryData(sessionKey);
  const shownTo = formerId ?? knownUser.get()?._id;
  formerId = user?._id;
  if (!user || (shownTo && shownTo !== user._id)) {
    void deleteStoredFeed();
    if (shownTo) client.removeQueries({ queryKey: feedKey });
    knownUser.set(null);
  }
  if (user) save(client);
}

function save(client: QueryClient): void {
  const user = client.getQueryData(sessionKey);
  const page = client.getQueryData(feedKey)?.pages[0];
  const storedAt = client.getQueryState(feedKey)?.dataUpdatedAt ?? 0;
  if (!user?.isComplete || !page || storedAt === shownFeedStoredAt.get()) return;
  const { _id, username, fullName, avatar } = user;
  void storeFeed({ user: { _id, username, fullName, avatar }, storedAt, page }).then(registerServiceWorker);
}
