import * as z from 'zod/mini';
import type { Page } from '@upaj/contract/envelope';
import { limits } from '@upaj/contract/limits';
import { invalidField } from './errors.ts';

export interface PageRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface List<Item> {
  data: Item[];
  page: Page;
}

export interface ListRow<Item> {
  id: string;
  at: number;
  item: Item;
}

export interface ListCursor {
  at: number;
  id: string;
  total: number;
}

export const cursorParts = {
  id: z.uuid(),
  flag: z.boolean(),
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

export function readCursor<T extends z.core.$ZodType>(text: string, shape: T): z.output<T> {
  try {
    return z.parse(shape, JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalidField('cursor', 'invalid');
  }
}

/** Cuts a page from up to `limit + 1` rows: the extra row means that there are more. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => readonly unknown[],
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor(cursorOf(last)) : null };
}

export function listOf<Item>(found: readonly ListRow<Item>[], limit: number, total: number): List<Item> {
  const { rows, nextCursor } = cutPage(found, limit, ({ at, id }) => [at, id, total]);
  return { data: rows.map(({ item }) => item), page: { nextCursor, total: writeTotal(total) } };
}

/** Separates the total from rows that each have it. */
export function takeTotal<Row extends { total: unknown }>(
  counted: readonly Row[],
): { rows: Omit<Row, 'total'>[]; total: number } {
  const rows = counted.map((row) => {
    const { total: _, ...rest } = row;
    return rest;
  });
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

export function writeTotal(count: number): Page['total'] {
  return count > limits.page.countedTo ? '10,000+' : count;
}

const listShape = z.tuple([cursorParts.time, cursorParts.id, cursorParts.total]);

export function readListCursor(text: string): ListCursor {
  const [at, id, total] = readCursor(text, listShape);
  return { at, id, total };
}
