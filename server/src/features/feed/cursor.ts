import type { Sort } from '@upaj/contract/feed';
import { limits } from '@upaj/contract/limits';
import { invalidField } from '#src/http/errors.ts';

/**
 * Where a page ended: the sort key and id of its last post, and the total that the first page counted, so that later
 * pages need not count again.
 */
export interface Cursor {
  /** Null where the id alone is the order. */
  key: number | null;
  id: string;
  total: number;
}

export function writeCursor({ key, id, total }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id, total])).toString('base64url');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isPrice = (key: unknown) => typeof key === 'number' && Math.abs(key) < 1e10;

/** What the database can compare with the column of the sort. */
const isKeyOf: Record<Sort, (key: unknown) => boolean> = {
  latest: (key) => key === null,
  'price-low': isPrice,
  'price-high': isPrice,
  popular: (key) => Number.isSafeInteger(key) && Math.abs(key as number) < 2 ** 31,
};

const isTotal = (total: unknown) =>
  Number.isSafeInteger(total) && (total as number) >= 0 && (total as number) <= limits.page.countedTo + 1;

/** @throws AppError INVALID_INPUT for anything this server did not write, or wrote for another sort. */
export function readCursor(text: string, sort: Sort): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidField('cursor', 'invalid');
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalidField('cursor', 'invalid');
  const [key, id, total] = parts as unknown[];
  if (!isKeyOf[sort](key) || typeof id !== 'string' || !uuid.test(id) || !isTotal(total)) {
    throw invalidField('cursor', 'invalid');
  }
  return { key: key as number | null, id, total: total as number };
}
