import { foldText } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { FeedQuery } from '@upaj/contract/trade/feed';
import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import { readFeedCursor, type Cursor, type FeedSort } from './cursor.ts';

/** Without unused fields, so that equal filters have equal JSON. */
export interface FeedFilter {
  authorId?: string;
  isOwn?: boolean;
  followerId?: string;
  category?: string;
  cropKey?: string;
  state?: string;
  district?: string;
  isAvailable?: boolean;
  isOrganic?: boolean;
  /** Rupees, both inclusive; no upper bound without `to`. */
  price?: { from: number; to?: number };
  words?: string[];
}

export interface FeedRequest {
  filter: FeedFilter;
  sort: FeedSort;
  cursor: Cursor | undefined;
  limit: number;
}

export function toFeedRequest(query: FeedQuery, viewerId: string, authorId?: string): FeedRequest {
  const filter: FeedFilter = {};
  if (authorId) filter.authorId = authorId;
  if (authorId === viewerId) filter.isOwn = true;
  if (query.following === 'true') filter.followerId = viewerId;
  if (query.category) filter.category = query.category;
  if (query.cropType) filter.cropKey = resolveCropKey(query.cropType);
  if (query.state) filter.state = query.state;
  if (query.state && query.district) filter.district = query.district;
  if (query.availability && query.availability !== 'all')
    filter.isAvailable = query.availability === 'available';
  if (query.organic === 'true') filter.isOrganic = true;
  if (query.priceRange) filter.price = priceBounds(query.priceRange);
  if (query.q) filter.words = foldText(query.q).split(/\s+/).slice(0, 6);
  const sort = query.sort ?? (filter.words ? 'relevance' : 'latest');
  return {
    filter,
    sort,
    cursor: query.cursor ? readFeedCursor(query.cursor, sort) : undefined,
    limit: query.limit ?? limits.page.size,
  };
}

export function priceBounds(range: string): { from: number; to?: number } {
  const [from, to] = range.split(/[-+]/);
  return to ? { from: Number(from), to: Number(to) } : { from: Number(from) };
}
