import { limits } from '@upaj/contract/limits';
import type { Understood } from '@upaj/contract/trade/search';
import type { DirectoryService } from '#src/people/directory/service.ts';
import { guess } from '#src/platform/names/understand.ts';
import { cropName, toFoundPlace } from '#src/trade/search/read-search.ts';
import type { FeedRequest, FindFeed, FoundFeed } from './request.ts';

type SearchRequest = FeedRequest & Required<Pick<FeedRequest, 'search'>>;

/**
 * Adds what is listed when a search finds nothing: posts of people whose names are its words, or else all posts of the
 * goods. This takes up to five more queries.
 */
export function withFallback(findPage: FindFeed, directory: Pick<DirectoryService, 'findNamed'>): FindFeed {
  async function findByPeople(request: SearchRequest, viewerId: string): Promise<FoundFeed | undefined> {
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

  async function findGoodsAlone(request: SearchRequest, viewerId: string): Promise<FoundFeed | undefined> {
    const { given, understood } = request.search;
    const { cropKeys, category } = request.filter;
    const ignored = [...understood.words, ...understood.places.map(({ words }) => words)];
    if (ignored.length === 0) return undefined;
    const goods = { ...(cropKeys && { cropKeys }), ...(category && { category }) };
    if (!cropKeys && understood.categories.length === 0) return undefined;
    return find({ ...request, filter: { ...given, ...goods }, source: 'crop' }, viewerId, {
      ...understood,
      places: [],
      words: [],
      ignored,
    });
  }

  async function find(request: FeedRequest, viewerId: string, understood: Understood): Promise<FoundFeed> {
    const { data, page } = await findPage(request, viewerId);
    return { data, page: { ...page, understood } };
  }

  const replacements = { people: findByPeople, crop: findGoodsAlone };

  return async (request, viewerId) => {
    if (!hasSearch(request)) return findPage(request, viewerId);
    const { cursor, search } = request;
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
  };
}

/** Returns true for a search of signs only, such as '!!!'. */
function hasNothing({ crops: named, categories, places, words }: Understood): boolean {
  return named.length === 0 && categories.length === 0 && places.length === 0 && words.length === 0;
}

function nothing(understood: Understood): FoundFeed {
  return { data: '[]', page: { nextCursor: null, total: 0, available: 0, understood } };
}

function hasSearch(request: FeedRequest): request is SearchRequest {
  return request.search !== undefined;
}
