import type { MarketPrice } from '../mandi/market-prices.ts';
import { describe, expect, it } from 'vitest';
import type { PriceUnit } from './units.ts';
import { comparePrice, isOddPrice } from './compare-price.ts';

const noon = Date.parse('2026-11-21T06:30:00Z');

function compare(price: number, priceUnit: PriceUnit, mandi: Partial<MarketPrice> | null = {}, now = noon) {
  const marketPrice = mandi && ({ modalPrice: 2450, arrivalDate: '2026-11-20', ...mandi } as MarketPrice);
  return comparePrice({ price, priceUnit, marketPrice }, now);
}

describe('in the seller’s unit', () => {
  it.each([
    ['per kg', 26.5, { mandiPrice: 24.5, unit: 'per kg', side: 'above', percent: 8 }],
    ['per quintal', 2650, { mandiPrice: 2450, unit: 'per quintal', side: 'above', percent: 8 }],
    ['per kg', 20, { mandiPrice: 24.5, unit: 'per kg', side: 'below', percent: 18 }],
    ['per quintal', 4900, { mandiPrice: 2450, unit: 'per quintal', side: 'above', percent: 100 }],
    ['per kg', 0, { mandiPrice: 24.5, unit: 'per kg', side: 'below', percent: 100 }],
  ] as const)('%s, %d', (unit, price, expected) => {
    expect(compare(price, unit)).toMatchObject(expected);
  });
});

describe('about the same, higher or lower', () => {
  it.each([
    [100, 'same'],
    [102, 'same'],
    [98, 'same'],
    [102.4, 'same'],
    [97.6, 'same'],
    [102.5, 'above'],
    [97.5, 'below'],
    [103, 'above'],
    [97, 'below'],
  ] as const)('₹%d beside ₹100: %s', (price, side) => {
    expect(compare(price, 'per kg', { modalPrice: 10_000 })?.side).toBe(side);
  });

  it('rounds up and down alike', () => {
    const percent = (price: number) => compare(price, 'per kg', { modalPrice: 10_000 })?.percent;
    expect([percent(112.5), percent(87.5)]).toEqual([13, 13]);
  });
});

describe('nothing to compare', () => {
  it.each<[string, PriceUnit, Partial<MarketPrice> | null]>([
    ['no mandi near enough', 'per kg', null],
    ['sold by the piece', 'per piece', {}],
    ['sold by the box', 'per box', {}],
    ['sold by the bag', 'per bag', {}],
    ['sold by the litre', 'per liter', {}],
    ['a mandi price of nothing', 'per kg', { modalPrice: 0 }],
  ])('%s', (_, unit, mandi) => {
    expect(compare(30, unit, mandi)).toBeUndefined();
  });
});

describe('an old price', () => {
  it.each([
    ['2026-11-21', '2026-11-21T06:30:00Z', false],
    ['2026-11-14', '2026-11-21T06:30:00Z', false],
    ['2026-11-13', '2026-11-21T06:30:00Z', true],
    ['2025-11-20', '2026-11-21T06:30:00Z', true],
    // At this time it is already the next day in India.
    ['2026-11-14', '2026-11-21T18:29:00Z', false],
    ['2026-11-14', '2026-11-21T18:30:00Z', true],
  ])('of %s, read at %s: %s', (arrivalDate, now, isOld) => {
    expect(compare(30, 'per kg', { arrivalDate }, Date.parse(now))?.isOld).toBe(isOld);
  });
});

describe('an odd price', () => {
  const marketPrice = { modalPrice: 2450, arrivalDate: '2026-11-20' } as MarketPrice;
  it.each([
    [26.8, 'per quintal', true],
    [2680, 'per quintal', false],
    [3675, 'per quintal', false],
    [3700, 'per quintal', true],
    [12.25, 'per kg', false],
    [12, 'per kg', true],
    [1, 'per piece', false],
  ] as const)('is more than half off the mandi’s: %d %s', (price, priceUnit, isOdd) => {
    expect(isOddPrice({ price, priceUnit, marketPrice })).toBe(isOdd);
  });

  it.each([
    [26.8, 'per quintal', 26.8, 'per kg', true],
    [268, 'per kg', 26.8, 'per kg', true],
    [260, 'per kg', 26.8, 'per kg', false],
    [2.7, 'per kg', 26.8, 'per kg', false],
    [2.68, 'per kg', 26.8, 'per kg', true],
    [500, 'per piece', 50, 'per piece', true],
    [500, 'per box', 50, 'per piece', false],
  ] as const)('%d %s is ten times off %d %s: %s', (price, priceUnit, asks, unit, isOdd) => {
    const asked = { price: asks, priceUnit: unit };
    expect(isOddPrice({ price, priceUnit, marketPrice: null }, asked)).toBe(isOdd);
  });
});
