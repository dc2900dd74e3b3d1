import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { rateRow } from '#test/market-rows.ts';

let app: TestApp;
let farmer: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  await app.services.rates.ingest([rateRow({ modalPrice: 2_400 })], { isSample: false });
});
afterAll(() => app.close());

const query = { cropType: 'Wheat', state: 'Punjab', district: 'Ludhiana' };
const findPrice = async () =>
  (await farmer.client.call('GET /api/v1/market/price', { query })).data?.modalPrice;
const readings = () => app.database.queries.filter((text) => text.includes('"previousDay"')).length;

test('is read once, when it is needed first, however many ask at once', async () => {
  expect(readings()).toBe(0);
  expect(await Promise.all([findPrice(), findPrice(), findPrice()])).toEqual([2_400, 2_400, 2_400]);
  expect(readings()).toBe(1);
});

test('is read again when rates changed, and not when they did not', async () => {
  app.database.queries.length = 0;
  await app.services.rates.ingest([rateRow({ modalPrice: 2_410 })], { isSample: false });
  expect(await findPrice()).toBe(2_410);
  await app.services.rates.ingest([rateRow({ modalPrice: 2_410 })], { isSample: false });
  expect(await findPrice()).toBe(2_410);
  expect(readings()).toBe(1);
});

test('tells of every change, even of those that come while it is read', async () => {
  app.database.queries.length = 0;
  const ingested = [11, 12, 13, 14].map((price) =>
    app.services.rates.ingest([rateRow({ modalPrice: 2_400 + price, market: `Mandi ${price}` })], {
      isSample: false,
    }),
  );
  await Promise.all(ingested);
  const { data } = await farmer.client.call('GET /api/v1/market/markets', { query: { state: 'Punjab' } });
  expect(data.map(({ market }) => market)).toEqual([
    'Khanna',
    'Mandi 11',
    'Mandi 12',
    'Mandi 13',
    'Mandi 14',
  ]);
});

test('stays as it was while it cannot be read, and says so once', async () => {
  const before = await findPrice();
  await app.database.db.schema.alterTable('rate_series').renameTo('away').execute();
  await app.services.market.refresh();
  expect(await findPrice()).toBe(before);
  expect((await addPost(farmer)).marketPrice?.modalPrice).toBe(before);
  await app.database.db.schema.alterTable('away').renameTo('rate_series').execute();
  expect(app.logs.filter((line) => line.includes('new rates could not be read'))).toHaveLength(1);
  app.logs.length = 0;
  await app.database.db.deleteFrom('rate_series').execute();
  await app.services.rates.ingest([rateRow({ modalPrice: 2_999 })], { isSample: false });
  expect(await findPrice()).toBe(2_999);
});
