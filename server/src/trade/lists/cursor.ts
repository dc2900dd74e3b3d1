import * as z from 'zod/mini';
import type { Sort } from '@upaj/contract/trade/feed';
import { cursorParts, readCursor } from '#src/platform/http/paging.ts';

/**
 * What a page was read from; the next page continues there. `filter` is a usual list. In a search for a crop with few
 * posts, `wide` has the posts of the crop, and `otherwise` the others that follow. When nothing matches a search,
 * `people` has posts of people with its words as names, or else `crop` those of the goods alone.
 */
export const sources = ['filter', 'wide', 'otherwise', 'people', 'crop'] as const;
export type Source = (typeof sources)[number];

/** A search without a sort lists the most relevant posts first. */
export type ListSort = Sort | 'relevance';

export interface Counts {
  available: number;
  soldOut: number;
  /** True in a search where other posts follow those of the crop. The counts include them. */
  isWide?: boolean;
}

export const noCounts: Counts = { available: 0, soldOut: 0 };

/** Holds the position after a page's last post, and the totals of the first page, so that they are counted once. */
export interface Cursor {
  source: Source;
  isAvailable: boolean;
  key: number | null;
  id: string;
  counts: Counts;
}

const keys = {
  latest: z.null(),
  nearest: cursorParts.integer,
  'price-low': cursorParts.amount,
  'price-high': cursorParts.amount,
  popular: cursorParts.integer,
  relevance: cursorParts.integer,
} as const satisfies Record<ListSort, z.core.$ZodType<number | null>>;

export function cursorOf(
  { source, isAvailable, key, id }: Omit<Cursor, 'counts'>,
  { available, soldOut }: Counts,
): unknown[] {
  return [isAvailable, key, id, available, soldOut, source];
}

export function readFeedCursor(text: string, sort: ListSort): Cursor {
  const { flag, id, total } = cursorParts;
  const source = z.optional(z.enum(sources));
  const parts = readCursor(text, z.tuple([flag, keys[sort], id, total, total, source]));
  return {
    isAvailable: parts[0],
    key: parts[1],
    id: parts[2],
    counts: { available: parts[3], soldOut: parts[4] },
    // Cursors of an earlier release have no source.
    source: parts[5] ?? 'filter',
  };
}
