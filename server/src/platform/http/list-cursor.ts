import * as z from 'zod/mini';
import { limits } from '@upaj/contract/limits';
import { cursorParts, readCursor, writeCursor } from './cursor.ts';

export interface ListCursor {
  /** In microseconds since 1970. */
  at: number;
  id: string;
  total: number;
}

/** Rows and page as JSON text, from up to `limit + 1` rows: an extra row means that there are more. */
export function pageOf(
  found: readonly { at: number; id: string; json: string }[],
  limit: number,
  total: number,
): { data: string; page: string } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const nextCursor = last ? writeCursor([last.at, last.id, total]) : null;
  return {
    data: `[${rows.map(({ json }) => json).join(',')}]`,
    page: JSON.stringify({ nextCursor, total: total > limits.page.countedTo ? '10,000+' : total }),
  };
}

const shape = z.tuple([cursorParts.time, cursorParts.id, cursorParts.total]);

/** @throws AppError INVALID_INPUT for an invalid cursor. */
export function readListCursor(text: string): ListCursor {
  const [at, id, total] = readCursor(text, shape);
  return { at, id, total };
}
