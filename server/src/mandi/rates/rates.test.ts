import { beforeEach, describe, expect, test } from 'vitest';
import { databaseForTests } from '#test/hooks.ts';
import { dayOf, storedRates, openRates, rateOf } from '#test/rates.ts';
import type { RatesService } from './service.ts';

const database = databaseForTests();
let rates: RatesService;
let changes: (readonly string[])[];
beforeEach(async () => {
  await database.db.deleteFrom('rate_series').execute();
  changes = [];
  ({ rates } = openRates(database, { applyRates: (commodities) => void changes.push(commodities) }));
});

const real = { isSample: false };
const sample = { isSample: true };
const onDay = (arrivalDate: string, modalPrice = 2400) => rateOf({ arrivalDate, modalPrice });
const latest = async () => {
  const [series] = await storedRates(database);
  return [
    dayOf(series?.arrival_date),
    Number(series?.modal_price),
    dayOf(series?.previous_date ?? null),
    series?.previous_modal === null ? null : Number(series?.previous_modal),
    Number(series?.change),
  ];
};

describe('an arrival', () => {
  test('has the change from the previous one, and a history', async () => {
    expect(await rates.hasAny()).toBe(false);
    expect(await rates.ingest([onDay('2026-08-20', 2400)], real)).toEqual({
      rates: 1,
      commodities: ['Wheat'],
    });
    expect(await latest()).toEqual(['2026-08-20', 2400, null, null, 0]);
    await rates.ingest([onDay('2026-08-22', 2450.5)], real);
    expect(await latest()).toEqual(['2026-08-22', 2450.5, '2026-08-20', 2400, 50.5]);
    const [series, ...others] = await storedRates(database);
    expect(others).toEqual([]);
    expect(series).toMatchObject({ state: 'Punjab', crop: 'wheat', is_sample: false });
    expect(series?.history).toEqual([
      ['2026-08-20', 2400],
      ['2026-08-22', 2450.5],
    ]);
    expect(await rates.hasAny()).toBe(true);
  });

  test('late or corrected rates give the same result as timely ones', async () => {
    await rates.ingest([onDay('2026-08-22', 2450)], real);
    await rates.ingest([onDay('2026-08-18', 2300)], real);
    expect(await latest()).toEqual(['2026-08-22', 2450, '2026-08-18', 2300, 150]);
    await rates.ingest([onDay('2026-08-20', 2400)], real);
    expect(await latest()).toEqual(['2026-08-22', 2450, '2026-08-20', 2400, 50]);
    await rates.ingest([onDay('2026-08-20', 2500)], real);
    expect(await latest()).toEqual(['2026-08-22', 2450, '2026-08-20', 2500, -50]);
    await rates.ingest([onDay('2026-08-22', 2600)], real);
    expect(await latest()).toEqual(['2026-08-22', 2600, '2026-08-20', 2500, 100]);
  });

  test('the last of two for one day wins', async () => {
    await rates.ingest([onDay('2026-08-20', 2400), onDay('2026-08-20', 2410)], real);
    expect(await latest()).toEqual(['2026-08-20', 2410, null, null, 0]);
  });

  test('has a series per variety, grade and mandi', async () => {
    const others = [{ variety: 'Lokwan' }, { grade: 'Non-FAQ' }, { market: 'Jagraon' }, { district: 'Moga' }];
    await rates.ingest([rateOf(), ...others.map(rateOf)], real);
    expect(await storedRates(database)).toHaveLength(5);
  });

  test('has one series regardless of case, spaces and brackets in names', async () => {
    const names = { market: 'Jaipur (F&V)', commodity: 'Sehuwan (Seed)', crop: null, variety: 'Desi Red' };
    const others = { market: 'JAIPUR(F&V)', commodity: 'Sehuwan(Seed))', variety: 'DESI  RED', grade: 'Faq' };
    await rates.ingest([rateOf({ ...names, grade: 'FAQ' })], real);
    const next = rateOf({ ...names, ...others, arrivalDate: '2026-08-21' });
    expect(await rates.ingest([next], real)).toEqual({ rates: 1, commodities: ['Sehuwan (Seed)'] });
    const [series, ...more] = await storedRates(database);
    expect(more).toEqual([]);
    expect(series).toMatchObject({ ...names, grade: 'FAQ' });
    expect(series?.history).toHaveLength(2);
  });

  test('uses the first spelling of a mandi, a commodity, a variety and a grade', async () => {
    await rates.ingest([rateOf({ district: 'New Place', commodity: 'Bullar', crop: null })], real);
    const elsewhere = { state: 'Kerala', district: 'Kollam', market: 'KHANNA' };
    await rates.ingest(
      [
        rateOf({ district: 'NEW PLACE', market: 'KHANNA apmc' }),
        rateOf({ ...elsewhere, commodity: 'BULLAR', crop: null, variety: 'DARA', grade: 'faq' }),
      ],
      real,
    );
    const stored = await storedRates(database);
    expect(
      stored.map(({ commodity, district, market, variety, grade }) => [
        commodity,
        district,
        market,
        variety,
        grade,
      ]),
    ).toEqual([
      ['Bullar', 'Kollam', 'KHANNA', 'Dara', 'FAQ'],
      ['Bullar', 'New Place', 'Khanna', 'Dara', 'FAQ'],
      ['Wheat', 'New Place', 'Khanna', 'Dara', 'FAQ'],
    ]);
  });

  test('with two spellings in one batch is stored once, by the first spelling', async () => {
    await rates.ingest(
      [
        rateOf({ market: 'Jaipur (Grain)' }),
        rateOf({ market: 'Jaipur(Grain)', modalPrice: 2410 }),
        rateOf({ market: 'JAIPUR(GRAIN)', commodity: 'Onion', crop: 'onion' }),
      ],
      real,
    );
    const stored = await storedRates(database);
    expect(stored.map(({ commodity, market, history }) => [commodity, market, history])).toEqual([
      ['Onion', 'Jaipur (Grain)', [['2026-08-20', 2400]]],
      ['Wheat', 'Jaipur (Grain)', [['2026-08-20', 2410]]],
    ]);
  });

  test('has separate series when names differ otherwise', async () => {
    const varieties = ['1-21', '121', 'A', 'A+', '*', 'अ', 'आ', 'Mota (1.5%)', 'Mota (15%)'];
    const markets = ['APMC', 'Yard', 'Yard 1', 'Yard 11'];
    await rates.ingest(
      [...varieties.map((variety) => rateOf({ variety })), ...markets.map((market) => rateOf({ market }))],
      real,
    );
    expect(await storedRates(database)).toHaveLength(varieties.length + markets.length);
  });

  test('gets the crop of the current catalogue', async () => {
    await rates.ingest([rateOf({ crop: null })], real);
    await rates.ingest([rateOf({ arrivalDate: '2026-08-21' })], real);
    expect((await storedRates(database)).map(({ crop }) => crop)).toEqual(['wheat']);
    await rates.ingest([rateOf({ commodity: 'Amaranthus', crop: null })], real);
    await rates.ingest([rateOf({ market: 'A new mandi' })], real);
    expect((await storedRates(database)).map(({ crop }) => crop)).toContain('amaranth');
    expect((await storedRates(database)).map(({ crop }) => crop)).not.toContain(null);
  });
});

