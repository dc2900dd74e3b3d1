import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import {
  giveBackQuantity,
  isShortage,
  mayBeSoldOut,
  stockOf,
  takeQuantity,
  withQuantity,
} from './quantity.ts';

const stock = (quantity: string) => stockOf({ quantity });

it.each([
  ['0 kg', true],
  ['lots', true],
  ['0.5 kg', false],
  ['௦ மூட்டை', true],
  ['12 மூட்டை', false],
])('%s may be sold out: %s', (text, expected) => {
  expect(mayBeSoldOut(stock(text))).toBe(expected);
});

it.each([
  ['50 quintal', 30, '30 quintal'],
  ['1,20,000 kg', 115_000.5, '1,15,000.5 kg'],
  ['२० क्विंटल', 0, '0 क्विंटल'],
  ['200kg', 180, '180kg'],
  ['௨௦ மூட்டைகள்', 8, '8 மூட்டைகள்'],
  ['डेढ़ क्विंटल', 0.5, '0.5 क्विंटल'],
  ['साढ़े तीन क्विंटल', 2.5, '2.5 क्विंटल'],
  ['साढ़े तीन क्विंटल', 2, '2 क्विंटल'],
  ['5 dozen', 48, '4 dozen'],
  ['5 dozen', 50, '50 piece'],
  ['1 1/2 tonne', 1, '1 tonne'],
  ['50 किलो की 10 बोरी', 6, '50 किलो की 6 बोरी'],
])('writes %s with %d', (text, quantity, expected) => {
  expect(withQuantity(stock(text), quantity)).toEqual(stock(expected));
});

it.each([
  ['50 quintal', 20, 'quintal', { taken: 20, takenUnit: 'quintal', left: '30 quintal' }],
  ['50 quintal', 250, 'kg', { taken: 2.5, takenUnit: 'quintal', left: '47.5 quintal' }],
  ['1.5 tonne', 20, 'quintal', { taken: 1.5, takenUnit: 'tonne', left: '0 tonne' }],
  ['0.3 kg', 0.1, 'kg', { taken: 0.1, takenUnit: 'kg', left: '0.2 kg' }],
  ['150 bags', 50, 'bag', { taken: 50, takenUnit: 'bag', left: '100 bags' }],
  ['150 bags', 50, 'kg', undefined],
  ['10 bags of 50 kg', 2, 'quintal', { taken: 4, takenUnit: 'bag', left: '6 bags of 50 kg' }],
  ['10 bags of 50 kg', 600, 'kg', { taken: 10, takenUnit: 'bag', left: '0 bags of 50 kg' }],
  ['10 bags of 60 kg', 1, 'kg', undefined],
  ['10-12 bags', 5, 'bag', undefined],
  ['2 tonne', 4, 'kg', undefined],
  ['20 kg a day', 5, 'kg', undefined],
] as const)('takes from %s %d %s', (text, quantity, unit, expected) => {
  const taken = takeQuantity(stock(text), { quantity, unit });
  expect(taken).toEqual(expected && { ...expected, left: stock(expected.left) });
});

it.each([
  ['30 quintal', 20, [], '50 quintal', []],
  ['0 quintal', 50, [['tonne', 5, 0]], '0 quintal', [50]],
  [
    '0 quintal',
    50,
    [
      ['quintal', 20, 10.1],
      ['quintal', 60.25, 60.25],
      ['kg', 3000, 0],
    ],
    '10.1 quintal',
    [20, 30],
  ],
  ['0 quintal', 5, [['quintal', 20, 10]], '0 quintal', [15]],
] as const)('gives back to %s %d quintals after %j', (text, quantity, others, left, taken) => {
  const deals = others.map(([unit, agreed, took], index) => ({
    dealId: String(index),
    quantity: agreed,
    unit,
    taken: took,
  }));
  const given = giveBackQuantity(stock(text), { quantity, unit: 'quintal' }, deals);
  expect([given?.left.quantity, given?.taken.map((each) => each.taken)]).toEqual([left, taken]);
});

it('gives back no more than a quantity that can be read again, in no more characters than the form accepts', () => {
  const given = (text: string, quantity: number) =>
    giveBackQuantity(stock(text), { quantity, unit: 'kg' }, [])?.left.quantity ?? '';
  expect(given('99,99,900 kg', 500)).toBe('99,99,999.99 kg');
  expect(stock(given('99,99,900 kg', 500)).amount).toEqual({ number: limits.wanted.quantity, unit: 'kg' });
  const padded = given(`9${' '.repeat(limits.shortText.max - 3)}kg`, 5_000_000.25);
  expect(padded).toBe('50,00,009.25 kg');
});

it('gives nothing back when the post is in another unit', () => {
  expect(giveBackQuantity(stock('3 tonne'), { quantity: 20, unit: 'quintal' }, [])).toBeUndefined();
});

it.each([
  ['10 bags of 50 kg', 6, 'quintal', true],
  ['10 bags of 50 kg', 5, 'quintal', false],
  ['10 bags of 50 kg', 11, 'bag', true],
  ['10 bags', 6, 'quintal', false],
] as const)('whether %s are less than %d %s: %s', (text, quantity, unit, expected) => {
  expect(isShortage(stock(text), { quantity, unit })).toBe(expected);
});

it('uses the amount of the post instead of its text', () => {
  const amounts = {
    quantity: { number: 20, unit: 'quintal' },
    shelLife: null,
    minorderQunatity: null,
    packaging: null,
  } as const;
  const post = stockOf({ quantity: 'twenty big ones', amounts });
  expect(takeQuantity(post, { quantity: 5, unit: 'quintal' })?.left).toEqual({
    quantity: '15 quintal',
    amount: { number: 15, unit: 'quintal' },
  });
});
