import { expect, test } from 'vitest';
import { grows } from './growers.ts';

test.each([
  ['Wheat', 'wheat', true],
  ['Wheat and basmati paddy', 'basmati-paddy', true],
  ['Wheat and basmati paddy', 'paddy', false],
  ['sweet potato', 'potato', false],
  ['आलू, प्याज़ और टमाटर', 'onion', true],
  ['kanda/batata', 'onion', true],
  ['Dragon fruit', 'dragon fruit', true],
  ['', 'wheat', false],
])('a farmer with the main product “%s” grows %s: %s', (mainProduct, cropKey, expected) => {
  expect(grows(mainProduct, cropKey)).toBe(expected);
});
