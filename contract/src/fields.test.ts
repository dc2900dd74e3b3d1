import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { wholeNumber } from './fields.ts';
import { placeEndpoints } from './find-place.ts';

it.each([
  ['3', true],
  [3, true],
  ['३', true],
  ['௩', true],
  [' 3 ', true],
  ['', false],
  [' ', false],
  ['3.5', false],
  [true, false],
  [[3], false],
  [{ toString: [] }, false],
])('%j is a whole number of at least 1: %s', (value, isOne) => {
  expect(z.safeParse(wholeNumber(1), value).success).toBe(isOne);
});

it.each([
  ['28.6', true],
  ['२८.६', true],
  ['', false],
  [' ', false],
  ['north', false],
])('%j is a latitude: %s', (latitude, isRight) => {
  const { query } = placeEndpoints['GET /api/v1/places/nearest'];
  expect(z.safeParse(query, { latitude, longitude: '77.2' }).success).toBe(isRight);
});
