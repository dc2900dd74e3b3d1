import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { insertMembers, type Member } from '#test/rows.ts';

const find = 'GET /api/v1/crops';

const app = appForTests();
let farmer: Member;
beforeAll(async () => {
  [farmer] = (await insertMembers(app.database.db, app.url, 1)) as [Member];
});

const namesOf = async (query: Record<string, string>) =>
  (await farmer.client.call(find, { query })).data.map(({ name }) => name);

test.each([
  ['kanda', 'Onion'],
  ['pyaj', 'Onion'],
  ['வெங்காயம்', 'Onion'],
  ['tamotar', 'Tomato'],
  ['eggpl', 'Brinjal'],
  ['ulipayi', 'Onion'],
])('%s finds %s first', async (q, name) => {
  expect((await namesOf({ q }))[0]).toBe(name);
});

test('names are in the language of the reader', async () => {
  const { data } = await farmer.client.call(find, { query: { q: 'kanda', lang: 'hi', limit: '1' } });
  expect(data).toEqual([
    {
      id: 'onion',
      en: 'Onion',
      hi: 'प्याज',
      name: 'प्याज',
      category: 'Vegetables',
      unit: 'per quintal',
    },
  ]);
});

test('at most as many as requested are found', async () => {
  expect(await namesOf({ q: 'ma', limit: '2' })).toHaveLength(2);
  expect((await namesOf({ q: 'ma' })).length).toBeGreaterThan(2);
});

test('without a text or with nonsense, none', async () => {
  for (const q of ['', 'xqzwv', 'Gurpreet', '%', "'; --"]) expect(await namesOf({ q })).toEqual([]);
});

test('no query is run', async () => {
  await namesOf({ q: 'kanda' });
  app.database.queries.length = 0;
  await namesOf({ q: 'pyaj' });
  expect(app.database.queries).toEqual([]);
});

test('long texts are refused', async () => {
  expect(await farmer.client.fail(find, { query: { q: 'x'.repeat(10_000) } })).toMatchObject({
    statusCode: 422,
    errors: [{ field: 'q' }],
  });
});
