import { offerSorts, type Offer, type OfferSort } from '@upaj/contract/mandi/rates';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';

const offers = 'GET /api/v1/market/offers';
const here = { state: 'Punjab', district: 'Ludhiana' };

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  const haryana = { state: 'Haryana', district: 'Karnal' };
  await app.services.rates.ingest(
    [
      rateRow({ market: 'Khanna', modalPrice: 2_400, arrivalDate: daysAgo(30) }),
      rateRow({ market: 'Jagraon', modalPrice: 2_410, arrivalDate: daysAgo(44) }),
      rateRow({ market: 'Too Old', modalPrice: 9_999, arrivalDate: daysAgo(45) }),
      rateRow({ ...haryana, market: 'Karnal', modalPrice: 2_480.5, arrivalDate: daysAgo(30) }),
      rateRow({ ...haryana, market: 'Taraori', modalPrice: 2_550, arrivalDate: daysAgo(30) }),
      rateRow({
        ...haryana,
        district: 'Old District',
        market: 'Lost',
        modalPrice: 2_600,
        arrivalDate: daysAgo(31),
      }),
      rateRow({
        state: 'Kerala',
        district: 'Kollam',
        market: 'Kollam',
        modalPrice: 3_000,
        arrivalDate: daysAgo(40),
      }),
      rateRow({ commodity: 'Barley', crop: 'barley', arrivalDate: daysAgo(91) }),
      rateRow({ commodity: 'Maize', crop: 'maize', arrivalDate: daysAgo(90) }),
      rateRow({ market: 'Khanna', commodity: 'Isabgul Husk', crop: null, arrivalDate: daysAgo(0) }),
    ],
    { isSample: false },
  );
});

async function readAll(query: Record<string, string | number>): Promise<Offer[]> {
  const seen: Offer[] = [];
  let cursor: string | undefined;
  do {
    const response = await farmer.client.call(offers, { query: { ...here, ...query, cursor } });
    expect(response.page.total).toBe(query['commodity'] === 'Wheat' ? 6 : response.page.total);
    seen.push(...response.data);
    cursor = response.page.nextCursor ?? undefined;
  } while (cursor);
  return seen;
}

const marketsOf = (list: readonly Offer[]) => list.map(({ rate }) => rate.market);

describe('offers', () => {
  test.each<[OfferSort, string[]]>([
    ['net', ['Taraori', 'Jagraon', 'Khanna', 'Karnal', 'Kollam', 'Lost']],
    ['price', ['Kollam', 'Lost', 'Taraori', 'Karnal', 'Jagraon', 'Khanna']],
    ['distance', ['Jagraon', 'Khanna', 'Taraori', 'Karnal', 'Kollam', 'Lost']],
  ])('by %s, unknown values last', async (sort, markets) => {
    const list = await readAll({ commodity: 'Wheat', sort });
    expect(marketsOf(list)).toEqual(markets);
  });

  test('are those of the crop, whatever it is called', async () => {
    const wheat = await readAll({ commodity: 'Wheat' });
    for (const commodity of ['gehu', 'கோதுமை']) expect(await readAll({ commodity })).toEqual(wheat);
    expect(await readAll({ commodity: 'Isabgul Husk' })).toHaveLength(1);
    expect(await readAll({ commodity: 'xqzwv' })).toEqual([]);
  });

  test('are sorted by net price by default', async () => {
    expect(await readAll({ commodity: 'Wheat' })).toEqual(await readAll({ commodity: 'Wheat', sort: 'net' }));
  });

  test.each(offerSorts)('are paged by %s without gaps or repeats', async (sort) => {
    const whole = await readAll({ commodity: 'Wheat', sort });
    for (const limit of [1, 2, 4]) expect(await readAll({ commodity: 'Wheat', sort, limit })).toEqual(whole);
  });

  test('include transport costs, to the paisa', async () => {
    for (const transportCost of [0, 0.37, 100]) {
      const list = await readAll({ commodity: 'Wheat', transportCost });
      for (const { rate, distanceKm, transport, net } of list) {
        if (distanceKm === null) continue;
        expect(transport).toBe(Number((distanceKm * transportCost).toFixed(2)));
        expect(net).toBe(Number((rate.modalPrice - (transport ?? 0)).toFixed(2)));
      }
      const lost = list.find(({ rate }) => rate.market === 'Lost');
      expect(lost).toMatchObject({ distanceKm: null, transport: null, net: null });
    }
    const [khanna] = (await readAll({ commodity: 'Wheat', sort: 'distance' })).filter(
      ({ rate }) => rate.market === 'Khanna',
    );
    expect(khanna).toMatchObject({ distanceKm: 0, transport: 0, net: 2_400 });
    const [karnal] = (await readAll({ commodity: 'Wheat' })).filter(({ rate }) => rate.market === 'Karnal');
    expect(karnal?.distanceKm).toBeGreaterThan(140);
    expect(karnal?.distanceKm).toBeLessThan(230);
    expect(karnal?.transport).toBe((karnal?.distanceKm ?? 0) / 2);
  });

  test('show the rate as lists do', async () => {
    const [offer] = await readAll({ commodity: 'Isabgul Husk' });
    const { data } = await farmer.client.call('GET /api/v1/market/rates', {
      query: { commodity: 'Isabgul Husk' },
    });
    // The list of rates has the same fields, and the recent prices besides.
    expect(data[0]).toMatchObject(offer?.rate ?? {});
  });

  test('leave out reports older than 90 days', async () => {
    expect(await readAll({ commodity: 'barley' })).toEqual([]);
    expect(await readAll({ commodity: 'maize' })).toHaveLength(1);
  });

  test('are found by the crop in any language', async () => {
    expect(await readAll({ commodity: 'गेहूँ' })).toEqual(await readAll({ commodity: 'Wheat' }));
    expect(await readAll({ commodity: 'Saffron' })).toEqual([]);
  });

  test.each([
    [{ commodity: '' }, 'commodity'],
    [{ state: '' }, 'state'],
    [{ state: 'Lahore' }, 'state'],
    [{ district: '' }, 'district'],
    [{ district: 'Karnal' }, 'district'],
    [{ transportCost: '-1' }, 'transportCost'],
    [{ transportCost: '101' }, 'transportCost'],
    [{ transportCost: 'much' }, 'transportCost'],
    [{ sort: 'name' }, 'sort'],
    [{ cursor: 'x' }, 'cursor'],
    [{ sort: 'price', cursor: Buffer.from('[null,1]').toString('base64url') }, 'cursor'],
    [{ sort: 'distance', cursor: Buffer.from('[1,2]').toString('base64url') }, 'cursor'],
  ])('refuse %o', async (changes, field) => {
    const query = { ...here, commodity: 'Wheat', ...changes };
    expect(await farmer.client.fail(offers, { query })).toMatchObject({
      statusCode: 422,
      errors: [{ field }],
    });
  });

  test('take no query, also while rates change', async () => {
    app.database.queries.length = 0;
    await readAll({ commodity: 'Wheat' });
    expect(app.database.queries).toEqual([]);
    await app.services.rates.ingest(
      [rateRow({ state: 'Goa', district: 'North Goa', commodity: 'Bullar', crop: null })],
      { isSample: false },
    );
    app.database.queries.length = 0;
    expect(marketsOf(await readAll({ commodity: 'Bullar' }))).toEqual(['Khanna']);
    expect(app.database.queries).toEqual([]);
  });
});
