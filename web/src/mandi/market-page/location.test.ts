import { expect, it } from 'vitest';
import { joinLocation, locationOf, splitLocation } from './location.ts';

it.each([
  ['Delhi', { state: 'Delhi' }],
  ['Ludhiana, Punjab', { state: 'Punjab', district: 'Ludhiana' }],
])('parses and writes %s', (text, location) => {
  expect(splitLocation(text)).toEqual(location);
  expect(joinLocation(location)).toBe(text);
});

it('uses the place of a viewer’s address', () => {
  const address = { state: 'Punjab', district: 'Moga', city: '', village: '', pincode: '' };
  expect(locationOf({ address })).toBe('Moga, Punjab');
  expect(locationOf({ address: { ...address, state: '', district: '' } })).toBeUndefined();
  expect(locationOf(null)).toBeUndefined();
});
