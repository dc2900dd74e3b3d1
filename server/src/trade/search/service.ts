import { nameIn, type Language } from '@upaj/contract/texts';
import { crops } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { Suggestions, Understood } from '@upaj/contract/trade/search';
import type { DirectoryService } from '#src/people/directory/service.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import { guess, suggest } from '#src/platform/names/understand.ts';
import type { FeedRequest } from '#src/trade/feed/filter.ts';
import type { FeedPage, FeedService } from '#src/trade/feed/service.ts';
import type { FeedStore } from '#src/trade/feed/store.ts';
import { cropName, readSearch, searchedWords, toFoundPlace } from './read-search.ts';

export interface SearchPage extends FeedPage {
  understood?: Understood | undefined;
}

interface Found {
  data: string;
  page: SearchPage;
}

type SearchRequest = FeedRequest & Required<Pick<FeedRequest, 'search'>>;

export interface SearchService {
  /** When nothing matches, posts of people with these names, or else of the crop alone: up to five more queries. */
  findPage(request: FeedRequest, viewerId: string): Promise<Found>;
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
  async function findByPeople(request: SearchRequest, viewerId: string): Promise<Found | undefined> {
    const { understood } = request.search;
    const people =
      understood.words.length > 0
        ? await directory.findNamed(viewerId, understood.words, limits.page.size)
        : [];
    if (people.length === 0) return undefined;
    const { words: _, otherwise: __, ...filter } = request.filter;
    const authorIds = people.map(({ _id }) => _id);
    const named = people.map(({ username, fullName }) => ({ username, fullName }));
    return find({ ...request, filter: { ...filter, authorIds }, source: 'people' }, viewerId, {
      ...understood,
      words: [],
      people: named,
    });
  }

  async function findCropAlone(request: SearchRequest, viewerId: string): Promise<Found | undefined> {
    const { given, understood } = request.search;
    const { cropKeys } = request.filter;
    const ignored = [...understood.words, ...understood.places.map(({ words }) => words)];
    if (!cropKeys || ignored.length === 0) return undefined;
    return find({ ...request, filter: { ...given, cropKeys }, source: 'crop' }, viewerId, {
      ...understood,
      places: [],
      words: [],
      ignored,
    });
  }

  async function find(request: FeedRequest, viewerId: string, understood: Understood): Promise<Found> {
    const { data, page } = await feed.findPage(request, viewerId);
    return { data, page: { ...page, understood } };
  }

  return {
    async findPage(request, viewerId) {
      if (!hasSearch(request)) return feed.findPage(request, viewerId);
      const { cursor, search } = request;
      const replacements = { people: findByPeople, crop: findCropAlone } as const;
      if (hasNothing(search.understood)) return nothing(search.understood);
      if (cursor?.source === 'people' || cursor?.source === 'crop')
        return (await replacements[cursor.source](request, viewerId)) ?? nothing(search.understood);
      const found = await find(request, viewerId, search.understood);
      if (cursor || found.page.total !== 0) return found;
      for (const replacement of Object.values(replacements)) {
        const list = await replacement(request, viewerId);
        if (list && list.page.total !== 0) return list;
      }
      const { crops: similar, places } = guess(search.understood.words.join(' '));
      const guesses = { crops: similar.map(cropName), places: places.map(toFoundPlace) };
      return { ...found, page: { ...found.page, understood: { ...search.understood, guesses } } };
    },

    async suggest(q, viewer, { limit = limits.search.suggestions.usual, lang = 'en' }) {
      const state = viewer.place?.state;
      const completed = suggest(q, { state });
      const { filter, understood } = readSearch(q, {}, state);
      const [firstCrop] = understood.crops.length > 0 ? [] : completed.crops;
      const wanted = firstCrop ? { cropKeys: [firstCrop] } : filter;
      const [people, posts] = await Promise.all([
        directory.findNamed(viewer.id, q.split(/\s+/), limit),
        isLong(q) ? store.suggestPosts(wanted, viewer.id, limit) : [],
      ]);
      const sure = understood.crops.filter(({ isSure }) => isSure).map(({ crop }) => crop.id);
      const ids = new Set([...sure, ...completed.crops, ...understood.crops.map(({ crop }) => crop.id)]);
      return {
        crops: [...ids].slice(0, limit).flatMap((id) => {
          const crop = cropsById.get(id);
          return crop ? [{ id, en: crop.en, name: nameIn(lang, crop) }] : [];
        }),
        places: completed.places.slice(0, limit).map(toFoundPlace),
        people,
        posts,
      };
    },
  };
}

function isLong(q: string): boolean {
  return searchedWords([q]).some((word) => word.length >= minPart);
}

/** Signs only, such as '!!!'. */
function hasNothing({ crops: named, places, words }: Understood): boolean {
  return named.length === 0 && places.length === 0 && words.length === 0;
}

function nothing(understood: Understood): Found {
  return { data: '[]', page: { nextCursor: null, total: 0, available: 0, understood } };
}

function hasSearch(request: FeedRequest): request is SearchRequest {
  return request.search !== undefined;
}
