import * as z from 'zod/mini';
import { limits } from '@upaj/contract/limits';
import { findDistrict } from '@upaj/contract/places';
import type { WantedQuery, WantedSort } from '@upaj/contract/trade/wanted';
import { invalidField } from '#src/platform/http/errors.ts';
import { cursorParts, readCursor } from '#src/platform/http/paging.ts';
import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { priceBounds, readQuery, type Searcher } from '#src/trade/feed/request.ts';
import type { ListFilter, SearchFilter } from '#src/trade/lists/filter.ts';

export type WantedFilter = SearchFilter &
  Pick<ListFilter, 'isOwn' | 'followerId' | 'category' | 'near' | 'withinKm' | 'price'>;

export interface WantedRequest {
  filter: WantedFilter;
  sort: WantedSort;
  cursor: { key: number | null; id: string; total: number } | undefined;
  limit: number;
  /** The place that distances are measured from. */
  from: Place | null;
}

export function toWantedRequest(query: WantedQuery, viewer: Searcher): WantedRequest {
  const { category, cropType, state, district, priceRange, within, sort = 'latest' } = query;
  // The cursor is read first, because a search takes some milliseconds to understand.
  const cursor = query.cursor ? readWantedCursor(query.cursor, sort) : undefined;
  const from = (query.near && findDistrict(query.near)) || viewer.place;
  const isByDistance = sort === 'nearest' || within !== undefined;
  if (isByDistance && (!from || kmBetween(from, from) === null))
    throw invalidField('near', 'districtRequired');
  const filter: WantedFilter = {
    isOwn: query.mine === 'true',
    ...(query.following === 'true' && { followerId: viewer.id }),
    ...(category && { category }),
    ...(cropType && { cropKeys: [resolveCropKey(cropType)] }),
    ...(state && { state }),
    ...(state && district && { district }),
    ...(isByDistance && from && { near: from }),
    ...(within !== undefined && { withinKm: within }),
    ...(priceRange && { price: priceBounds(priceRange) }),
  };
  const search = readQuery(query, filter, viewer);
  return {
    filter: { ...filter, ...search?.filter },
    sort,
    cursor,
    limit: query.limit ?? limits.page.size,
    from,
  };
}

function readWantedCursor(text: string, sort: WantedSort): NonNullable<WantedRequest['cursor']> {
  const key = sort === 'latest' ? z.null() : cursorParts.amount;
  const shape = z.tuple([key as z.ZodMiniType<number | null>, cursorParts.id, cursorParts.total]);
  const [at, id, total] = readCursor(text, shape);
  return { key: at, id, total };
}
