import { cropKeyOf, foldText } from '@upaj/contract/crops';
import type { FeedQuery, Sort } from '@upaj/contract/feed';
import { limits } from '@upaj/contract/limits';
import { readCursor, type Cursor } from './cursor.ts';

/** Which posts a list holds. Fields that do not filter are left out, so that equal filters have equal JSON. */
export interface FeedFilter {
  authorId?: string;
  /** The viewer's own posts, hidden ones included. */
  isOwn?: boolean;
  /** Only posts of people whom this one follows. */
  followerId?: string;
  category?: string;
  cropKey?: string;
  state?: string;
  district?: string;
  isAvailable?: boolean;
  isOrganic?: boolean;
  /** Rupees, both inclusive; `to` is open where it is missing. */
  price?: { from: number; to?: number };
  /** Folded words that must all occur. */
  words?: string[];
}

export interface FeedRequest {
  filter: FeedFilter;
  sort: Sort;
  cursor: Cursor | undefined;
  limit: number;
}

export function toFeedRequest(query: FeedQuery, viewerId: string, authorId?: string): FeedRequest {
  const filter: FeedFilter = {};
  if (authorId) filter.authorId = authorId;
  if (authorId === viewerId) filter.isOwn = true;
  if (query.following === 'true') filter.followerId = viewerId;
  if (query.category) filter.category = query.category;
  if (query.cropType) filter.cropKey = cropKeyOf(query.cropType);
  if (query.state) filter.state = query.state;
  // A district's name alone says little: several states have one of that name.
  if (query.state && query.district) filter.district = query.district;
  if (query.availability && query.availability !== 'all')
    filter.isAvailable = query.availability === 'available';
  if (query.organic === 'true') filter.isOrganic = true;
  if (query.priceRange) filter.price = priceBounds(query.priceRange);
  if (query.q) filter.words = foldText(query.q).split(/\s+/).slice(0, 6);
  const sort = query.sort ?? 'latest';
  return {
    filter,
    sort,
    cursor: query.cursor ? readCursor(query.cursor, sort) : undefined,
    limit: query.limit ?? limits.page.size,
  };
}

/** 'a-b' means between, both inclusive; 'a+' means at least. */
function priceBounds(range: string): { from: number; to?: number } {
  const [from, to] = range.split(/[-+]/);
  return to ? { from: Number(from), to: Number(to) } : { from: Number(from) };
}
