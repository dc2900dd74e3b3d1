import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { FeedQuery } from '@upaj/contract/trade/feed';
import { findDistrict } from '@upaj/contract/places';
import { savedQueryOf, type SavedQuery } from '@upaj/contract/trade/saved-query';
import type { SavedSearch } from '@upaj/contract/trade/saved-searches';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { toFeedRequest, type FeedViewer } from '#src/trade/feed/filter.ts';
import type { NewPostMatcher } from '#src/trade/new-posts/service.ts';
import { isMatch, type PostFacts } from './is-match.ts';
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
const comparedAtOnce = 5_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export function savedSearchesService(
  store: SavedSearchesStore,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SavedSearchesService {
  async function notify(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const { handled, notified } = await store.notifyDue(batch);
      if (notified > 0) notifications.deliverSoon();
      if (handled < batch) return;
    }
  }

  /** Comparing takes a microsecond or so: requests get their turn in between. */
  async function findMatches(
    posts: readonly PostFacts[],
    candidates: readonly Candidate[],
  ): Promise<Match[]> {
    const matches: Match[] = [];
    const failures: unknown[] = [];
    const searchesAtOnce = Math.ceil(comparedAtOnce / posts.length);
    for (const [index, { id, userId, filter }] of candidates.entries()) {
      if (index % searchesAtOnce === 0) await setImmediate();
      try {
        const isNewTo = (post: PostFacts) => post.id > id && post.authorId !== userId;
        const matching = posts.filter((post) => isNewTo(post) && isMatch(post, filter));
        for (const post of matching.slice(0, store.unsentAtMost))
          matches.push({ searchId: id, postId: post.id });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      log.warn({ err: failures[0] }, `${failures.length} saved searches could not be matched`);
    return matches;
  }

  return {
    findSearches: async (userId) => (await store.findSearches(userId)).map(toSearch),

    async addSearch(viewer, fields) {
      const query = savedQueryOf(withNear(fields, viewer.place));
      // Without the other posts that follow those of a crop.
      const { otherwise: _, ...filter } = toFeedRequest(query as FeedQuery, viewer).filter;
      if (Object.keys(filter).length === 0) throw invalidField('q', 'searchEmpty');
      const { cropKeys: [cropKey = '', ...otherCrops] = [], state = '' } = filter;
      const saved = await store.addSearch({
        id: uuidv7(),
        userId: viewer.id,
        query,
        filter,
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
        const matches = await findMatches(posts, candidates);
        if (matches.length > 0) await store.addMatches(matches);
        after = candidates.length === batch ? candidates.at(-1)?.id : undefined;
      }
      await notify();
    },

    notify,
  };
}

/** The viewer may move, and a district has one name. */
function withNear(query: SavedQuery, place: Place | null): SavedQuery {
  const near = query.near ? findDistrict(query.near) : place;
  return near ? { ...query, near: `${near.district}, ${near.state}` } : query;
}

function toSearch({ id, query, createdAt }: SearchRow): SavedSearch {
  return { _id: id, query, createdAt: createdAt.toJSON() };
}
