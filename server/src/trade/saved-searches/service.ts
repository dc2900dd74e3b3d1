import type { FeedQuery } from '@upaj/contract/trade/feed';
import { findDistrict } from '@upaj/contract/places';
import { savedQueryOf, type SavedQuery } from '@upaj/contract/trade/saved-query';
import type { SavedSearch } from '@upaj/contract/trade/saved-searches';
import { v7 as uuidv7 } from 'uuid';
import type { FindVarieties } from '#src/mandi/market-page/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { toFeedRequest, type FeedViewer } from '#src/trade/feed/request.ts';
import type { SavedSearchesStore, SearchRow } from './store.ts';

export interface SavedSearchesService {
  findSearches(userId: string): Promise<SavedSearch[]>;
  addSearch(viewer: FeedViewer, query: SavedQuery): Promise<SavedSearch>;
  removeSearch(userId: string, searchId: string): Promise<void>;
}

export function savedSearchesService(
  store: SavedSearchesStore,
  findVarieties: FindVarieties,
): SavedSearchesService {
  return {
    findSearches: async (userId) => (await store.findSearches(userId)).map(toSearch),

    async addSearch(viewer, fields) {
      const query = savedQueryOf(withNear(fields, viewer.place));
      // Without the other posts that follow those of a crop.
      const searcher = { ...viewer, varieties: await findVarieties() };
      const { otherwise: _, ...filter } = toFeedRequest(query as FeedQuery, searcher).filter;
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
