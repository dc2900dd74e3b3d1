import { expect, it } from 'vitest';
import type { Filters } from './filters.ts';
import { cropsFilters, cropsSearch, nearChosen, readCropsSearch } from './near-first.ts';

const pune = { state: 'Maharashtra', district: 'Pune' };

it.each([
  ['', { sort: 'nearest' }],
  ['category=Grains', { category: 'Grains', sort: 'nearest' }],
  ['order=latest', {}],
  ['order=latest&within=200', { within: '200' }],
  ['sort=price-low', { sort: 'price-low' }],
  ['near=Moga, Punjab', { near: 'Moga, Punjab', sort: 'nearest' }],
])('%j shows %j near a known place, and leads back', (address, filters) => {
  const search = readCropsSearch(Object.fromEntries(new URLSearchParams(address)));
  expect(cropsFilters(search, pune)).toEqual(filters);
  expect(cropsSearch(cropsFilters(search, pune), pune)).toEqual(search);
});

it.each<[address: string, filters: Filters]>([
  ['', {}],
  ['order=latest', {}],
  ['sort=nearest', { sort: 'nearest' }],
])('%j shows %j without a place', (address, filters) => {
  const search = readCropsSearch(Object.fromEntries(new URLSearchParams(address)));
  expect(cropsFilters(search, undefined)).toEqual(filters);
  expect(cropsSearch(filters, undefined)).toEqual(filters);
});

it('measures distances from the chosen place, unless the address says from where', () => {
  expect(nearChosen({ sort: 'nearest' }, pune)).toEqual({ sort: 'nearest', near: 'Pune, Maharashtra' });
  expect(nearChosen({ within: '50' }, pune)).toEqual({ within: '50', near: 'Pune, Maharashtra' });
  expect(nearChosen({ sort: 'nearest', near: 'Moga, Punjab' }, pune).near).toBe('Moga, Punjab');
  expect(nearChosen<Filters>({ category: 'Grains' }, pune)).toEqual({ category: 'Grains' });
  expect(nearChosen({ sort: 'nearest' }, undefined)).toEqual({ sort: 'nearest' });
});
