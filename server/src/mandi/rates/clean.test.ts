import { crops } from '@upaj/contract/catalogue';
import { describe, expect, test } from 'vitest';
import { cleanRate, type RawRate, readPrice } from './clean.ts';
import { cleanCommodity, findCropOf } from '#src/mandi/crops/commodities.ts';

const today = '2026-08-30';
const raw: RawRate = {
  state: 'Keralam',
  district: 'Kozhikode(Calicut)',
  market: '  Palayam \t Mandi ',
  commodity: 'Paddy(Dhan)(Common)',
  variety: 'B  P T',
  grade: 'FAQ',
  arrivalDate: '29/08/2026',
  minPrice: '2,700',
  maxPrice: '2900',
  modalPrice: 2800,
};
const clean = (changes: Partial<RawRate>) => cleanRate({ ...raw, ...changes }, today);
const pricesOf = (minPrice: unknown, maxPrice: unknown, modalPrice: unknown) => {
  const rate = clean({ minPrice, maxPrice, modalPrice });
  return typeof rate === 'string' ? rate : [rate.minPrice, rate.maxPrice, rate.modalPrice];
};

test('a row gets catalogue names, a date and numbers', () => {
  expect(clean({})).toEqual({
    state: 'Kerala',
    district: 'Kozhikode',
    market: 'Palayam Mandi',
    commodity: 'Paddy(Common)',
    crop: 'paddy',
    variety: 'B P T',
    grade: 'FAQ',
    arrivalDate: '2026-08-29',
    minPrice: 2700,
    maxPrice: 2900,
    modalPrice: 2800,
  });
});

test('unspecified varieties and grades are Other', () => {
  expect(clean({ variety: '', grade: 'NA' })).toMatchObject({ variety: 'Other', grade: 'Other' });
});

describe('commodities', () => {
  test('are of the crop that lists them, by a name that the crop lists', () => {
    for (const { id, agmarknet } of crops)
      for (const name of agmarknet) {
        const cleaned = cleanCommodity(name);
        expect(cleaned.crop).toBe(id);
        expect(agmarknet).toContain(cleaned.commodity);
        expect(cleanCommodity(cleaned.commodity)).toEqual(cleaned);
      }
  });

  test.each(crops.map((crop) => [crop.id, crop] as const))('%s is found by all its names', (_, crop) => {
    const spellings = crop.agmarknet.flatMap((name) => [
      name,
      name.toUpperCase(),
      `  ${name.replaceAll('(', ' ( ')}`,
    ]);
    const names = [crop.id, crop.en, crop.hi, ...(crop.alsoHi ?? []), ...spellings];
    for (const name of names) expect([name, findCropOf(name)?.id]).toEqual([name, crop.id]);
    for (const name of spellings) expect([name, cleanCommodity(name.trim()).crop]).toEqual([name, crop.id]);
  });

  test.each([
    ['RAGI(finger millet)', 'Ragi (Finger Millet)'],
    ['Paddy(Dhan)(Common)', 'Paddy(Common)'],
    ['Paddy(Dhan)(Basmati)', 'Paddy(Basmati)'],
    ['Ridge gourd (Tori)', 'Ridgeguard(Tori)'],
    ['Red gram/Arhar/Tur(whole)', 'Arhar (Tur/Red Gram)(Whole)'],
    ['Pea Pod/Pea Cod/हरी मटर', 'Peas cod'],
  ])('with earlier spellings have one name: %s', (spelling, name) => {
    expect(cleanCommodity(spelling).commodity).toBe(name);
  });

  test.each([
    ['Black pepper', 'Pepper garbled', 'Pepper ungarbled'],
    ['Lemon', 'Lime'],
    ['Banana', 'Banana - Green'],
    ['Mango', 'Mango (Raw-Ripe)'],
    ['Pumpkin', 'Sweet Pumpkin'],
    ['Ashgourd', 'White Pumpkin'],
    ['Green Peas', 'Peas Wet', 'Peas cod'],
    ['Bhindi(Ladies Finger)', 'Ladies Finger'],
  ])('that one mandi reports separately remain separate: %s, %s', (...names) => {
    expect(names.map((name) => cleanCommodity(name).commodity)).toEqual(names);
  });

  test('outside the catalogue are not renamed', () => {
    expect(clean({ commodity: ' Patti Calcutta ' })).toMatchObject({
      commodity: 'Patti Calcutta',
      crop: null,
    });
  });
});

