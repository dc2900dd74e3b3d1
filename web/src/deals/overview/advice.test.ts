import { todayInIndia } from '@upaj/contract/days';
import type { PostFigures } from '@upaj/contract/deals/overview';
import { expect, it } from 'vitest';
import { adviceFor } from './advice.ts';

const post = {
  price: 29,
  priceUnit: 'per kg',
  marketPrice: { modalPrice: 2600, arrivalDate: todayInIndia() },
  photos: 3,
  variety: 'Sharbati',
  harvestDate: '2026-04-10',
  isAvailable: true,
  waitingOffers: 0,
} as PostFigures;
const kindsFor = (changes: Partial<PostFigures>) =>
  adviceFor({ ...post, ...changes }).map(({ kind }) => kind);

it('says what the seller can do, most urgent first, at most three', () => {
  expect(adviceFor(post)).toEqual([{ kind: 'price', percent: 12 }]);
  expect(kindsFor({ price: 28 })).toEqual([]);
  expect(kindsFor({ price: 20 })).toEqual([]);
  expect(kindsFor({ marketPrice: null, variety: '', harvestDate: null })).toEqual(['variety', 'harvest']);
  expect(kindsFor({ waitingOffers: 1, photos: 1, variety: '' })).toEqual(['offers', 'price', 'photos']);
});

it('has only offers for a post that is sold out', () => {
  expect(kindsFor({ isAvailable: false, photos: 1, waitingOffers: 2 })).toEqual(['offers']);
});
