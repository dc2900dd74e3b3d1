import { limits } from '@upaj/contract/limits';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Counts, Cursor, FeedSort } from './cursor.ts';
import type { FeedFilter } from './filter.ts';

/** What decides on which pages a post is. */
export interface PostFacts {
  id: string;
  authorId: string;
  category: string;
  cropKey: string;
  state: string;
  district: string;
  priceRank: number;
  searchText: string;
  isAvailable: boolean;
  isOrganic: boolean;
  isHidden: boolean;
}

/** A post before and after a write; pages that show an author; pages by popularity; all pages. */
export type FeedChange =
  | { post: { before?: PostFacts | undefined; after?: PostFacts | undefined } }
  | { authorId: string }
  | 'popular'
  | 'all';

type Position = Pick<Cursor, 'isAvailable' | 'key' | 'id'>;

/** The last post of a page. */
type Last = Pick<Cursor, 'source' | 'isAvailable' | 'key' | 'id'>;

/** The posts of a page, the one after it included, and where it begins and ends. */
export interface PageExtent {
  filter: FeedFilter;
  sort: FeedSort;
  /** The last post of the page before. */
  after: Position | undefined;
  /** Undefined when the list ends on this page. */
  last: Last | undefined;
  ids: readonly string[];
  authorIds: readonly string[];
}

export function changesPage(change: FeedChange, page: PageExtent): boolean {
  if (change === 'all') return true;
  if (change === 'popular') return page.sort === 'popular';
  if ('authorId' in change) return page.authorIds.includes(change.authorId);
  const { before, after } = change.post;
  if (page.ids.includes((before ?? after)?.id ?? '')) return true;
  if (!after || !isMatch(after, page.filter)) return false;
  const key = keyOf(after, page.sort, before === undefined);
  // Ranks of words are the database's.
  const hasWords = page.filter.words !== undefined || page.filter.otherwise !== undefined;
  return key === undefined || hasWords || isWithin(after, key, page);
}

export function changesCounts(change: FeedChange, filter: FeedFilter, counts: Counts): boolean {
  if (change === 'all') return true;
  if (change === 'popular' || 'authorId' in change) return false;
  const { before, after } = change.post;
  return ([true, false] as const).some((isAvailable) => {
    const of = (facts: PostFacts | undefined) =>
      Number(facts !== undefined && facts.isAvailable === isAvailable && isMatch(facts, filter));
    const added = of(after) - of(before);
    const isCounted = (count: number) => count <= limits.page.countedTo;
    if (isAvailable) return added < 0 || (added > 0 && isCounted(counts.available));
    return isCounted(counts.available) && (added < 0 || (added > 0 && isCounted(counts.soldOut)));
  });
}

/** As `filterConditions` in `trade/lists/store.ts`. */
export function isMatch(post: PostFacts, { otherwise, ...filter }: FeedFilter): boolean {
  const { price, words = [] } = filter;
  const isEqual = (name: 'authorId' | 'category' | 'state' | 'district' | 'isAvailable') =>
    filter[name] === undefined || filter[name] === post[name];
  const { cropKeys, ...others } = filter;
  if (otherwise && isMatch(post, { ...others, words: otherwise })) return true;
  return (
    (filter.isOwn === true || !post.isHidden) &&
    isEqual('authorId') &&
    isEqual('category') &&
    (!cropKeys || cropKeys.includes(post.cropKey)) &&
    (!filter.authorIds || filter.authorIds.includes(post.authorId)) &&
    (!filter.places || filter.places.some((place) => isIn(post, place))) &&
    isNear(post, filter) &&
    isEqual('state') &&
    isEqual('district') &&
    isEqual('isAvailable') &&
    (!filter.isOrganic || post.isOrganic) &&
    (!price || (post.priceRank >= price.from && post.priceRank <= (price.to ?? Infinity))) &&
    words.every((word) => post.searchText.includes(word))
  );
}

function isIn(post: PostFacts, { state, district }: { state: string; district?: string }): boolean {
  return post.state === state && (district === undefined || post.district === district);
}

function isNear(post: PostFacts, { near, withinKm }: FeedFilter): boolean {
  if (!near || withinKm === undefined) return true;
  const km = kmBetween(near, post);
  return km !== null && km <= withinKm;
}

function isWithin(post: PostFacts, key: number | null, { sort, after, last }: PageExtent): boolean {
  const place = { isAvailable: post.isAvailable, key, id: post.id };
  return (!after || compare(place, after, sort) > 0) && (!last || compare(place, last, sort) <= 0);
}

/** Undefined where only the database knows. A new post has no likes. */
function keyOf({ priceRank }: PostFacts, sort: FeedSort, isNew: boolean): number | null | undefined {
  if (sort === 'relevance' || sort === 'nearest') return undefined;
  if (sort === 'popular') return isNew ? 0 : undefined;
  return sort === 'latest' ? null : priceRank;
}

/** Positive where `a` comes after `b` in the list. */
function compare(a: Position, b: Position, sort: FeedSort): number {
  if (a.isAvailable !== b.isAvailable) return a.isAvailable ? -1 : 1;
  const difference = (a.key ?? 0) - (b.key ?? 0) || (a.id < b.id ? -1 : Number(a.id > b.id));
  return sort === 'price-low' ? difference : -difference;
}
