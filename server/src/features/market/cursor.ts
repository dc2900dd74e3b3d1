import { limits } from '@upaj/contract/limits';
import { invalidField } from '#src/http/errors.ts';

export type Key = string | number;
/** `id` is a series's; `missing` is a number or null. */
export type KeyShape = 'text' | 'number' | 'id' | 'missing' | 'total';

export function writeKeys(keys: readonly (Key | null)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

const mostId = 2 ** 31 - 1;
/** More than any price or distance, and what the database can compare with them. */
const isNumber = (key: unknown) => typeof key === 'number' && Math.abs(key) < 1e10;

const isOf: Record<KeyShape, (key: unknown) => boolean> = {
  text: (key) => typeof key === 'string' && !key.includes('\u0000'),
  number: isNumber,
  id: (key) => Number.isSafeInteger(key) && (key as number) >= 1 && (key as number) <= mostId,
  missing: (key) => key === null || isNumber(key),
  total: (key) =>
    Number.isSafeInteger(key) && (key as number) >= 0 && (key as number) <= limits.page.countedTo + 1,
};

/** @throws AppError INVALID_INPUT for anything but a cursor of these shapes. */
export function readKeys(text: string, shapes: readonly KeyShape[]): Key[];
export function readKeys(text: string, shapes: readonly KeyShape[]): unknown {
  let keys: unknown;
  try {
    keys = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidField('cursor', 'invalid');
  }
  const isWhole =
    Array.isArray(keys) &&
    keys.length === shapes.length &&
    shapes.every((shape, index) => isOf[shape](keys[index]));
  if (!isWhole) throw invalidField('cursor', 'invalid');
  return keys;
}
