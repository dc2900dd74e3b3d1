import { crops } from '@upaj/contract/crops';
import { districtsOf } from '@upaj/contract/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { dayOf, openRates } from '#test/rates.ts';
import { loadSampleRates, makeSampleRates } from './market-sample.ts';

/** A Saturday. */
const lastDay = '2026-08-29';
const rates = makeSampleRates(lastDay);
const different = (key: 'state' | 'market' | 'commodity' | 'variety' | 'arrivalDate') =>
  new Set(rates.map((rate) => rate[key]));

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('30 days of many goods at many mandis of most states', () => {
  expect(different('state').size).toBeGreaterThanOrEqual(15);
  expect(different('market').size).toBeGreaterThanOrEqual(60);
  expect(different('commodity').size).toBeGreaterThanOrEqual(40);
  expect(different('variety').size).toBeGreaterThanOrEqual(50);
  const days = [...different('arrivalDate')].toSorted();
  expect([days[0], days.at(-1)]).toEqual(['2026-07-31', lastDay]);
  expect(days.filter((day) => new Date(day).getUTCDay() === 0)).toEqual([]);
  expect(days).toHaveLength(26);
});

test('each is what it says, at a place of our list', () => {
  const wrong = rates.filter(
    ({ state, district, commodity, crop, minPrice, maxPrice, modalPrice }) =>
      !districtsOf(state).includes(district) ||
      crops.find(({ id }) => id === crop)?.agmarknet[0] !== commodity ||
      !(500 < minPrice && minPrice <= modalPrice && modalPrice <= maxPrice && maxPrice < 40_000),
  );
  expect(wrong).toEqual([]);
});

test('prices move from day to day, and differ by season and mandi', () => {
  const onions = (all: typeof rates) =>
    all.filter(({ commodity, market }) => commodity === 'Onion' && market === 'Lasalgaon');
  expect(new Set(onions(rates).map(({ modalPrice }) => modalPrice)).size).toBeGreaterThan(5);
  const mean = (all: typeof rates) =>
    all.reduce((sum, { modalPrice }) => sum + modalPrice, 0) / Math.max(1, all.length);
  const tomatoes = (day: string) => mean(makeSampleRates(day).filter(({ crop }) => crop === 'tomato'));
  expect(tomatoes('2026-08-29')).toBeGreaterThan(tomatoes('2026-02-28') * 1.2);
});

test('the same day and seed make the same', () => {
  expect(makeSampleRates(lastDay)).toEqual(rates);
  expect(makeSampleRates(lastDay, 'another')).not.toEqual(rates);
});

test('an empty rate book is filled once, up to yesterday in India', async () => {
  const { rates: service } = openRates(database);
  // Past midnight there, the evening before in London.
  await loadSampleRates(service, new Date('2026-08-29T19:00:00Z'));
  const kept = await database.db.selectFrom('rate_series').selectAll().execute();
  expect(kept.every((series) => series.is_sample && series.crop !== null)).toBe(true);
  expect(
    kept
      .map(({ arrival_date: day }) => dayOf(day))
      .toSorted()
      .at(-1),
  ).toBe(lastDay);
  const count = async () => (await database.db.selectFrom('rates').select('series_id').execute()).length;
  expect(await count()).toBe(rates.length);
  await loadSampleRates(service, new Date('2026-09-29T19:00:00Z'));
  expect(await count()).toBe(rates.length);
});
