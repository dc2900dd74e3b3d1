import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { quantityUnits } from '../trade/units.ts';
import { convertQuantity, isMore, priceUnitsOf, quantityUnitsOf, rupeesOf, totalInPaise } from './totals.ts';

it.each([
  [20, 'quintal', 2625, 'per quintal', '52500.00'],
  [2.5, 'tonne', 26.25, 'per kg', '65625.00'],
  [0.01, 'piece', 1, 'per piece', '0.01'],
  [33.33, 'kg', 2625, 'per quintal', '874.91'],
  [1, 'kg', 0.5, 'per quintal', '0.01'],
  [1, 'kg', 0.49, 'per quintal', '0.00'],
  [1.15, 'kg', 1.15, 'per kg', '1.32'],
  [1, 'box', limits.price.max, 'per box', '99999999.99'],
] as const)('%d %s at ₹%d %s is ₹%s', (quantity, unit, price, priceUnit, expected) => {
  expect(rupeesOf(totalInPaise({ quantity, unit, price, priceUnit }) ?? -1n)).toBe(expected);
});

it('has a total for the units that match, and no other', () => {
  expect(totalInPaise({ quantity: 20, unit: 'bag', price: 30, priceUnit: 'per kg' })).toBeUndefined();
  for (const unit of quantityUnits)
    for (const priceUnit of priceUnitsOf(unit)) expect(quantityUnitsOf(priceUnit)).toContain(unit);
  expect(quantityUnitsOf('per quintal')).toEqual(['kg', 'quintal', 'tonne']);
});

it.each([
  [250, 'kg', 'quintal', 2.5],
  [1.5, 'tonne', 'kg', 1500],
  [10, 'kg', 'tonne', 0.01],
  [4, 'kg', 'tonne', undefined],
  [12.5, 'kg', 'quintal', undefined],
  [5, 'bag', 'bag', 5],
  [5, 'bag', 'kg', undefined],
] as const)('%d %s in %s is %s', (quantity, from, to, expected) => {
  expect(convertQuantity(quantity, from, to)).toBe(expected);
});

it.each([
  [20, 'quintal', 10, 'quintal', true],
  [20, 'quintal', 2, 'tonne', false],
  [201, 'kg', 2, 'quintal', true],
  [20, 'bag', 2, 'kg', false],
] as const)('%d %s is more than %d %s: %s', (quantity, unit, other, otherUnit, expected) => {
  expect(isMore({ quantity, unit }, { quantity: other, unit: otherUnit })).toBe(expected);
});
