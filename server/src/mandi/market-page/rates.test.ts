import { findCrop } from '@upaj/contract/catalogue';
import { rateSorts, type Rate, type RateSort } from '@upaj/contract/mandi/rates';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';

const list = 'GET /api/v1/market/rates';

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  const punjab = Array.from({ length: 60 }, (_, index) =>
    rateRow({
      district: index % 3 === 0 ? 'Ludhiana' : 'Patiala',
      market: `Mandi ${index % 7}`,
      ...[
        { commodity: 'Wheat', crop: 'wheat' },
        { commodity: 'Isabgul Husk', crop: null },
      ][index % 2],
      variety: `V${index}`,
      modalPrice: 2_000 + (index % 5) * 10,
    }),
  );
  const before = punjab.map((rate, index) => ({
    ...rate,
    arrivalDate: daysAgo(3),
    modalPrice: rate.modalPrice + ((index % 4) - 2) * 7.5,
  }));
  await app.services.rates.ingest([...before, ...punjab], { isSample: false });
  const kerala = { state: 'Kerala', district: 'Kollam', market: 'Kollam' };
  await app.services.rates.ingest(
    [
      rateRow({ ...kerala, commodity: 'Paddy(Common)', crop: 'paddy', arrivalDate: daysAgo(120) }),
      rateRow({ ...kerala, commodity: 'Banana', crop: 'banana', arrivalDate: daysAgo(134) }),
      rateRow({ ...kerala, commodity: 'Tomato', crop: 'tomato', arrivalDate: daysAgo(135) }),
    ],
    { isSample: false },
  );
});

