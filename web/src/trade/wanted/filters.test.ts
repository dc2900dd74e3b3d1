import { expect, it } from 'vitest';
import { readWantedFilters } from './filters.ts';

it('has the filters of posts that wanted posts have too', () => {
  const shared = {
    category: 'Vegetables',
    cropType: 'Onion',
    state: 'Maharashtra',
    district: 'Nashik',
    priceRange: '0-50',
    following: 'true',
    near: 'Pune, Maharashtra',
    within: '100',
    sort: 'nearest',
    mine: 'true',
  };
  const others = { availability: 'available', organic: 'true', q: 'red', verbatim: 'true' };
  expect(readWantedFilters({ ...shared, ...others })).toEqual(shared);
});

it('ignores the orders of posts that wanted posts do not have', () => {
  for (const sort of ['popular', 'price-low', 'latest', 'x']) expect(readWantedFilters({ sort })).toEqual({});
  expect(readWantedFilters({ sort: 'price-high' })).toEqual({ sort: 'price-high' });
});
