import type { FeedQuery } from '@upaj/contract/trade/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insertCropPosts } from '#test/crop-posts.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { addWanted } from '#test/wanted.ts';

let app: TestApp;
let farmer: Person;
let merchant: Person;
const titles = [
  'Hotel furniture',
  'Sarson ka tel',
  'Fertiliser bag',
  'Til, white',
  'Rice of Bhandara',
  'Desi anda',
  'Land near Falna',
  'Taaza fal',
  'Onion seeds',
  'Seedless grapes',
  'होटल का सामान',
  'सरसों का तेल (शुद्ध)',
  'असफल फसल',
  'ताज़ा फल।',
  'बादाम',
  'पके आमों की पेटी',
];
const shown: Readonly<Record<string, readonly string[]>> = {
  tel: ['Sarson ka tel'],
  TEL: ['Sarson ka tel'],
  til: ['Til, white'],
  anda: ['Desi anda'],
  fal: ['Taaza fal'],
  seed: ['Onion seeds'],
  'onion seed': ['Onion seeds'],
  तेल: ['सरसों का तेल (शुद्ध)'],
  फल: ['ताज़ा फल।'],
  आम: ['पके आमों की पेटी'],
  'ka tel': ['Sarson ka tel'],
  // Words that are no name of goods are found within other words.
  otel: ['Hotel furniture'],
  tili: ['Fertiliser bag'],
  onio: ['Onion seeds'],
};

beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  await insertCropPosts(
    app.database.db,
    farmer.account._id,
    titles.map((title) => ({ title, crop: 'tractor' })),
  );
  for (const note of ['hotel', 'tel', 'पके फल।'])
    await addWanted(merchant, { cropType: 'Dragon fruit', note });
});
afterAll(() => app.close());

const titlesOf = async (path: 'GET /api/v1/post/feed' | 'GET /api/v1/post/current-posts', q: string) => {
  const query: Partial<FeedQuery> = { q, verbatim: 'true' };
  return (await farmer.client.call(path, { query })).data.map(({ title }) => title).toSorted();
};

test.each(Object.entries(shown))('%s', async (q, expected) => {
  expect(await titlesOf('GET /api/v1/post/feed', q), 'found by words').toEqual(expected);
  expect(await titlesOf('GET /api/v1/post/current-posts', q), 'scanned').toEqual(expected);
});

test('of wanted posts too', async () => {
  const notes = async (q: string) =>
    (await farmer.client.call('GET /api/v1/wanted', { query: { q } })).data.map(({ note }) => note);
  expect(await notes('tel')).toEqual(['tel']);
  expect(await notes('otel')).toEqual(['hotel']);
  expect(await notes('xyz फल')).toEqual([]);
  expect(await notes('पके')).toEqual(['पके फल।']);
});

test('a saved search finds the same new posts', async () => {
  const buyer = await addPerson(app.url, { userType: 'merchant' });
  await buyer.client.call('POST /api/v1/saved-searches', { body: { q: 'tel' } });
  const add = (title: string) =>
    addPost(farmer, { title, cropType: 'Wheat', variety: '', tags: '', description: 'As good as new' });
  const counts = async () => {
    await app.services.outbox.deliver();
    return (await buyer.client.call('GET /api/v1/notifications')).data.map(({ data }) => data);
  };
  await add('Hotel food');
  expect(await counts()).toEqual([]);
  await add('Shuddh tel');
  expect(await counts()).toMatchObject([{ count: 1 }]);
});
