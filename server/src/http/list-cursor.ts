import { limits } from '@upaj/contract/limits';
import { invalidField } from './errors.ts';

/** Where a page of a list by time ended, and the total that its first page counted, so that later pages need not count. */
export interface ListCursor {
  /** The time of the last row, in microseconds since 1970: PostgreSQL's own precision. */
  at: number;
  id: string;
  total: number;
}

/**
 * The rows and the page of the answer, as JSON text, from up to `limit + 1` rows: the one too many tells that the list
 * goes on.
 */
export function pageOf(
  found: readonly { at: number; id: string; json: string }[],
  limit: number,
  total: number,
): { data: string; page: string } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const nextCursor = last ? writeListCursor({ at: last.at, id: last.id, total }) : null;
  return {
    data: `[${rows.map(({ json }) => json).join(',')}]`,
    page: JSON.stringify({ nextCursor, total: total > limits.page.countedTo ? '10,000+' : total }),
  };
}

function writeListCursor({ at, id, total }: ListCursor): string {
  return Buffer.from(JSON.stringify([at, id, total])).toString('base64url');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isWithin = (value: unknown, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** @throws AppError INVALID_INPUT for anything this server did not write. */
export function readListCursor(text: string): ListCursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidField('cursor', 'invalid');
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalidField('cursor', 'invalid');
  const [at, id, total] = parts as unknown[];
  const isWhole =
    isWithin(at, Number.MAX_SAFE_INTEGER) &&
    typeof id === 'string' &&
    uuid.test(id) &&
    isWithin(total, limits.page.countedTo + 1);
  if (!isWhole) throw invalidField('cursor', 'invalid');
  return { at: at as number, id: id as string, total: total as number };
}
