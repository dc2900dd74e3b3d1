import type { FeedQuery } from '@upaj/contract/trade/feed';
import { limits } from '@upaj/contract/limits';
import { findDistrict } from '@upaj/contract/places';
import { savedQueryOf, type SavedQuery } from '@upaj/contract/trade/saved-query';
import type { SavedSearch } from '@upaj/contract/trade/saved-searches';
import { v7 as uuidv7 } from 'uuid';
import type { FindVarieties } from '#src/mandi/market-page/service.ts';
import { lockActivePerson } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { toFeedRequest, type FeedViewer } from '#src/trade/feed/request.ts';
import type { SavedSearchesStore, SearchRow } from './store.ts';

interface SavedSearchesDeps {
  db: Database;
  store: SavedSearchesStore;
  findVarieties: FindVarieties;
}

export function savedSearchesService({ db, store, findVarieties }: SavedSearchesDeps) {
  return {
    async findSearches(userId: string): Promise<SavedSearch[]> {
      return (await store.findSearches(userId)).map(toSearch);
    },

    async addSearch(viewer: FeedViewer, fields: SavedQuery): Promise<SavedSearch> {
      const query = savedQueryOf(withNear(fields, viewer.place));
      // `otherwise` is left out: posts with the words of a crop follow the posts of the crop in lists, but cause no
      // notifications.
      const searcher = { ...viewer, varieties: await findVarieties() };
      const { otherwise: _, ...filter } = toFeedRequest(query as FeedQuery, searcher).filter;
      if (Object.keys(filter).length === 0) throw invalidField('q', 'searchEmpty');
      const { cropKeys: [cropKey = '', ...otherCrops] = [], state = '' } = filter;
      const search = {
        id: uuidv7(),
        userId: viewer.id,
        query,
        filter,
        cropKey: otherCrops.length > 0 ? '' : cropKey,
        state,
      };
      return db.transaction().execute(async (trx) => {
        // The lock makes concurrent additions respect the limit.
        if (!(await lockActivePerson(trx, viewer.id))) throw new AppError('NOT_LOGGED_IN');
        const others = await store.countOthers(viewer.id, query, trx);
        if (others >= limits.savedSearches) throw new AppError('TOO_MANY_SEARCHES');
        return toSearch(await store.addSearch(search, trx));
      });
    },

    async removeSearch(userId: string, searchId: string): Promise<void> {
      if (!(await store.removeSearch(userId, searchId))) throw new AppError('SEARCH_NOT_FOUND');
    },
  };
}

export type SavedSearchesService = ReturnType<typeof savedSearchesService>;

/** Stores the place by name, because the viewer may move. */
function withNear(query: SavedQuery, place: Place | null): SavedQuery {
  const near = query.near ? findDistrict(query.near) : place;
  return near ? { ...query, near: `${near.district}, ${near.state}` } : query;
}

function toSearch({ id, query, createdAt }: SearchRow): SavedSearch {
  return { _id: id, query, createdAt: createdAt.toJSON() };
}