async function readAll(query: Record<string, string | number>): Promise<Rate[]> {
  const seen: Rate[] = [];
  let cursor: string | undefined;
  let total: unknown;
  do {
    const response = await farmer.client.call(list, { query: { ...query, cursor } });
    seen.push(...response.data);
    total ??= response.page.total;
    expect(response.page.total).toBe(total);
    cursor = response.page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(Number(total));
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(seen.length);
  return seen;
}

describe('lists', () => {
  const isInOrder: Record<RateSort, (a: Rate, b: Rate) => boolean> = {
    name: (a, b) => a.commodity < b.commodity || (a.commodity === b.commodity && a.market <= b.market),
    price: (a, b) => a.modalPrice >= b.modalPrice,
    change: (a, b) => Math.abs(a.change) >= Math.abs(b.change),
  };

  test.each(rateSorts)(
    'are paged by %s without gaps or repeats, of a state, a district and the country',
    async (sort) => {
      for (const [query, count] of [
        [{ state: 'Punjab' }, 60],
        [{ state: 'Punjab', district: 'Ludhiana' }, 20],
        [{ state: 'Punjab', market: 'Mandi 3' }, 9],
        [{}, 60],
      ] as const) {
        const seen = await readAll({ ...query, sort, limit: 7 });
        expect(seen).toHaveLength(count);
        for (const [index, rate] of seen.slice(1).entries())
          expect(isInOrder[sort](seen[index] as Rate, rate), `${sort} ${index}`).toBe(true);
      }
    },
  );

  test('by name are sorted by the displayed name, in its language', async () => {
    const place = { state: 'Goa', district: 'North Goa', market: 'Mapusa' };
    await app.services.rates.ingest(
      [
        rateRow({ ...place, commodity: 'Bajra(Pearl Millet/Cumbu)', crop: 'bajra' }),
        rateRow({ ...place, commodity: 'Bhindi(Ladies Finger)', crop: 'okra' }),
        rateRow({ ...place, commodity: 'Corn', crop: 'wheat' }),
        rateRow({ ...place, commodity: 'bullar', crop: null }),
      ],
      { isSample: false },
    );
    for (const lang of ['en', 'hi'] as const) {
      const seen = await readAll({ state: 'Goa', sort: 'name', lang, limit: 1 });
      const names = seen.map(({ commodity, crop }) => findCrop(crop ?? '')?.[lang] ?? commodity);
      expect(names).toEqual([...names].sort(new Intl.Collator(lang).compare));
      expect(names).toHaveLength(4);
    }
    await app.database.db.deleteFrom('rate_series').where('state', '=', 'Goa').execute();
  });

  test('continue at the same place, although mandis report meanwhile', async () => {
    const first = await farmer.client.call(list, { query: { state: 'Punjab', sort: 'name', limit: 30 } });
    await app.services.rates.ingest([rateRow({ commodity: 'Ajwan', crop: null })], { isSample: false });
    const second = await farmer.client.call(list, {
      query: { state: 'Punjab', sort: 'name', limit: 50, cursor: first.page.nextCursor ?? '' },
    });
    expect(second.page).toEqual({ nextCursor: null, total: 60 });
    expect(new Set([...first.data, ...second.data].map(({ _id }) => _id)).size).toBe(60);
    await app.database.db.deleteFrom('rate_series').where('commodity', '=', 'Ajwan').execute();
  });

  test.each([
    [{ commodity: 'Wheat' }, 30],
    [{ commodity: 'गेहूं' }, 30],
    [{ commodity: 'wheat' }, 30],
    [{ commodity: 'Isabgul Husk' }, 30],
    [{ commodity: 'Nothing' }, 0],
    [{ trend: 'up' }, 30],
    [{ trend: 'down' }, 15],
    [{ trend: 'stable' }, 15],
    [{ trend: 'up', commodity: 'Wheat', sort: 'change' }, 15],
    [{ district: 'Moga' }, 0],
    [{ market: "O'Mandi" }, 0],
  ])('match the filter %o', async (query, count) => {
    const seen = await readAll({ state: 'Punjab', limit: 11, ...query });
    expect(seen).toHaveLength(count);
    for (const rate of seen) if ('trend' in query) expect(rate.trend).toBe(query.trend);
  });

  test('show the change, its direction and since when', async () => {
    const [rate] = await readAll({ state: 'Punjab', sort: 'change', trend: 'up' });
    expect(rate).toMatchObject({
      unit: 'quintal',
      change: 15,
      trend: 'up',
      arrivalDate: daysAgo(0),
      previousDate: daysAgo(3),
      isSample: false,
    });
  });

  test('leave out what a place reported more than 14 days before its latest arrival', async () => {
    const seen = await readAll({ state: 'Kerala' });
    expect(seen.map(({ commodity }) => commodity)).toEqual(['Banana', 'Paddy(Common)']);
    expect(await readAll({ state: 'Kerala', commodity: 'Paddy(Dhan)(Common)' })).toHaveLength(1);
  });

  test.each([
    [{ state: 'Lahore' }, 'state'],
    [{ trend: 'sideways' }, 'trend'],
    [{ sort: 'random' }, 'sort'],
    [{ limit: '0' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: encode(['Wheat', 'Khanna', 1]) }, 'cursor'],
    [{ cursor: encode(['Wheat', 'Khanna', '1', 5]) }, 'cursor'],
    [{ cursor: encode(['Wh\u0000', 'Khanna', 1, 5]) }, 'cursor'],
    [{ cursor: encode(['Wheat', 'Khanna', 1e300, 5]) }, 'cursor'],
    [{ cursor: encode(['Wheat', 'Khanna', 1, -5]) }, 'cursor'],
    [{ cursor: encode(['Wheat', 'Khanna', 1.5, 5]) }, 'cursor'],
    [{ cursor: encode(['Wheat', 'Khanna', 2 ** 31, 5]) }, 'cursor'],
    [{ sort: 'price', cursor: encode([2_000.5, 0.5, 5]) }, 'cursor'],
    [{ sort: 'change', cursor: encode([7.5, 3e9, 5]) }, 'cursor'],
    [{ cursor: encode([5, 1, 5]) }, 'cursor'],
    [{ cursor: encode({ length: 4 }) }, 'cursor'],
    [{ sort: 'price', cursor: encode([null, 1, 5]) }, 'cursor'],
    [{ sort: 'price', cursor: encode(['Wheat', 'Khanna', 1, 5]) }, 'cursor'],
  ])('refuse %o', async (query, field) => {
    expect(await farmer.client.fail(list, { query })).toMatchObject({ statusCode: 422, errors: [{ field }] });
  });
});

function encode(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

describe('one rate', () => {
  const one = 'GET /api/v1/market/rates/:rateId';
  const history = 'GET /api/v1/market/rates/:rateId/history';

  test('is read by its id, which does not change from day to day', async () => {
    const [rate] = await readAll({ state: 'Kerala' });
    const params = { rateId: rate?._id ?? '' };
    const { recent, ...same } = rate!;
    expect((await farmer.client.call(one, { params })).data).toEqual({
      ...same,
      agreed: null,
      isDoubtful: false,
    });
    expect(recent).toEqual([rate!.modalPrice]);
  });

  test('has its history, oldest first, from its last arrival back', async () => {
    const days = [0, 1, 6, 7, 8, 30, 31, 365, 366];
    const rates = days.map((day) =>
      rateRow({ state: 'Goa', market: 'Mapusa', arrivalDate: daysAgo(day + 2), modalPrice: 3_000 + day }),
    );
    await app.services.rates.ingest(rates, { isSample: false });
    const [rate] = await readAll({ state: 'Goa' });
    const params = { rateId: rate?._id ?? '' };
    const read = async (query: Record<string, string>) =>
      (await farmer.client.call(history, { params, query })).data.map(({ modalPrice }) => modalPrice - 3_000);
    expect(await read({ days: '7' })).toEqual([7, 6, 1, 0]);
    expect(await read({ days: '365' })).toEqual([365, 31, 30, 8, 7, 6, 1, 0]);
    expect(await read({})).toEqual(await read({ days: '30' }));
    const { data } = await farmer.client.call(history, { params });
    expect(data[0]).toEqual({
      date: daysAgo(32),
      minPrice: 2_980,
      maxPrice: 3_080,
      modalPrice: 3_030,
      isDoubtful: false,
    });
    expect(await farmer.client.fail(history, { params, query: { days: '8' } })).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'days' }],
    });
  });

  test.each([one, history] as const)('%s that does not exist', async (key) => {
    expect(await farmer.client.fail(key, { params: { rateId: '999999999' } })).toMatchObject({
      statusCode: 404,
      code: 'RATE_NOT_FOUND',
    });
    expect((await farmer.client.fail(key, { params: { rateId: '1x' } })).statusCode).toBe(404);
  });
});

