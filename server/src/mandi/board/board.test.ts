import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { rateRow } from '#test/market-rows.ts';
import { boardCache, type ReadSeries } from './board.ts';

let app: TestApp;
let farmer: Person;
beforeEach(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  await bring(2_400);
  return () => app.close();
});

const bring = (modalPrice: number) =>
  app.services.rates.ingest([rateRow({ modalPrice })], { isSample: false });

const query = { cropType: 'Wheat', state: 'Punjab', district: 'Ludhiana' };
const findPrice = async () =>
  (await farmer.client.call('GET /api/v1/market/price', { query })).data?.modalPrice;
const readings = () => app.database.queries.filter((text) => text.includes('"previousDate"')).length;

test('is read once on first use, also with concurrent requests', async () => {
  expect(readings()).toBe(0);
  expect(await Promise.all([findPrice(), findPrice(), findPrice()])).toEqual([2_400, 2_400, 2_400]);
  expect(readings()).toBe(1);
});

test('is read again when rates changed, and not when they did not', async () => {
  expect(await findPrice()).toBe(2_400);
  app.database.queries.length = 0;
  await bring(2_410);
  expect(await findPrice()).toBe(2_410);
  await bring(2_410);
  expect(await findPrice()).toBe(2_410);
  expect(readings()).toBe(1);
});

test('is read again when rates change during the read', async () => {
  const reads: ((found: ReadSeries) => void)[] = [];
  let replaced = 0;
  const cache = boardCache({
    read: () => new Promise((resolve) => void reads.push(resolve)),
    readVersion: () => Promise.resolve(1),
    log: { error() {} },
  });
  cache.replaced.listen(() => (replaced += 1));
  const first = cache.current();
  const refreshed = Promise.all([cache.refresh(), cache.refresh()]);
  reads[0]?.({ series: [], version: 1 });
  await expect.poll(() => reads.length).toBe(2);
  const series = { ...rateRow(), id: 1, change: 0, previousDate: null, isSample: false };
  reads[1]?.({ series: [series], version: 1 });
  await refreshed;
  expect((await first).markets.get('Punjab')).toEqual([{ market: 'Khanna', district: 'Ludhiana' }]);
  expect([reads.length, replaced]).toEqual([2, 1]);
});

describe('rates from another process that cannot notify', () => {
  let other: TestApp;
  beforeEach(async () => {
    other = await startTestApp({ db: app.database.db, ratesCheckedEvery: 50 });
    return () => other.close();
  });

  const there = () => farmer.client.at(other.url);
  const priceThere = async () => (await there().call('GET /api/v1/market/price', { query })).data?.modalPrice;
  const priceInFeed = async () =>
    (await there().call('GET /api/v1/post/feed')).data[0]?.marketPrice?.modalPrice;

  test('are on the board, and in cached feeds, after the next check', async () => {
    await addPost(farmer);
    expect([await priceInFeed(), await priceThere()]).toEqual([2_400, 2_400]);
    await bring(2_420);
    await expect.poll(priceInFeed).toBe(2_420);
    expect(await priceThere()).toBe(2_420);
  });

  test('are checked again after a failure', async () => {
    expect(await priceThere()).toBe(2_400);
    const { schema } = app.database.db;
    await schema.alterTable('rates_version').renameTo('away').execute();
    await other.services.market.catchUp();
    await schema.alterTable('away').renameTo('rates_version').execute();
    expect(other.logs.join('')).toContain('whether rates changed cannot be read');
    await bring(2_430);
    await expect.poll(priceThere).toBe(2_430);
  });
});

test('checking for changed rates is one query, and none before the board is needed', async () => {
  app.database.queries.length = 0;
  await app.services.market.catchUp();
  expect(app.database.queries.filter((text) => text.includes('rate'))).toEqual([]);
  await findPrice();
  app.database.queries.length = 0;
  await app.services.market.catchUp();
  expect(app.database.queries).toEqual([expect.stringContaining('rates_version')]);
});

test('does not change while reading fails, and logs it once', async () => {
  const before = await findPrice();
  await app.database.db.schema.alterTable('rate_series').renameTo('away').execute();
  await app.services.market.refresh();
  expect(await findPrice()).toBe(before);
  expect((await addPost(farmer)).marketPrice?.modalPrice).toBe(before);
  await app.database.db.schema.alterTable('away').renameTo('rate_series').execute();
  expect(app.logs.filter((line) => line.includes('new rates could not be read'))).toHaveLength(1);
  app.logs.length = 0;
  await app.database.db.deleteFrom('rate_series').execute();
  await bring(2_999);
  expect(await findPrice()).toBe(2_999);
});
