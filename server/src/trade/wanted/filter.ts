import * as z from 'zod/mini';
import { limits } from '@upaj/contract/limits';
import type { WantedQuery, WantedSort } from '@upaj/contract/trade/wanted';
import { cursorParts, readCursor } from '#src/platform/http/paging.ts';
import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import { priceBounds, type FeedFilter } from '#src/trade/feed/filter.ts';

export interface WantedFilter extends Pick<
  FeedFilter,
  'isOwn' | 'followerId' | 'category' | 'state' | 'district' | 'price'
> {
  cropKey?: string;
}

export interface WantedRequest {
  filter: WantedFilter;
  sort: WantedSort;
  cursor: { key: number | null; id: string; total: number } | undefined;
  limit: number;
}

export function toWantedRequest(query: WantedQuery, viewerId: string): WantedRequest {
  const { category, cropType, state, district, priceRange, sort = 'latest' } = query;
  const filter: WantedFilter = {
    isOwn: query.mine === 'true',
    ...(query.following === 'true' && { followerId: viewerId }),
    ...(category && { category }),
    ...(cropType && { cropKey: resolveCropKey(cropType) }),
    ...(state && { state }),
    ...(state && district && { district }),
    ...(priceRange && { price: priceBounds(priceRange) }),
  };
  const cursor = query.cursor ? readWantedCursor(query.cursor, sort) : undefined;
  return { filter, sort, cursor, limit: query.limit ?? limits.page.size };
}

function readWantedCursor(text: string, sort: WantedSort): NonNullable<WantedRequest['cursor']> {
  const key = sort === 'latest' ? z.null() : cursorParts.amount;
  const shape = z.tuple([key as z.ZodMiniType<number | null>, cursorParts.id, cursorParts.total]);
  const [at, id, total] = readCursor(text, shape);
  return { key: at, id, total };
}
