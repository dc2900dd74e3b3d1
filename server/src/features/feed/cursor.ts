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

/** @throws AppError INVALID_INPUT for anything this server did not write. */
export function readCursor(text: string): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidField('cursor', 'invalid');
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalidField('cursor', 'invalid');
  const [key, id, total] = parts as unknown[];
  const isKey = key === null || (typeof key === 'number' && Math.abs(key) < 1e10);
  if (!isKey || typeof id !== 'string' || !uuid.test(id) || !Number.isSafeInteger(total)) {
    throw invalidField('cursor', 'invalid');
  }
  return { key, id, total: total as number };
}
