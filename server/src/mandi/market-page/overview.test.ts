import { schemes } from '@upaj/contract/mandi/scheme-list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';
import { startOpenMeteo, type FakeOpenMeteo } from '#test/open-meteo.ts';
import { expectQueries } from '#test/queries.ts';

const overview = 'GET /api/market/overview';

let provider: FakeOpenMeteo;
let app: TestApp;
let farmer: Person;
beforeAll(async () => {
  provider = await startOpenMeteo(daysAgo(0));
  app = await startTestApp({ env: { openMeteo: { url: provider.url, key: undefined } } });
  farmer = await addPerson(app.url);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const find = async (location?: string) => (await farmer.client.call(overview, { query: { location } })).data;

const setRun = (source: string, times: { success?: Date; failure?: Date }) =>
  app.database.db
    .insertInto('source_runs')
    .values({ source, last_success_at: times.success ?? null, last_failure_at: times.failure ?? null })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet((eb) => ({
        last_success_at: eb.ref('excluded.last_success_at'),
        last_failure_at: eb.ref('excluded.last_failure_at'),
      })),
    )
    .execute();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);

test('without data, all sections are present and empty', async () => {
  provider.fault = 'empty';
  const { location, rates, weather, news, schemes: listed, sources } = await find('Sikkim');
  expect(location).toBe('Sikkim');
  expect(rates).toEqual({
    lastUpdated: null,
    location: 'India',
    scope: 'country',
    isSample: false,
    rates: [],
    page: { nextCursor: null, total: 0 },
  });
  expect([weather, news, listed]).toEqual([null, [], schemes]);
  expect(await farmer.client.call('GET /api/market/climate', { query: { location: 'Sikkim' } })).toEqual({
    location: 'Sikkim',
    current: null,
    forecast: [],
    alerts: [],
    fetchedAt: null,
    isSample: false,
  });
  expect(sources.rates).toMatchObject({ freshness: 'none', updatedAt: null, isFailing: false });
  expect(sources.weather).toMatchObject({ freshness: 'none', updatedAt: null });
  expect(sources.news).toMatchObject({ freshness: 'none', isFailing: false });
  expect((await find('Sikkim')).sources.weather.isFailing).toBe(true);
  provider.fault = undefined;
});

describe('rates', () => {
  beforeAll(async () => {
    const sixty = Array.from({ length: 60 }, (_, index) => rateRow({ variety: `V${index}` }));
    const silent = rateRow({
      state: 'Goa',
      district: 'North Goa',
      market: 'Mapusa',
      arrivalDate: daysAgo(91),
    });
    const patiala = rateRow({ district: 'Patiala', market: 'Nabha', arrivalDate: daysAgo(1) });
    await app.services.rates.ingest([...sixty, patiala, silent], { isSample: false });
  });

  test.each([
    ['Punjab', 'Punjab', 'state', 61, 0],
    ['Ludhiana, Punjab', 'Ludhiana, Punjab', 'district', 60, 0],
    ['Patiala, Punjab', 'Patiala, Punjab', 'district', 1, 1],
    ['Moga, Punjab', 'Punjab', 'state', 61, 0],
    ['Kollam, Kerala', 'India', 'country', 61, 0],
    ['Goa', 'India', 'country', 61, 0],
  ])('of %s are those of %s', async (location, place, scope, total, updatedDaysAgo) => {
    const data = await find(location);
    expect(data.location).toBe(location);
    const { rates, page, ...rest } = data.rates;
    expect(rest).toEqual({
      lastUpdated: daysAgo(updatedDaysAgo),
      location: place,
      scope,
      isSample: false,
    });
    expect(rates).toHaveLength(Math.min(total, 50));
    expect(page.total).toBe(total);
    expect(page.nextCursor === null).toBe(total <= 50);
  });

  test('continue in the list of that place', async () => {
    const { rates } = await find('Punjab');
    const query = { state: 'Punjab', cursor: rates.page.nextCursor ?? '' };
    const { data } = await farmer.client.call('GET /api/v1/market/rates', { query });
    expect(new Set([...rates.rates, ...data].map(({ _id }) => _id)).size).toBe(61);
  });

  test.each(['Lahore', 'Ludhiana', 'Ludhiana, Haryana', 'x'.repeat(200), ', Punjab'])(
    'of %s are refused',
    async (location) => {
      for (const key of [overview, 'GET /api/market/rates', 'GET /api/market/climate'] as const) {
        expect(await farmer.client.fail(key, { query: { location } })).toMatchObject({
          statusCode: 422,
          errors: [{ field: 'location', key: 'locationInvalid' }],
        });
      }
    },
  );
});