test('commodities are those with rates and those of the catalogue, each once', async () => {
  const { data } = await farmer.client.call('GET /api/v1/market/commodities');
  const names = data.map(({ commodity }) => commodity);
  expect(new Set(names).size).toBe(names.length);
  expect(data).toContainEqual({ commodity: 'Isabgul Husk', crop: null });
  expect(data).toContainEqual({ commodity: 'Wheat', crop: 'wheat' });
  expect(data).toContainEqual({ commodity: 'Onion', crop: 'onion' });
  expect(names).not.toContain('Paddy(Dhan)(Common)');
});

test('the mandis of a state, by name', async () => {
  const { data } = await farmer.client.call('GET /api/v1/market/markets', { query: { state: 'Kerala' } });
  expect(data).toEqual([{ market: 'Kollam', district: 'Kollam' }]);
  const none = await farmer.client.call('GET /api/v1/market/markets', { query: { state: 'Sikkim' } });
  expect(none.data).toEqual([]);
  expect(await farmer.client.fail('GET /api/v1/market/markets')).toMatchObject({
    errors: [{ field: 'state' }],
  });
});

test('lists take two queries, rates and histories one each; what the board has, none', async () => {
  const [rate] = await readAll({ state: 'Kerala' });
  const params = { rateId: rate?._id ?? '' };
  const counted = async (work: () => Promise<unknown>) => {
    app.database.queries.length = 0;
    await work();
    return app.database.queries.length;
  };
  expect(await counted(() => farmer.client.call(list, { query: { state: 'Punjab' } }))).toBe(2);
  expect(await counted(() => farmer.client.call('GET /api/v1/market/rates/:rateId', { params }))).toBe(1);
  expect(
    await counted(() => farmer.client.call('GET /api/v1/market/rates/:rateId/history', { params })),
  ).toBe(1);
  await farmer.client.call('GET /api/v1/market/commodities');
  expect(await counted(() => farmer.client.call('GET /api/v1/market/commodities'))).toBe(0);
  expect(
    await counted(() => farmer.client.call('GET /api/v1/market/markets', { query: { state: 'Punjab' } })),
  ).toBe(0);
});
