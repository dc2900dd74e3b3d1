import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dayInIndia, writeDay } from '../days.ts';
import { limits } from '../limits.ts';
import { counterFormSchema, offerFormSchema } from './offers.ts';

const id = '01900000-0000-7000-8000-000000000000';
const terms = {
  quantity: 20,
  unit: 'quintal',
  price: '2625',
  priceUnit: 'per quintal',
  delivery: 'pickup',
  validDays: 3,
};
const forms = [
  [offerFormSchema, { ...terms, postId: id, clientId: id }],
  [counterFormSchema, { ...terms, version: 1 }],
] as const;

it('accepts texts and numbers', () => {
  for (const [schema, form] of forms)
    for (const changes of [{}, { quantity: '20', price: 2625 }, { quantity: '.5', price: '31.50', note: '' }])
      expect(z.safeParse(schema, { ...form, ...changes }).success).toBe(true);
});

const dayFromToday = (days: number) => writeDay(dayInIndia() + days);

it('has optional terms, which can be left as they are or taken away', () => {
  const parse = (changes: object) => {
    const { pickupDate, bags, advance } = z.parse(counterFormSchema, { ...terms, version: 1, ...changes });
    return [pickupDate, bags, advance];
  };
  const [today, inAYear] = [dayFromToday(0), dayFromToday(365)];
  expect(parse({ pickupDate: today, bags: '400', advance: '10000.50' })).toEqual([today, 400, 10_000.5]);
  expect(parse({ pickupDate: inAYear, bags: 100_000, advance: 52_500 })).toEqual([inAYear, 100_000, 52_500]);
  expect(parse({ pickupDate: '', bags: '', advance: null })).toEqual([null, null, null]);
  expect(parse({})).toEqual([undefined, undefined, undefined]);
});

it.each([
  ['quantity', { quantity: 0 }, 'quantityInvalid'],
  ['quantity', { quantity: '1.234' }, 'quantityInvalid'],
  ['quantity', { quantity: limits.wanted.quantity + 1 }, 'quantityTooHigh'],
  ['quantity', { quantity: 9_999_999, price: 99_999_999 }, 'totalTooHigh'],
  ['quantity', { quantity: 0.01, unit: 'kg', price: 0.01, priceUnit: 'per quintal' }, 'totalTooLow'],
  ['unit', { unit: 'lorry' }, 'unitRequired'],
  ['price', { price: 0 }, 'targetPriceInvalid'],
  ['price', { price: '-3' }, 'targetPriceInvalid'],
  ['price', { price: '' }, 'priceRequired'],
  ['price', { price: limits.price.max + 0.01 }, 'priceTooHigh'],
  ['priceUnit', { priceUnit: 'per bag' }, 'unitsDiffer'],
  ['delivery', { delivery: '' }, 'deliveryRequired'],
  ['validDays', { validDays: 15 }, 'validDaysInvalid'],
  ['validDays', { validDays: 0 }, 'validDaysInvalid'],
  ['pickupDate', { pickupDate: dayFromToday(-1) }, 'pickupDateInvalid'],
  ['pickupDate', { pickupDate: dayFromToday(366) }, 'pickupDateInvalid'],
  ['pickupDate', { pickupDate: '2026-02-30' }, 'pickupDateInvalid'],
  ['pickupDate', { pickupDate: 20 }, 'pickupDateInvalid'],
  ['bags', { bags: 0 }, 'bagsInvalid'],
  ['bags', { bags: '2.5' }, 'bagsInvalid'],
  ['bags', { bags: 'many' }, 'bagsInvalid'],
  ['bags', { bags: 100_001 }, 'bagsInvalid'],
  ['advance', { advance: 0 }, 'advanceInvalid'],
  ['advance', { advance: '1.234' }, 'advanceInvalid'],
  ['advance', { advance: true }, 'advanceInvalid'],
  ['advance', { advance: '52500.01' }, 'advanceTooHigh'],
  ['advance', { advance: limits.price.max + 1 }, 'advanceTooHigh'],
  ['note', { note: 'x'.repeat(limits.offer.note + 1) }, 'tooLong'],
])('refuses a wrong %s in an offer and in a counter: %o', (field, changes, key) => {
  for (const [schema, form] of forms) {
    const issues = z.safeParse(schema, { ...form, ...changes }).error?.issues ?? [];
    // A form shows the first message of each field.
    const first = new Map([...issues].reverse().map(({ path, message }) => [path.join('.'), message]));
    expect([...first]).toEqual([[field, key]]);
  }
});