describe('sources', () => {
  test('of rates are live for 26 hours after a delivery, and failing after a failure since', async () => {
    const source = async () => (await find('Punjab')).sources.rates;
    expect(await source()).toMatchObject({ freshness: 'old', updatedAt: null, isFailing: false });
    const success = hoursAgo(25.9);
    await setRun('rates', { success, failure: hoursAgo(27) });
    expect(await source()).toEqual({
      name: 'AGMARKNET, Directorate of Marketing & Inspection, through data.gov.in',
      url: 'https://agmarknet.gov.in/',
      freshness: 'live',
      updatedAt: success.toISOString(),
      isFailing: false,
    });
    await setRun('rates', { success: hoursAgo(26.1), failure: hoursAgo(1) });
    expect(await source()).toMatchObject({ freshness: 'old', isFailing: true });
  });

  test('rates are not live when no mandi reported for a week, even after a recent response', async () => {
    await setRun('rates', { success: new Date() });
    const late = { state: 'Kerala', district: 'Ernakulam', market: 'Aluva' };
    await app.services.rates.ingest([rateRow({ ...late, arrivalDate: daysAgo(7) })], { isSample: false });
    expect((await find('Kerala')).sources.rates.freshness).toBe('old');
    await app.services.rates.ingest([rateRow({ ...late, arrivalDate: daysAgo(4) })], { isSample: false });
    expect((await find('Kerala')).sources.rates.freshness).toBe('live');
  });

  test('of the weather are live for an hour', async () => {
    const place = { location: 'Ludhiana, Punjab' };
    const { weather, sources } = await find(place.location);
    expect(weather?.forecast).toHaveLength(5);
    expect(sources.weather).toMatchObject({
      name: 'Open-Meteo.com (CC BY 4.0)',
      freshness: 'live',
      updatedAt: weather?.fetchedAt,
    });
    await app.database.db
      .updateTable('weather_reports')
      .set({ fetched_at: hoursAgo(1.1) })
      .execute();
    provider.fault = 'empty';
    expect((await find(place.location)).sources.weather).toMatchObject({ freshness: 'old' });
    await expect.poll(async () => (await find(place.location)).sources.weather.isFailing).toBe(true);
    provider.fault = undefined;
  });

  test('of sample weather are marked as sample', async () => {
    const forecast = {
      current: { temperature: 30, humidity: null, windSpeed: null, code: 0 },
      days: [],
    };
    const demo = await startTestApp({
      env: { openMeteo: { url: 'http://127.0.0.1:1', key: undefined } },
      findSampleWeather: () => forecast,
    });
    const { client } = await addPerson(demo.url);
    const { data } = await client.call(overview, { query: { location: 'Kerala' } });
    expect(data.weather).toMatchObject({ isSample: true, current: { temperature: 30 } });
    expect(data.sources.weather).toMatchObject({ name: 'Sample data', url: null, freshness: 'sample' });
    await demo.close();
  });

  test('of sample rates are marked as sample', async () => {
    await app.database.db.deleteFrom('rate_series').execute();
    await app.services.rates.ingest([rateRow()], { isSample: true });
    const { rates, sources } = await find('Punjab');
    expect(rates.isSample).toBe(true);
    expect(sources.rates).toMatchObject({ name: 'Sample data', url: null, freshness: 'sample' });
    await app.services.rates.ingest([rateRow()], { isSample: false });
  });

  test.each([
    ['rates', 'rate_series', 'rates'],
    ['news', 'news_items', 'news'],
    ['runs', 'source_runs', undefined],
  ] as const)('that fail do not affect the others: %s', async (_, table, failing) => {
    const whole = await find('Ludhiana, Punjab');
    await app.database.db.schema.alterTable(table).renameTo('away').execute();
    const { rates, weather, schemes: listed, sources } = await find('Ludhiana, Punjab');
    await app.database.db.schema.alterTable('away').renameTo(table).execute();
    expect(rates.rates).toHaveLength(failing === 'rates' ? 0 : whole.rates.rates.length);
    expect(weather).toEqual(whole.weather);
    expect(listed).toEqual(schemes);
    if (failing) expect(sources[failing].isFailing).toBe(true);
    expect(app.logs.filter((line) => line.includes('a part of the market page is missing'))).toHaveLength(1);
    app.logs.length = 0;
  });
});

test('the page takes seven queries', async () => {
  await find('Ludhiana, Punjab');
  await expectQueries(app.database, 7, () => find('Ludhiana, Punjab'));
});

test('the older endpoints respond without an envelope', async () => {
  const { client } = farmer;
  const query = { location: 'Ludhiana, Punjab' };
  const whole = await find(query.location);
  const rates = whole.rates.rates.map((rate) => ({ ...rate, recent: undefined }));
  expect(await client.call('GET /api/market/rates', { query })).toEqual(rates);
  expect(await client.call('GET /api/market/climate', { query })).toEqual(whole.weather);
  expect(await client.call('GET /api/market/schemes')).toEqual(schemes);
  expect(await client.call('GET /api/market/climate')).toEqual((await find('Delhi')).weather);
  expect((await find()).location).toBe('Delhi');
});

test('without a place, it is that of the profile, else of the viewer’s last post, else Delhi', async () => {
  const person = await addPerson(app.url);
  const place = async (location?: string) =>
    (await person.client.call(overview, { query: { location } })).data.location;
  expect(await place()).toBe('Delhi');
  const neighbour = await addPerson(app.url);
  await addPost(neighbour, { state: 'Goa', district: 'North Goa' });
  expect(await place()).toBe('Delhi');
  await addPost(person, { state: 'Punjab', district: 'Moga' });
  const last = await addPost(person, { state: 'Punjab', district: 'Ludhiana' });
  expect(await place()).toBe('Ludhiana, Punjab');
  expect(await place('Kerala')).toBe('Kerala');
  await person.client.call('DELETE /api/v1/post/:postId', { params: { postId: last._id } });
  expect(await place()).toBe('Moga, Punjab');
  const address = {
    state: 'Maharashtra',
    district: 'Nashik',
    city: 'Niphad',
    village: 'Ozar',
    pincode: '422303',
  };
  await person.client.call('PATCH /api/v1/address/update-address', { body: address });
  expect(await place()).toBe('Nashik, Maharashtra');
});

test('a district that is no longer known leaves its state', async () => {
  const person = await addPerson(app.url);
  await app.database.db
    .updateTable('users')
    .set({ state: 'Punjab', district: 'Nowhere' })
    .where('id', '=', person.account._id)
    .execute();
  expect((await person.client.call(overview)).data.location).toBe('Punjab');
});
