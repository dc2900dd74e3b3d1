import { readFileSync } from 'node:fs';
import { crops } from '@upaj/contract/catalogue';
import { searches } from '@upaj/contract/trade/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { insertCropPosts } from '#test/crop-posts.ts';

/** The database has one post of each crop. */
let app: TestApp;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  merchant = await addPerson(app.url, { userType: 'merchant' });
  const { account } = await addPerson(app.url);
  await insertCropPosts(
    app.database.db,
    account._id,
    crops.map(({ id, en }) => ({ title: en, crop: id })),
  );
});
afterAll(() => app.close());

/** How many searches the merchant may still make. The limit is per minute and user, so another merchant goes on. */
let left = 0;

async function list(q: string): Promise<string[]> {
  if (left === 0) merchant = await addPerson(app.url, { userType: 'merchant' });
  left = (left || searches.points) - 1;
  const { data } = await merchant.client.call('GET /api/v1/post/feed', { query: { q, limit: 1 } });
  return data.map(({ title }) => title);
}

const lines = readFileSync(new URL('../../platform/names/fixtures/queries.csv', import.meta.url), 'utf8');
const queries = lines
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .filter(([, , crop]) => crop)
  .map(([, q = '', crop = '']) => ({ q, crop }));
const sampled = queries.filter((_, index) => index % 5 === 0);

test('97 of 100 queries list the crop that is meant first', async () => {
  const names = new Map(crops.map(({ id, en }) => [id, en]));
  const misses: string[] = [];
  for (const { q, crop } of sampled) {
    const [first] = await list(q);
    if (first !== names.get(crop)) misses.push(`${q}: ${first}`);
  }
  expect(sampled.length).toBeGreaterThan(250);
  if (misses.length > sampled.length * 0.03) expect(misses).toEqual([]);
});

test('suggestions name the crop in the reader’s language', async () => {
  const suggest = async (q: string, lang: 'en' | 'hi') =>
    (await merchant.client.call('GET /api/v1/search', { query: { q, lang } })).data.crops[0];
  expect(await suggest('pya', 'hi')).toEqual({ id: 'onion', en: 'Onion', name: 'प्याज' });
  expect(await suggest('கோதுமை', 'en')).toEqual({ id: 'wheat', en: 'Wheat', name: 'Wheat' });
});

test.each(['asdfgh', 'qwerty zxcvb', '12345', '%%%', '()'])('nonsense finds nothing: %s', async (q) => {
  expect(await list(q)).toEqual([]);
});