describe('prices', () => {
  test.each([
    ['1700', 1700],
    ['1,700', 1700],
    ['1,02,700.50', 102_700.5],
    [' ₹ 1700 ', 1700],
    ['Rs.1700', 1700],
    [1700.456, 1700.46],
    ['NA', 0],
    ['', 0],
    ['-', 0],
    ['-5', 0],
    ['1e9', 0],
    ['12 to 14', 0],
    [null, 0],
    [undefined, 0],
    [Number.NaN, 0],
    [Infinity, 0],
    [{}, 0],
    ['99999999999999', 0],
    [2_500_001, 0],
  ])('%o is %d', (given, price) => {
    expect(readPrice(given)).toBe(price);
  });

  test('missing or contradictory prices are replaced by the modal price', () => {
    expect(pricesOf('NA', '', '2800')).toEqual([2800, 2800, 2800]);
    expect(pricesOf('3000', '3200', '2800')).toEqual([2800, 3200, 2800]);
    expect(pricesOf('2000', '2500', '2800')).toEqual([2000, 2800, 2800]);
    expect(pricesOf('2900', '2700', '2800')).toEqual([2700, 2900, 2800]);
    expect(pricesOf('2', '2900', '2800')).toEqual([2800, 2900, 2800]);
    expect(pricesOf('2700', '290000', '2800')).toEqual([2700, 2800, 2800]);
  });

  test.each([
    ['a low end with a digit too many', ['27000', '2900', '2800'], [2800, 2900, 2800]],
    ['a high end with a digit too many', ['2700', '29000', '2800'], [2700, 2800, 2800]],
    ['a low end with a digit too few', ['270', '2900', '2800'], [2800, 2900, 2800]],
    ['a high end with a digit too few', ['2700', '290', '2800'], [2700, 2800, 2800]],
    ['a modal one with a digit too few', ['2700', '2900', '280'], 'the prices contradict each other'],
    ['a modal one with a digit too many', ['2700', '2900', '28000'], 'the prices contradict each other'],
    ['ends that lie far to both sides', ['200', '40000', '2800'], 'the prices contradict each other'],
    ['a wide range', ['500', '5000', '2500'], [500, 5000, 2500]],
    ['a range with the modal one at an end', ['600', '3000', '3000'], [600, 3000, 3000]],
  ])('with a typing error: %s', (_, [min, max, modal], expected) => {
    expect(pricesOf(min, max, modal)).toEqual(expected);
  });

  test('without a plausible modal price are refused', () => {
    for (const modal of ['0', '', 'NA', null, '-100'])
      expect(pricesOf('2700', '2900', modal)).toMatch(/^the modal price is missing or not between 0/);
    expect(pricesOf('2700', '2900', '28')).toBe('the prices contradict each other');
    expect(pricesOf('2700', '2900', '280000')).toBe('the prices contradict each other');
  });
});

describe('days', () => {
  test.each([
    ['14-Nov-25', '2025-11-14'],
    ['14/11/25', '2025-11-14'],
    ['2025-11-14 00:00:00+05:30', '2025-11-14'],
    ['2025-11-14T18:30:00.000Z', '2025-11-15'],
    [' 14\u00a0Sept, 2025 ', '2025-09-14'],
  ])('of arrival are India’s: %s is %s', (given, day) => {
    expect(clean({ arrivalDate: given })).toMatchObject({ arrivalDate: day });
  });

  test('of arrival are neither in the future nor before AGMARKNET', () => {
    expect(clean({ arrivalDate: '30/08/2026' })).toMatchObject({ arrivalDate: today });
    expect(clean({ arrivalDate: '31/08/2026' })).toBe('2026-08-31 is in the future');
    expect(clean({ arrivalDate: '29/08/1926' })).toBe('"29/08/1926" is not a valid arrival date');
  });
});

test.each([
  [{ state: 'Utopia' }, '"Utopia" is not a state of India'],
  [{ state: '' }, 'the state is missing'],
  [{ district: ' - ' }, 'the district is missing'],
  [{ market: 'NA' }, 'the market is missing'],
  [{ commodity: '\u0000\u200B' }, 'the commodity is missing'],
  [{ market: 'M\uFFFDndi' }, 'the market is not in UTF-8'],
  [{ market: 'x'.repeat(101) }, 'the market has more than 100 characters'],
])('%o is refused: %s', (changes, reason) => {
  expect(clean(changes)).toBe(reason);
});
