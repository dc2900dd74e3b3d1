import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { wholeNumber } from './fields.ts';

it.each([
  ['3', true],
  [3, true],
  ['', false],
  ['3.5', false],
  [true, false],
  [[3], false],
  [{ toString: [] }, false],
])('%j is a whole number of at least 1: %s', (value, isOne) => {
  expect(z.safeParse(wholeNumber(1), value).success).toBe(isOne);
});
