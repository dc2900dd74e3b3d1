import { expect, test } from 'vitest';
import { isCountedDeal } from './counted-deal.ts';

const agreedAt = new Date('2026-11-20T06:00:00Z');
const account = (days: number, isVerified = false) => ({
  createdAt: new Date(agreedAt.getTime() - days * 24 * 60 * 60_000),
  isVerified,
});
const terms = {
  quantity: 5,
  unit: 'quintal',
  price: 2_400,
  priceUnit: 'per quintal',
  total: 12_000,
  agreedAt,
  asked: null,
  origins: { buyer: 'address:a device:a', seller: 'address:a device:b' },
} as const;
const known = [account(7), account(400)];
const mandi = { perQuintal: 2_400, isNear: true };

test('5 quintals near the price of the mandi, between accounts of 7 days, count', () => {
  expect(isCountedDeal(terms, known, mandi)).toBe(true);
});

test.each([
  ['two accounts of 7 days', [account(7), account(7)], true],
  ['a younger account', [account(6.9), account(400)], false],
  ['a younger account that is verified', [account(0, true), account(400)], true],
])('%s', (_, accounts, isCounted) => {
  expect(isCountedDeal(terms, accounts, mandi)).toBe(isCounted);
});

test.each([
  [50, 'kg', true],
  [49.99, 'kg', false],
  [0.5, 'quintal', true],
  [0.05, 'tonne', true],
  [0.04, 'tonne', false],
] as const)('%d %s', (quantity, unit, isCounted) => {
  expect(isCountedDeal({ ...terms, quantity, unit }, known, mandi)).toBe(isCounted);
});

test.each([
  [1_000, true],
  [999.99, false],
])('goods that are not sold by weight count from a total of 1,000 rupees: %d', (total, isCounted) => {
  const pieces = { ...terms, unit: 'piece', priceUnit: 'per piece', total } as const;
  expect(isCountedDeal(pieces, known, null)).toBe(isCounted);
});

test.each([
  [7_200, 'per quintal', true],
  [7_201, 'per quintal', false],
  [800, 'per quintal', true],
  [799, 'per quintal', false],
  [24, 'per kg', true],
  [2_400, 'per kg', false],
] as const)('%d %s where the mandi pays 2,400 a quintal', (price, priceUnit, isCounted) => {
  expect(isCountedDeal({ ...terms, price, priceUnit }, known, mandi)).toBe(isCounted);
  expect(isCountedDeal({ ...terms, price, priceUnit }, known, null)).toBe(true);
});

test('accounts on one device do not make deals that count', () => {
  const origins = { buyer: 'address:a device:a', seller: 'address:b device:b device:a' };
  expect(isCountedDeal({ ...terms, origins }, known, mandi)).toBe(false);
});

test.each([
  ['no price is known', null, 300, true],
  ['the state paid 2,400 last year', { perQuintal: 2_400, isNear: false }, 300, false],
  ['the state paid 2,400 last year', { perQuintal: 2_400, isNear: false }, 1_000, true],
] as const)('where %s and the post asks nothing known: %o, %d', (_, reference, price, isCounted) => {
  expect(isCountedDeal({ ...terms, price }, known, reference)).toBe(isCounted);
});

test.each([
  [{ price: 2_500, priceUnit: 'per quintal' }, null, false],
  [{ price: 25, priceUnit: 'per kg' }, null, false],
  [{ price: 9, priceUnit: 'per kg' }, null, true],
  [{ price: 2_500, priceUnit: 'per bag' }, null, true],
  [{ price: 2_500, priceUnit: 'per quintal' }, { perQuintal: 500, isNear: false }, false],
  [{ price: 2_500, priceUnit: 'per quintal' }, { perQuintal: 500, isNear: true }, true],
] as const)('a price of 300 where the post asks %o and the market is %o', (asked, reference, isCounted) => {
  expect(isCountedDeal({ ...terms, price: 300, asked }, known, reference)).toBe(isCounted);
});
