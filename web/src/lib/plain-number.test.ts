import { expect, it } from 'vitest';
import { plainNumber } from './format.ts';

it.each([
  ['₹ १,२५०.५०', '1250.50'],
  [' 1,23,456 ', '123456'],
  ['141 401', '141401'],
  ['12a', '12a'],
])('reads %s as %s', (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain);
});
