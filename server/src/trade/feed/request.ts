import type { Page } from '@upaj/contract/envelope';
import { limits } from '@upaj/contract/limits';
import { findDistrict } from '@upaj/contract/places';
import type { FeedQuery } from '@upaj/contract/trade/feed';
import type { Understood } from '@upaj/contract/trade/search';
import { invalidField } from '#src/platform/http/errors.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { readFeedCursor } from '#src/trade/lists/cursor.ts';
import type { ListFilter, ListRequest, SearchFilter } from '#src/trade/lists/filter.ts';
import { readSearch, readVerbatim, type Varieties } from '#src/trade/search/read-search.ts';

export interface FeedRequest extends ListRequest {
  /** The place that distances are measured from. */
  from: Place | null;
  /** Set for a list that replaces one without posts: posts of the named people, or of the crop alone. */
  source?: 'people' | 'crop';
  search?: { understood: Understood; given: ListFilter } | undefined;
}

export interface FeedPage extends Page {
  available: Page['total'];
  /** Present only for a search. */
  understood?: Understood;
}

export interface FoundFeed {
  data: string;
  page: FeedPage;
}

export type FindFeed = (request: FeedRequest, viewerId: string) => Promise<FoundFeed>;

export type FeedViewer = Pick<Viewer, 'id' | 'place'>;

/** A viewer, with the varieties that mandis report, by which a search understands more words. */
export type Searcher = FeedViewer & { varieties: Varieties };

export function toFeedRequest(query: FeedQuery, viewer: Searcher, authorId?: string): FeedRequest {
  const sort = query.sort ?? (query.q ? 'relevance' : 'latest');
  // The cursor is read first, because a search takes some milliseconds to understand.
  const cursor = query.cursor ? readFeedCursor(query.cursor, sort) : undefined;
  const filter: ListFilter = {};
  if (authorId) filter.authorId = authorId;
  if (authorId === viewer.id) filter.isOwn = true;
  if (query.following === 'true') filter.followerId = viewer.id;
  if (query.category) filter.category = query.category;
  if (query.cropType) filter.cropKeys = [resolveCropKey(query.cropType)];
  if (query.state) filter.state = query.state;
  if (query.state && query.district) filter.district = query.district;
  if (query.availability && query.availability !== 'all')
    filter.isAvailable = query.availability === 'available';
  if (query.organic === 'true') filter.isOrganic = true;
  if (query.priceRange) filter.price = priceBounds(query.priceRange);
  const from = (query.near && findDistrict(query.near)) || viewer.place;
  if (query.sort === 'nearest' || query.within !== undefined) {
    if (!from || kmBetween(from, from) === null) throw invalidField('near', 'districtRequired');
    filter.near = from;
  }
  if (query.within !== undefined) filter.withinKm = query.within;
  const search = readQuery(query, filter, viewer);
  return {
    filter: { ...filter, ...search?.filter },
    sort,
    cursor,
    limit: query.limit ?? limits.page.size,
    from,
    search: search && { understood: search.understood, given: filter },
  };
}

export function readQuery(
  { q, verbatim }: Pick<FeedQuery, 'q' | 'verbatim'>,
  given: SearchFilter,
  { place, varieties }: Searcher,
) {
  if (!q) return undefined;
  return verbatim === 'true' ? readVerbatim(q) : readSearch(q, given, varieties, place?.state);
}

export function priceBounds(range: string): { from: number; to?: number } {
  const [from, to] = range.split(/[-+]/);
  return to ? { from: Number(from), to: Number(to) } : { from: Number(from) };
}
