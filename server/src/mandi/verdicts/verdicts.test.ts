import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';

const app = appForTests();
let farmer: Person;
let folder: string;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  folder = await mkdtemp(join(tmpdir(), 'upaj-verdicts-'));
});
beforeEach(async () => {
  await app.database.db.deleteFrom('price_alerts').execute();
  await app.database.db.deleteFrom('rate_series').execute();
  await app.services.market.refresh();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Rate = Parameters<typeof app.services.rates.ingest>[0][number];

const add = (...rates: readonly Rate[]) => app.services.rates.ingest(rates, { isSample: false });
const at = (market: string, modalPrice: number, more: Partial<Rate> = {}): Rate =>
  rateRow({
    state: 'Goa',
    district: 'North Goa',
    market,
    commodity: 'Onion',
    crop: 'onion',
    modalPrice,
    minPrice: modalPrice,
    maxPrice: modalPrice,
    arrivalDate: daysAgo(1),
    ...more,
  });
const others = (price: number, more: Partial<Rate> = {}) =>
  ['Mapusa', 'Bicholim', 'Pernem', 'Valpoi'].map((market, index) => at(market, price + index * 10, more));

async function importFile(...lines: readonly string[]) {
  const file = join(folder, 'rates.csv');
  await writeFile(file, lines.join('\n'));
  const refused: string[] = [];
  const { rates } = await app.services.rates.importCsv(file, {
    onRefused: (line, reason) => void refused.push(`${line}: ${reason}`),
  });
  return { rates, refused };
}

const listed = async (commodity = 'Onion') => {
  const { data } = await farmer.client.call('GET /api/v1/market/rates', { query: { commodity } });
  return data.map(({ market, modalPrice }) => [market, modalPrice] as const);
};
const ranked = async (commodity = 'Onion') => {
  const query = { commodity, state: 'Goa', district: 'North Goa' };
  const { data } = await farmer.client.call('GET /api/v1/market/offers', { query });
  return data.map(({ rate }) => rate.market);
};
const priceOf = async (cropType: string, district = 'North Goa') => {
  const query = { cropType, state: 'Goa', district };
  const { data } = await farmer.client.call('GET /api/v1/market/price', { query });
  return data && [data.market, data.modalPrice];
};
async function rateAt(market: string) {
  const { id } = await app.database.db
    .selectFrom('rate_series')
    .select('id')
    .where('market', '=', market)
    .executeTakeFirstOrThrow();
  const params = { rateId: String(id) };
  const { data: rate } = await farmer.client.call('GET /api/v1/market/rates/:rateId', { params });
  const { data: history } = await farmer.client.call('GET /api/v1/market/rates/:rateId/history', {
    params,
    query: { days: '365' },
  });
  return { rate, history: history.map((point) => [point.modalPrice, point.isDoubtful]) };
}

describe('the first file of an empty database', () => {
  const header = 'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price';
  const day = daysAgo(1).split('-').toReversed().join('/');

  test('has leaves per bunch and an onion price ten times too high', async () => {
    const { rates } = await importFile(
      header,
      `Goa,North Goa,Testpur,Coriander(Leaves),Other,Local,${day},5,12,9`,
      `Goa,South Goa,Testgaon,Coriander(Leaves),Other,Local,${day},2500,4000,3200`,
      `Goa,North Goa,Testim,Onion,Other,FAQ,${day},41000,41060,41030`,
      `Goa,South Goa,Testao,Onion,Other,FAQ,${day},2200,2900,2600`,
    );
    expect(rates).toBe(4);
    expect(await listed()).toEqual([['Testao', 2600]]);
    expect(await ranked()).toEqual(['Testao']);
    expect(await priceOf('Onion')).toEqual(['Testao', 2600]);
    expect(await priceOf('Coriander Leaves')).toEqual(['Testgaon', 3200]);
    expect(await rateAt('Testim')).toMatchObject({
      rate: { modalPrice: 41_030, isDoubtful: true },
      history: [[41_030, true]],
    });
    expect(await rateAt('Testao')).toMatchObject({ rate: { isDoubtful: false }, history: [[2600, false]] });
  });

  test('has rates of other units, which are only shown on their page', async () => {
    const { rates, refused } = await importFile(
      `${header},Price Unit`,
      `Goa,North Goa,Nuts,Coconut,Other,Local,${day},1400,1600,1500,Rs./100 Nuts`,
      `Goa,North Goa,Kilos,Coconut,Other,Local,${day},30,36,33,Rs./Kg`,
      `Goa,North Goa,Strange,Coconut,Other,Local,${day},30,36,33,Rs./Cubit`,
    );
    expect({ rates, refused }).toEqual({ rates: 2, refused: ['4: "Rs./Cubit" is not a known unit'] });
    expect(await listed('coconut')).toEqual([['Kilos', 3300]]);
    expect(await ranked('coconut')).toEqual(['Kilos']);
    const { rate } = await rateAt('Nuts');
    expect(rate).toMatchObject({ unit: 'piece', modalPrice: 15, isDoubtful: false, agreed: null });
  });
});

test('a mandi can report the same in two units', async () => {
  await add(at('Mapusa', 3000, { unit: 'piece' }), at('Mapusa', 2000));
  expect(await listed()).toEqual([['Mapusa', 2000]]);
  expect(await app.database.db.selectFrom('rate_series').select('unit').orderBy('unit').execute()).toEqual([
    { unit: 'piece' },
    { unit: 'quintal' },
  ]);
});

describe('a price ten or a hundred times the level', () => {
  test.each([20_000, 200_000, 200, 20])('of its neighbours is doubtful: %i', async (price) => {
    await add(...others(2000), at('Canacona', price));
    expect(await ranked()).not.toContain('Canacona');
    expect((await listed()).length).toBe(4);
    expect((await rateAt('Canacona')).rate).toMatchObject({ modalPrice: price, isDoubtful: true });
  });

  test.each([1000, 4000, 6000])('is not an honest difference: %i', async (price) => {
    await add(...others(2000), at('Canacona', price));
    expect(await ranked()).toContain('Canacona');
  });

  test('of the mandi itself leaves its earlier price in the lists, with the change before', async () => {
    for (const ago of [6, 5, 4, 3]) await add(at('Canacona', 2000 + ago, { arrivalDate: daysAgo(ago) }));
    await add(at('Canacona', 20_000, { arrivalDate: daysAgo(1) }));
    const { rate, history } = await rateAt('Canacona');
    expect(rate).toMatchObject({ modalPrice: 2003, change: -1, arrivalDate: daysAgo(3), isDoubtful: false });
    expect(history.at(-1)).toEqual([20_000, true]);
    const { data } = await farmer.client.call('GET /api/v1/market/rates', { query: { commodity: 'Onion' } });
    expect(data[0]?.recent).toEqual([2006, 2005, 2004, 2003]);
  });

  test('fires no alert', async () => {
    await add(...others(2000));
    await farmer.client.call('POST /api/v1/alerts', {
      body: {
        commodity: 'Onion',
        state: 'Goa',
        district: '',
        market: '',
        type: 'above',
        targetPrice: 9000,
        unit: 'quintal',
      },
    });
    await add(at('Canacona', 20_000));
    const { data } = await farmer.client.call('GET /api/v1/alerts');
    expect(data).toMatchObject([{ isMet: false, lastFiredAt: null }]);
  });
});

describe('a new level', () => {
  test('is plausible when other mandis confirm it', async () => {
    await add(
      ...others(2000, { arrivalDate: daysAgo(4) }),
      at('Canacona', 2000, { arrivalDate: daysAgo(4) }),
    );
    await add(at('Canacona', 12_000, { arrivalDate: daysAgo(2) }));
    expect((await rateAt('Canacona')).history.at(-1)).toEqual([12_000, true]);
    await add(...others(11_000).slice(0, 2));
    expect((await rateAt('Canacona')).history.at(-1)).toEqual([12_000, false]);
    expect(await listed()).toContainEqual(['Canacona', 12_000]);
  });

  test('is plausible when it lasts, where no other mandi reports', async () => {
    for (const ago of [9, 8, 7, 6]) await add(at('Canacona', 2000, { arrivalDate: daysAgo(ago) }));
    await add(at('Canacona', 10_000, { arrivalDate: daysAgo(3) }));
    await add(at('Canacona', 10_500, { arrivalDate: daysAgo(2) }));
    expect((await rateAt('Canacona')).history.slice(-2)).toEqual([
      [10_000, true],
      [10_500, true],
    ]);
    await add(at('Canacona', 11_000, { arrivalDate: daysAgo(1) }));
    expect((await rateAt('Canacona')).history.slice(-3).map(([, isDoubtful]) => isDoubtful)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('is not what a mandi always reports in another unit', async () => {
    await add(...others(2000));
    for (const ago of [9, 8, 7, 6, 5]) await add(at('Canacona', 20, { arrivalDate: daysAgo(ago) }));
    expect((await rateAt('Canacona')).history.map(([, isDoubtful]) => isDoubtful)).not.toContain(false);
  });
});

test('the first report of a commodity is judged again with those of other mandis', async () => {
  const strange = { commodity: 'Cartload Leaves', crop: null };
  await add(at('Canacona', 9, strange));
  expect(await ranked('Cartload Leaves')).toEqual(['Canacona']);
  await add(...others(4000, strange));
  expect(await ranked('Cartload Leaves')).not.toContain('Canacona');
});

test('rates that come again with new ones of other mandis are judged again', async () => {
  const first = at('Canacona', 2000, { arrivalDate: daysAgo(4) });
  await add(...others(2000, { arrivalDate: daysAgo(4) }), first);
  await add(at('Canacona', 12_000, { arrivalDate: daysAgo(2) }));
  await add(at('Canacona', 12_000, { arrivalDate: daysAgo(2) }), ...others(11_000).slice(0, 2));
  expect((await rateAt('Canacona')).history.at(-1)).toEqual([12_000, false]);
  const strange = { commodity: 'Cartload Leaves', crop: null };
  await add(at('Canacona', 9, strange));
  await add(at('Canacona', 9, strange), ...others(4000, strange));
  expect(await ranked('Cartload Leaves')).not.toContain('Canacona');
});

test('a corrected price is plausible, and importing twice changes nothing', async () => {
  await add(...others(2000), at('Canacona', 20_000));
  expect((await add(...others(2000), at('Canacona', 20_000))).rates).toBe(0);
  expect((await rateAt('Canacona')).rate).toMatchObject({ isDoubtful: true });
  await add(at('Canacona', 2000));
  expect(await rateAt('Canacona')).toMatchObject({ rate: { isDoubtful: false }, history: [[2000, false]] });
  expect(await app.database.db.selectFrom('doubtful_rates').selectAll().execute()).toEqual([]);
});

test('the job judges what was stored before rates were judged', async () => {
  await add(...others(2000), at('Canacona', 20, { arrivalDate: daysAgo(2) }), at('Canacona', 21));
  await app.database.db.deleteFrom('doubtful_rates').execute();
  await app.database.db.updateTable('rate_series').set({ is_doubtful: false }).execute();
  await app.services.market.refresh();
  expect(await ranked()).toContain('Canacona');
  await app.services.rates.judgeAgain(AbortSignal.timeout(10_000));
  expect(await ranked()).not.toContain('Canacona');
  expect((await rateAt('Canacona')).history).toEqual([
    [20, true],
    [21, true],
  ]);
});
