import * as z from 'zod/mini';
import type { Sort } from '@upaj/contract/trade/feed';
import { cursorParts, readCursor } from '#src/platform/http/paging.ts';

/** A search without a sort lists the most relevant posts first. */
export type FeedSort = Sort | 'relevance';

export interface Counts {
  available: number;
  soldOut: number;
}

/** The position after a page's last post, and the first page's totals, to count once. */
export interface Cursor {
  isAvailable: boolean;
  key: number | null;
  id: string;
  counts: Counts;
}

const keys = {
  latest: z.null(),
  'price-low': cursorParts.amount,
  'price-high': cursorParts.amount,
  popular: cursorParts.integer,
  relevance: cursorParts.integer,
} as const satisfies Record<FeedSort, z.core.$ZodType<number | null>>;

export function cursorOf({ isAvailable, key, id }: Omit<Cursor, 'counts'>, counts: Counts): unknown[] {
  return [isAvailable, key, id, counts.available, counts.soldOut];
}

export function readFeedCursor(text: string, sort: FeedSort): Cursor {
  const { flag, id, total } = cursorParts;
  const parts = readCursor(text, z.tuple([flag, keys[sort], id, total, total]));
  return {
    isAvailable: parts[0],
    key: parts[1],
    id: parts[2],
    counts: { available: parts[3], soldOut: parts[4] },
  };
}
