import { categories, priceUnits } from '@upaj/contract/crops';
import { districtsOf, states } from '@upaj/contract/places';
import { availabilities, priceRanges, sorts } from '@upaj/contract/trade/feed';
import { expect, it } from 'vitest';
import { en } from './en.ts';
import { placesHi } from './places.hi.ts';

// Screens take their lists of choices from the catalogue, so as not to load the contract's tables for them.
it('lists every choice in the order of the contract', () => {
  expect(Object.keys(en.names.category)).toEqual(categories);
  expect(Object.keys(en.names.unit)).toEqual(priceUnits);
  expect(Object.keys(en.feed.priceRanges)).toEqual(priceRanges);
  expect(Object.keys(en.feed.availabilities)).toEqual(availabilities);
  expect(Object.keys(en.feed.sorts)).toEqual(sorts);
});

it('has a Hindi name for every state and district', () => {
  const places = states.flatMap((state) => [state, ...districtsOf(state)]);
  expect(places.filter((place) => !placesHi[place])).toEqual([]);
});
