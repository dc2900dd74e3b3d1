import * as z from 'zod/mini';
import { limits } from '@upaj/contract/limits';
import { invalidField } from './errors.ts';

export const cursorParts = {
  id: z.uuid(),
  flag: z.boolean(),
  /** Microseconds since 1970, the precision of PostgreSQL. */
  time: z.int().check(z.gte(0)),
  integer: z.int().check(z.gt(-(2 ** 31)), z.lt(2 ** 31)),
  serial: z.int().check(z.gte(1), z.lt(2 ** 31)),
  amount: z.number().check(z.gt(-1e10), z.lt(1e10)),
  text: z.string().check(z.refine((text) => !text.includes('\u0000'))),
  total: z.int().check(z.gte(0), z.lte(limits.page.countedTo + 1)),
};

export function writeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws AppError INVALID_INPUT for a cursor of another shape. */
export function readCursor<T extends z.core.$ZodType>(text: string, shape: T): z.output<T> {
  try {
    return z.parse(shape, JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalidField('cursor', 'invalid');
  }
}