test('the same day twice writes nothing and reports no change', async () => {
  const day = [rateOf(), rateOf({ commodity: 'Onion', crop: 'onion' })];
  await rates.ingest(day, real);
  const before = await storedRates(database);
  database.queries.length = 0;
  expect(await rates.ingest(day, real)).toEqual({ rates: 0, commodities: [] });
  expect(database.queries.filter((query) => /^\s*update/.test(query))).toEqual([]);
  expect(await storedRates(database)).toEqual(before);
  expect(changes.map((commodities) => commodities.toSorted())).toEqual([['Onion', 'Wheat']]);
});

test('only changed commodities are reported', async () => {
  await rates.ingest([rateOf(), rateOf({ commodity: 'Onion' })], real);
  await rates.ingest([rateOf(), rateOf({ commodity: 'Onion', modalPrice: 2401 })], real);
  expect(changes[1]).toEqual(['Onion']);
});

describe('sample rates', () => {
  test('are all removed with the first real rate', async () => {
    await rates.ingest([rateOf({ market: 'Made up' }), rateOf()], sample);
    expect((await storedRates(database)).every(({ is_sample: isSample }) => isSample)).toBe(true);
    await rates.ingest([rateOf({ modalPrice: 2345 })], real);
    const stored = await storedRates(database);
    expect(stored).toMatchObject([{ market: 'Khanna', is_sample: false, previous_date: null }]);
    expect(stored[0]?.history).toEqual([['2026-08-20', 2345]]);
  });

  test('are never mixed with real ones', async () => {
    await rates.ingest([rateOf()], real);
    expect(await rates.ingest([rateOf({ market: 'Made up' })], sample)).toEqual({
      rates: 0,
      commodities: [],
    });
    expect((await storedRates(database)).map(({ market }) => market)).toEqual(['Khanna']);
  });

  test('remain when the database refuses the real ones', async () => {
    await rates.ingest([rateOf({ market: 'Made up' })], sample);
    await expect(rates.ingest([rateOf({ modalPrice: 1e12 })], real)).rejects.toThrow(
      'numeric field overflow',
    );
    expect((await storedRates(database)).map(({ market }) => market)).toEqual(['Made up']);
    expect(changes).toHaveLength(1);
  });
});

test('concurrent writes of the same rates neither deadlock nor lose anything', async () => {
  const day = Array.from({ length: 400 }, (_, index) => rateOf({ market: `Mandi ${index}` }));
  const { rates: others } = openRates(database);
  const next = day.map((rate) => ({ ...rate, arrivalDate: '2026-08-21', modalPrice: 2500 }));
  await Promise.all([
    rates.ingest(day, real),
    others.ingest(day.toReversed(), real),
    others.ingest(next.toReversed(), real),
    rates.ingest(next, real),
  ]);
  const stored = await storedRates(database);
  expect(stored).toHaveLength(day.length);
  for (const series of stored) {
    expect(series.history).toEqual([
      ['2026-08-20', 2400],
      ['2026-08-21', 2500],
    ]);
    expect(Number(series.change)).toBe(100);
  }
});
