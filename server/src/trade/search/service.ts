import { nameIn, type Language } from '@upaj/contract/texts';
import { crops } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { Suggestions, Understood } from '@upaj/contract/trade/search';
import type { DirectoryService } from '#src/people/directory/service.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import { suggest } from '#src/platform/names/understand.ts';
import type { FeedRequest } from '#src/trade/feed/filter.ts';
import type { FeedPage, FeedService } from '#src/trade/feed/service.ts';
import type { FeedStore } from '#src/trade/feed/store.ts';
import { readSearch, toFoundPlace } from './read-search.ts';

export interface SearchPage extends FeedPage {
  understood?: Understood | undefined;
}

export interface SearchService {
  /** Posts of people with this name when no post matches the search: two more queries. */
  findPage(request: FeedRequest, viewerId: string): Promise<{ data: string; page: SearchPage }>;
  /** Two queries. */
  suggest(
    q: string,
    viewer: Viewer,
    options: { limit?: number | undefined; lang?: Language | undefined },
  ): Promise<Suggestions>;
}

/** Shorter parts are in too many words to be looked up. */
const minPart = 3;

const cropsById = new Map(crops.map((crop) => [crop.id, crop]));

export function searchService(
  feed: FeedService,
  store: Pick<FeedStore, 'suggestPosts'>,
  directory: Pick<DirectoryService, 'findNamed'>,
): SearchService {
  async function findByPeople(request: FeedRequest, understood: Understood, viewerId: string) {
    const people = await directory.findNamed(viewerId, understood.words, limits.page.size);
    if (people.length === 0) return undefined;
    const { words: _, otherwise: __, ...filter } = request.filter;
    const authorIds = people.map(({ _id }) => _id);
    const found = await feed.findPage(
      { ...request, filter: { ...filter, authorIds }, isByPeople: true },
      viewerId,
    );
    const named = people.map(({ username, fullName }) => ({ username, fullName }));
    return { ...found, page: { ...found.page, understood: { ...understood, words: [], people: named } } };
  }

  return {
    async findPage(request, viewerId) {
      const { understood, cursor } = request;
      if (cursor?.source === 'people' && understood) {
        const byPeople = await findByPeople(request, understood, viewerId);
        if (byPeople) return byPeople;
      }
      const found = await feed.findPage(request, viewerId);
      if (!understood) return found;
      if (!cursor && found.page.total === 0 && understood.words.length > 0) {
        const byPeople = await findByPeople(request, understood, viewerId);
        if (byPeople && byPeople.page.total !== 0) return byPeople;
      }
      return { ...found, page: { ...found.page, understood } };
    },

    async suggest(q, viewer, { limit = limits.search.suggestions.usual, lang = 'en' }) {
      const state = viewer.place?.state;
      const completed = suggest(q, { state });
      const { filter, understood } = readSearch(q, {}, state);
      const [firstCrop] = understood.crops.length > 0 ? [] : completed.crops;
      const wanted = firstCrop ? { cropKeys: [firstCrop] } : filter;
      const named = isLong(q) ? directory.findNamed(viewer.id, q.split(/\s+/), limit) : [];
      const posts = isLong(q) ? store.suggestPosts(wanted, viewer.id, limit) : [];
      const sure = understood.crops.filter(({ isSure }) => isSure).map(({ crop }) => crop.id);
      const ids = new Set([...sure, ...completed.crops, ...understood.crops.map(({ crop }) => crop.id)]);
      return {
        crops: [...ids].slice(0, limit).flatMap((id) => {
          const crop = cropsById.get(id);
          return crop ? [{ id, en: crop.en, name: nameIn(lang, crop) }] : [];
        }),
        places: completed.places.slice(0, limit).map(toFoundPlace),
        people: await named,
        posts: await posts,
      };
    },
  };
}

function isLong(q: string): boolean {
  return q.split(/\s+/).some((word) => word.length >= minPart);
}
