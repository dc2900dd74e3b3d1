import { expect, test } from 'vitest';
import { editDistance, typingDistance } from './edit-distance.ts';

test.each([
  ['onion', 'onion', 0],
  ['onion', 'onian', 1],
  ['onion', 'onoin', 1],
  ['gobi', 'gobhi', 1],
  ['karot', 'garot', 1],
  ['potato', 'potao', 2],
  ['sapna', 'satna', 3],
  ['onion', '', 5],
])('from %s to %s is %i', (a, b, distance) => {
  expect(editDistance(a, b, 4)).toBe(distance);
  expect(editDistance(b, a, 4)).toBe(distance);
});

test.each([
  ['wheat', 'wheat', 0],
  ['wehat', 'wheat', 1],
  ['tomatp', 'tomato', 1],
  ['banna', 'banana', 1],
  ['grapes', 'greps', 2],
  ['wheat', 'what', 1],
  ['onion', 'obion', 1],
  ['onion', 'okion', 2],
])('typing %s for %s costs %i', (a, b, distance) => {
  expect(typingDistance(a, b, 4)).toBe(distance);
});
