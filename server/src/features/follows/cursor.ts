import { limits } from '@upaj/contract/limits';
import { invalidField } from '#src/http/errors.ts';

/** Where a page of people ended, and the total that the first page counted, so that later pages need not count. */
export interface PeopleCursor {
  /** When the last person was added to the list, in microseconds since 1970: PostgreSQL's own precision. */
  at: number;
  id: string;
  total: number;
}

export function writeCursor({ at, id, total }: PeopleCursor): string {
  return Buffer.from(JSON.stringify([at, id, total])).toString('base64url');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isWithin = (value: unknown, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** @throws AppError INVALID_INPUT for anything this server did not write. */
export function readCursor(text: string): PeopleCursor {
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
