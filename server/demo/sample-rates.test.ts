import { crops } from '@upaj/contract/catalogue';
import { districtsOf } from '@upaj/contract/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { dayOf, openRates } from '#test/rates.ts';
import {
  addLastDay,
  findReached,
  loadSampleRates,
  makeSampleRates,
  readSampleRates,
} from './sample-rates.ts';

const lastDay = '2026-08-29';
const rates = makeSampleRates(lastDay);
const different = (key: 'state' | 'market' | 'commodity' | 'variety' | 'arrivalDate') =>
  new Set(rates.map((rate) => rate[key]));

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('covers 30 days of many commodities in mandis of most states', () => {
  expect(different('state').size).toBeGreaterThanOrEqual(15);
  expect(different('market').size).toBeGreaterThanOrEqual(60);
  expect(different('commodity').size).toBeGreaterThanOrEqual(40);
  expect(different('variety').size).toBeGreaterThanOrEqual(50);
  const days = [...different('arrivalDate')].toSorted();
  expect([days[0], days.at(-1)]).toEqual(['2026-07-31', lastDay]);
  expect(days.filter((day) => new Date(day).getUTCDay() === 0)).toEqual([]);
  expect(days).toHaveLength(26);
});

test('gives each rate a known commodity and place', () => {
  const wrong = rates.filter(
    ({ state, district, commodity, crop, minPrice, maxPrice, modalPrice }) =>
      !districtsOf(state).includes(district) ||
      crops.find(({ id }) => id === crop)?.agmarknet[0] !== commodity ||
      !(500 < minPrice && minPrice <= modalPrice && modalPrice <= maxPrice && maxPrice < 40_000),
  );
  expect(wrong).toEqual([]);
});

test('varies prices by day, season and mandi', () => {
  const onions = (all: typeof rates) =>
    all.filter(({ commodity, market }) => commodity === 'Onion' && market === 'Lasalgaon');
  expect(new Set(onions(rates).map(({ modalPrice }) => modalPrice)).size).toBeGreaterThan(5);
  const mean = (all: typeof rates) =>
    all.reduce((sum, { modalPrice }) => sum + modalPrice, 0) / Math.max(1, all.length);
  const tomatoes = (day: string) => mean(makeSampleRates(day).filter(({ crop }) => crop === 'tomato'));
  expect(tomatoes('2026-08-29')).toBeGreaterThan(tomatoes('2026-02-28') * 1.2);
});

test('returns the same rates for the same day and seed', () => {
  expect(makeSampleRates(lastDay)).toEqual(rates);
  expect(makeSampleRates(lastDay, 'another')).not.toEqual(rates);
});

test('fills an empty rates table once, up to yesterday in India', async () => {
  const { rates: service } = openRates(database);
  const sample = readSampleRates(new Date('2026-08-29T19:00:00Z'));
  await loadSampleRates(service, () => sample, { withLastDay: false });
  const findDays = async () => {
    const stored = await database.db.selectFrom('rate_series').selectAll().execute();
    expect(stored.every((series) => series.is_sample && series.crop !== null)).toBe(true);
    return stored.map(({ arrival_date: day }) => dayOf(day)).toSorted();
  };
  expect((await findDays()).at(-1)).toBe('2026-08-28');
  await addLastDay(service, sample);
  expect((await findDays()).at(-1)).toBe(lastDay);
  const count = async () => (await database.db.selectFrom('rates').select('series_id').execute()).length;
  expect(await count()).toBe(rates.length);
  const make = () => readSampleRates(new Date('2026-09-29T19:00:00Z'));
  await loadSampleRates(service, make, { withLastDay: true });
  expect(await count()).toBe(rates.length);
});

test('finds a price that is reached on the last day', () => {
  const rate = (modalPrice: number, market = 'Khanna') => ({
    state: 'Punjab' as const,
    district: 'Ludhiana',
    market,
    commodity: 'Wheat',
    crop: 'wheat',
    variety: 'Dara',
    grade: 'FAQ',
    arrivalDate: lastDay,
    minPrice: 1,
    maxPrice: 9_999,
    modalPrice,
  });
  const sample = { before: [rate(2_600), rate(2_500), rate(2_550, 'Rajpura')], lastDay: [rate(2_580)] };
  const reached = { commodity: 'wheat', targetPrice: 2_580 };
  expect(findReached(sample, ['paddy', 'wheat'], 'Punjab', 'above')).toEqual(reached);
  expect(findReached(sample, ['wheat'], 'Punjab', 'below')).toBeUndefined();
  expect(findReached(sample, ['wheat'], 'Bihar', 'above')).toBeUndefined();
  const fallen = { ...sample, lastDay: [rate(2_480)] };
  expect(findReached(fallen, ['wheat'], 'Punjab', 'below')).toEqual({ ...reached, targetPrice: 2_480 });
});
