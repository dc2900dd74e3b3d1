import { limits } from '@upaj/contract/limits';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';
import { addWanted } from '#test/wanted.ts';

const app = appForTests();
const pins = 'PUT /api/v1/market/pins';

beforeAll(async () => {
  const goods = [
    { commodity: 'Wheat', crop: 'wheat' },
    { commodity: 'Onion', crop: 'onion' },
    { commodity: 'Tomato', crop: 'tomato' },
    { commodity: 'Bullar', crop: null },
  ];
  for (const day of [2, 1, 0])
    await app.services.rates.ingest(
      goods.map((one, index) =>
        rateRow({ ...one, arrivalDate: daysAgo(day), modalPrice: 2_000 + index - day }),
      ),
      { isSample: false },
    );
  const elsewhere = [
    { ...goods[0], district: 'Patiala', market: 'Nabha', modalPrice: 3_900 },
    { ...goods[0], market: 'Jagraon', modalPrice: 2_100 },
    { ...goods[0], market: 'Raikot', modalPrice: 3_000, arrivalDate: daysAgo(3) },
    { commodity: 'Potato', crop: 'potato', district: 'Patiala', market: 'Nabha' },
  ];
  await app.services.rates.ingest(elsewhere.map(rateRow), { isSample: false });
});

const own = async ({ client }: Person, location = 'Ludhiana, Punjab') => {
  const { data } = await client.call('GET /api/market/overview', { query: { location } });
  return data.own;
};
const namesOf = async (person: Person) =>
  (await own(person)).map(({ isPinned, rate }) => `${rate.commodity}${isPinned ? ' pinned' : ''}`);
const setPin = ({ client }: Person, commodity: string, isPinned = true) =>
  client.send(pins, { body: { commodity, isPinned } });

test('the crops of own posts, wanted posts and alerts are listed, and only for their user', async () => {
  const merchant = await addPerson(app.url, { userType: 'merchant' });
  const other = await addPerson(app.url);
  expect(await own(merchant)).toEqual([]);
  const alert = { commodity: 'Onion', type: 'above', targetPrice: 9_999, unit: 'quintal' };
  await merchant.client.call('POST /api/v1/alerts', { body: alert });
  await addPost(merchant, { cropType: 'Wheat' });
  await addWanted(merchant, { cropType: 'Tomato' });
  expect(await namesOf(merchant)).toEqual(['Tomato', 'Wheat', 'Onion']);
  expect(await own(other)).toEqual([]);
});

test('a pinned crop is first, by any of its names, and twice pinned is pinned once', async () => {
  const farmer = await addPerson(app.url);
  await addPost(farmer, { cropType: 'Wheat' });
  for (const name of ['प्याज', 'Onion', 'Bullar']) expect((await setPin(farmer, name)).status).toBe(200);
  expect(await namesOf(farmer)).toEqual(['Onion pinned', 'Bullar pinned', 'Wheat']);
  const other = await addPerson(app.url);
  await setPin(other, 'Onion', false);
  expect(await own(other)).toEqual([]);
  expect(await namesOf(farmer)).toContain('Onion pinned');
  await setPin(farmer, 'Wheat');
  await setPin(farmer, 'Onion', false);
  await setPin(farmer, 'Onion', false);
  expect(await namesOf(farmer)).toEqual(['Bullar pinned', 'Wheat pinned']);
  // Wheat stays in the list without its pin, because of the post.
  await setPin(farmer, 'wheat', false);
  expect(await namesOf(farmer)).toEqual(['Bullar pinned', 'Wheat']);
});

test('the rate is the highest of the latest day in the nearest area, with its latest prices', async () => {
  const farmer = await addPerson(app.url);
  for (const name of ['Wheat', 'Potato']) await setPin(farmer, name);
  const [wheat, potato] = await own(farmer);
  expect([wheat?.rate.market, potato?.rate.market]).toEqual(['Jagraon', 'Nabha']);
  const [inPatiala] = await own(farmer, 'Patiala, Punjab');
  expect(inPatiala?.rate.market).toBe('Nabha');
  const { data } = await farmer.client.call('GET /api/v1/market/rates', { query: { commodity: 'Onion' } });
  expect(data[0]?.recent).toEqual([1_999, 2_000, 2_001]);
});

test('what no mandi trades, and more than the limit, is refused', async () => {
  const farmer = await addPerson(app.url);
  expect(await setPin(farmer, 'Moon dust')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'commodity', key: 'commodityUnknown' }] },
  });
  await app.database.db
    .insertInto('pinned_crops')
    .values(
      Array.from({ length: limits.pins - 1 }, (_, index) => ({
        user_id: farmer.account._id,
        commodity: `${index}`,
      })),
    )
    .execute();
  for (const name of ['Wheat', 'Wheat']) expect((await setPin(farmer, name)).status).toBe(200);
  expect(await setPin(farmer, 'Onion')).toMatchObject({ status: 409, body: { code: 'TOO_MANY_PINS' } });
});
