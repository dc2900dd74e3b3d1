import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { FeedQuery } from '@upaj/contract/trade/feed';
import { findDistrict } from '@upaj/contract/places';
import { savedQueryOf, type SavedQuery } from '@upaj/contract/trade/saved-query';
import type { SavedSearch } from '@upaj/contract/trade/saved-searches';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { atMost } from '#src/platform/lru-size.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { isMatch } from '#src/trade/feed/changes.ts';
import { toFeedRequest, type FeedFilter, type FeedViewer } from '#src/trade/feed/filter.ts';
import type { NewPostMatcher } from '#src/trade/new-posts/service.ts';
import type { Candidate, Match, SavedSearchesStore, SearchRow } from './store.ts';

export interface SavedSearchesService {
  findSearches(userId: string): Promise<SavedSearch[]>;
  addSearch(viewer: FeedViewer, query: SavedQuery): Promise<SavedSearch>;
  removeSearch(userId: string, searchId: string): Promise<void>;
  matchPosts: NewPostMatcher;
  /** Of matches that are due: a search notifies at most once an hour. */
  notify(signal?: AbortSignal): Promise<void>;
}

const batch = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export function savedSearchesService(
  store: SavedSearchesStore,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
): SavedSearchesService {
  const understood = new LRUCache<string, FeedFilter>(atMost(20_000));

  async function notify(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const { handled, notified } = await store.notifyDue(batch);
      if (notified > 0) notifications.deliverSoon();
      if (handled < batch) return;
    }
  }

  /** Understanding words takes half a millisecond: requests get their turn in between. */
  async function findFilter(query: SavedQuery, userId: string): Promise<FeedFilter> {
    if (!query.q) return filterOf(query, userId);
    const key = JSON.stringify(query);
    const known = understood.get(key);
    if (known) return known;
    await setImmediate();
    const filter = filterOf(query, userId);
    understood.set(key, filter);
    return filter;
  }

  return {
    findSearches: async (userId) => (await store.findSearches(userId)).map(toSearch),

    async addSearch(viewer, fields) {
      const query = savedQueryOf(withNear(fields, viewer.place));
      const userId = viewer.id;
      const filter = filterOf(query, userId);
      if (Object.keys(filter).length === 0) throw invalidField('q', 'searchEmpty');
      const { cropKeys: [cropKey = '', ...otherCrops] = [], state = '' } = filter;
      const saved = await store.addSearch({
        id: uuidv7(),
        userId,
        query,
        cropKey: otherCrops.length > 0 ? '' : cropKey,
        state,
      });
      if (typeof saved === 'string') throw new AppError(saved);
      return toSearch(saved);
    },

    async removeSearch(userId, searchId) {
      if (!(await store.removeSearch(userId, searchId))) throw new AppError('SEARCH_NOT_FOUND');
    },

    async matchPosts(posts) {
      const [cropKeys, states] = [posts.map(({ cropKey }) => cropKey), posts.map(({ state }) => state)];
      let after: string | undefined = beforeAll;
      while (after) {
        const candidates: Candidate[] = await store.findCandidates(cropKeys, states, after, batch);
        const matches: Match[] = [];
        for (const { id, userId, query } of candidates) {
          // A district that was listed when the search was saved.
          if (query.near && !findDistrict(query.near)) continue;
          const filter = await findFilter(query, userId);
          const matching = posts.filter((post) => post.authorId !== userId && isMatch(post, filter));
          for (const post of matching.slice(0, store.unsentAtMost))
            matches.push({ searchId: id, postId: post.id });
        }
        if (matches.length > 0) await store.addMatches(matches);
        after = candidates.length === batch ? candidates.at(-1)?.id : undefined;
      }
      await notify();
    },

    notify,
  };
}

/** The viewer may move. */
function withNear(query: SavedQuery, place: Place | null): SavedQuery {
  return place && !query.near ? { ...query, near: `${place.district}, ${place.state}` } : query;
}

/** Without the other posts that follow those of a crop. */
function filterOf(query: SavedQuery, userId: string): FeedFilter {
  const { otherwise: _, ...filter } = toFeedRequest(query as FeedQuery, { id: userId, place: null }).filter;
  return filter;
}

function toSearch({ id, query, createdAt }: SearchRow): SavedSearch {
  return { _id: id, query, createdAt: createdAt.toJSON() };
}
