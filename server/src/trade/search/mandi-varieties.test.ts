import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insertCropPosts } from '#test/crop-posts.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { rateRow } from '#test/market-rows.ts';
import { addWanted } from '#test/wanted.ts';

const feed = 'GET /api/v1/post/feed';

let app: TestApp;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  const farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  await insertCropPosts(app.database.db, farmer.account._id, [
    { title: 'Kapas', crop: 'cotton' },
    { title: 'Bunny kapas', crop: 'cotton', place: ['Telangana', 'Warangal'] },
    { title: 'Bunny toys', crop: 'plastic-crate' },
    { title: 'Quillsona dhan', crop: 'paddy' },
    { title: 'Quillsona chawal', crop: 'rice' },
    { title: 'Quilljoy gehun', crop: 'wheat' },
    { title: 'Quilljoy pyaz', crop: 'onion' },
  ]);
  await addWanted(merchant, { cropType: 'Cotton', note: 'bunny' });
  await app.services.rates.ingest(
    [
      rateRow({ commodity: 'Cotton', crop: 'cotton', variety: 'Bunny' }),
      rateRow({ commodity: 'Cotton', crop: 'cotton', variety: 'ABX 77' }),
      rateRow({ commodity: 'Paddy(Common)', crop: 'paddy', variety: 'Quillsona Sub 1', market: 'Jagraon' }),
      rateRow({ commodity: 'Paddy(Common)', crop: 'paddy', variety: 'QUILLSONA' }),
      rateRow({ commodity: 'Paddy(Common)', crop: 'paddy', variety: 'Quillsona', market: 'Jagraon' }),
      rateRow({ commodity: 'Rice', crop: 'rice', variety: 'Quillsona' }),
      rateRow({ commodity: 'Wheat', crop: 'wheat', variety: 'Quilljoy' }),
      rateRow({ commodity: 'Onion', crop: 'onion', variety: 'Quilljoy' }),
      rateRow({ commodity: 'Onion', crop: 'onion', variety: 'Red' }),
      rateRow({ commodity: 'Garlic', crop: 'garlic', variety: 'Jyoti' }),
      rateRow({ commodity: 'Garlic', crop: 'garlic', variety: '1121' }),
      rateRow({ commodity: 'Garlic', crop: 'garlic', variety: 'Potato' }),
      rateRow({ commodity: 'Cucumbar(Kheera)', crop: 'cucumber', variety: 'Xi' }),
      rateRow({ commodity: 'Patti Calcutta', crop: null, variety: 'Gladiator' }),
    ],
    { isSample: false },
  );
});
afterAll(() => app.close());

const find = (q: string) => merchant.client.call(feed, { query: { q } });
const cropsOf = async (q: string) =>
  (await find(q)).page.understood?.crops.map(({ crop, others }) => [crop, ...others].map(({ id }) => id));

test.each([
  ['bunny', [['cotton']]],
  ['Bunny ka bhav', [['cotton']]],
  ['bunny warangal', [['cotton']]],
  ['abx 77', [['cotton']]],
  ['abx-77', [['cotton']]],
  // A variety of crops of one category means all of them, the one with most rates first.
  ['quillsona', [['paddy', 'rice']]],
  ['quillsona sub 1', [['paddy']]],
  // A variety of crops in several categories says nothing.
  ['quilljoy', []],
  // Common words, names of people, numbers and names of other crops do not count as varieties.
  ['red', []],
  ['jyoti', []],
  ['1121', []],
  ['xi', []],
  ['potato', [['potato']]],
  ['gladiator', []],
  // When the search names a crop, the variety does not count.
  ['bunny pyaz', [['onion']]],
])('%s', async (q, crops) => {
  expect(await cropsOf(q)).toEqual(crops);
});

test('posts of the variety come first, and then others with its name', async () => {
  const titles = async (q: string) => (await find(q)).data.map(({ title }) => title);
  expect(await titles('bunny')).toEqual(['Bunny kapas', 'Bunny toys']);
  expect(await titles('bunny warangal')).toEqual(['Bunny kapas']);
  // No post has this variety, so posts of its crop are listed.
  expect((await find('abx 77')).page.understood?.ignored).toEqual(['abx', '77']);
  expect(await titles('abx 77')).toEqual(['Bunny kapas', 'Kapas']);
});

test('wanted posts, saved searches and suggestions know them too', async () => {
  const wanted = await merchant.client.call('GET /api/v1/wanted', { query: { q: 'bunny' } });
  expect(wanted.data).toHaveLength(1);
  const { data } = await merchant.client.call('GET /api/v1/search', { query: { q: 'bunny' } });
  expect(data.crops.map(({ id }) => id)).toContain('cotton');
  await merchant.client.call('POST /api/v1/saved-searches', { body: { q: 'bunny' } });
  const saved = await app.database.db.selectFrom('saved_searches').select('filter').executeTakeFirstOrThrow();
  expect(saved.filter).toMatchObject({ cropKeys: ['cotton'], words: ['bunny'] });
});

test('words looked for as written are no variety', async () => {
  const { page } = await merchant.client.call(feed, { query: { q: 'bunny', verbatim: 'true' } });
  expect(page.understood?.crops).toEqual([]);
});
