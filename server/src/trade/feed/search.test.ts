import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';

const feed = 'GET /api/v1/post/feed';

let app: TestApp;
let merchant: Person;
const names = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  merchant = await addPerson(app.url, { userType: 'merchant' });
  const posts: [string, Record<string, string>][] = [
    ['urad', { title: 'उ\u095Cद दाल', cropType: 'उ\u0921\u093Cद', category: 'Pulses', tags: 'desi' }],
    ['rice', { title: 'Paddy', cropType: 'Rice', variety: 'Pusa Basmati', tags: 'long-grain,new' }],
    ['own', { title: 'Grandmother\'s "best" 50%_off\\', cropType: 'Dragon Fruit', category: 'Fruits' }],
    ['quintal', { cropType: 'Maize', price: '20000', priceUnit: 'per quintal' }],
    ['quintalOver', { cropType: 'Maize', price: '20001', priceUnit: 'per quintal' }],
    ['quintalZero', { cropType: 'Maize', price: '0', priceUnit: 'per quintal' }],
    ['box', { cropType: 'Apple', category: 'Fruits', price: '50.01', priceUnit: 'per box' }],
    ['litre', { cropType: 'Cow Milk', category: 'Dairy', price: '49.99', priceUnit: 'per liter' }],
  ];
  for (const [name, changes] of posts) names.set((await addPost(merchant, changes))._id, name);
});
afterAll(() => app.close());

async function find(query: Record<string, string>): Promise<string[]> {
  const { data } = await merchant.client.call(feed, { query });
  return data.map(({ _id }) => names.get(_id) ?? _id).sort();
}

test.each([
  ['in either spelling of a letter with a nukta', 'उ\u095Cद', ['urad']],
  ['and the other', 'उ\u0921\u093Cद', ['urad']],
  ['by the English name of a crop that was named in Hindi', 'URAD', ['urad']],
  ['by the Hindi name of a crop that was named in English', 'चावल', ['rice']],
  ['by variety', 'basmati', ['rice']],
  ['by a tag', 'long-grain', ['rice']],
  ['by several words in any order and case', 'NEW basmati PADDY', ['rice']],
  ['by every word, not by any', 'basmati dragon', []],
  ['by part of a word', 'rago', ['own']],
  ['by village, city, district and state', 'bahomajra khanna ludhiana punjab dragon', ['own']],
  ['with quotes', `grandmother's "best"`, ['own']],
  ['with % as itself', '50%', ['own']],
  ['with _ as itself', '%_off', ['own']],
  ['with \\ as itself', 'off\\', ['own']],
  ['nothing by a pattern', 'd%n', []],
  ['nothing by one letter for any other', 'drag_n', []],
])('searching finds %s', async (_, q, expected) => {
  expect(await find({ q })).toEqual(expected);
});

test.each([
  ['DRAGON FRUIT', ['own']],
  [' dragon fruit ', ['own']],
  ['उड़द', ['urad']],
  ['urad', ['urad']],
  ['Dragon', []],
])('the crop %j is one crop in any language and case', async (cropType, expected) => {
  expect(await find({ cropType })).toEqual(expected);
});

test.each([
  ['0-50', ['litre', 'own', 'quintalZero', 'rice', 'urad']],
  ['50-100', ['box']],
  ['100-200', ['quintal']],
  ['200+', ['quintal', 'quintalOver']],
])('the price range %s includes both ends', async (priceRange, expected) => {
  expect(await find({ priceRange })).toEqual(expected);
});

test('the sort by price compares kilograms with kilograms', async () => {
  const { data } = await merchant.client.call(feed, { query: { sort: 'price-high', limit: 3 } });
  expect(data.map(({ _id, pricePerKg }) => [names.get(_id), pricePerKg])).toEqual([
    ['quintalOver', 200.01],
    ['quintal', 200],
    ['box', null],
  ]);
});
