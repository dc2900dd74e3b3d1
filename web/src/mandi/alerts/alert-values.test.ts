import { describe, expect, it } from 'vitest';
import { spellCommodity, suggestCommodities, typedAlertSchema } from './alert-values.ts';

const nameOf = ({ commodity }: { commodity: string }) => ({ name: commodity, official: undefined });

const known = [
  { commodity: 'Firewood', crop: null },
  { commodity: 'Paddy(Dhan)(Basmati)', crop: 'basmati-paddy' },
  { commodity: 'Paddy(Basmati)', crop: 'basmati-paddy' },
  { commodity: 'Onion', crop: 'onion' },
  { commodity: 'Wheat', crop: 'wheat' },
];

describe('suggestions', () => {
  it('start with wheat, rice and tomato, and name each crop once', () => {
    expect(suggestCommodities(known, 'en', nameOf).map(({ value }) => value)).toEqual([
      'Wheat',
      'Rice',
      'Tomato',
      'Firewood',
      'Basmati Paddy',
      'Onion',
    ]);
  });

  it('have the Hindi name, with the English one beside it', () => {
    expect(suggestCommodities(known, 'hi', nameOf)[0]).toEqual({ value: 'गेहूं', note: 'Wheat' });
    expect(suggestCommodities(known, 'hi', nameOf)[3]).toEqual({ value: 'Firewood' });
  });

  it('start with three until the rest has loaded', () => {
    expect(suggestCommodities([], 'en', nameOf)).toHaveLength(3);
  });
});

it.each([
  ['paddy(dhan)(basmati)', 'Paddy(Dhan)(Basmati)'],
  ['Wheat', 'Wheat'],
  ['Moon dust', 'Moon dust'],
])('spell %s as %s', (typed, spelled) => {
  expect(spellCommodity(typed, known)).toBe(spelled);
});

it.each([
  ['गेहूं', '₹ २,६००.५०', { commodity: 'Wheat', targetPrice: 2600.5 }],
  [' wheat ', '2600', { commodity: 'Wheat', targetPrice: 2600 }],
  ['Paddy(Dhan)(Basmati)', '1,20,000', { commodity: 'Paddy(Dhan)(Basmati)', targetPrice: 120_000 }],
])('read "%s" at "%s"', (commodity, targetPrice, meant) => {
  const rest = { state: '', district: '', market: '', type: 'above', unit: 'kg' };
  expect(typedAlertSchema.parse({ ...rest, commodity, targetPrice })).toMatchObject(meant);
});
