import type { FeedQuery } from '@upaj/contract/trade/feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertCropPosts, type CropPost } from '#test/crop-posts.ts';
import { expectQueries } from '#test/queries.ts';

const feed = 'GET /api/v1/post/feed';

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url, { fullName: 'Harjinder Dhillon' });
  merchant = await addPerson(app.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
});
afterAll(() => app.close());

const add = (posts: readonly CropPost[], { account } = farmer) =>
  insertCropPosts(app.database.db, account._id, posts);

const find = async (query: Partial<FeedQuery>, by = merchant) => by.client.call(feed, { query });

async function list(query: Partial<FeedQuery>, by = merchant): Promise<string[]> {
  return (await find(query, by)).data.map(({ title }) => title);
}

describe('a search', () => {
  const rows: CropPost[] = [
    { title: 'Wheat of Punjab', crop: 'wheat' },
    { title: 'Wheat of Haryana', crop: 'wheat', place: ['Haryana', 'Karnal'] },
    { title: 'Onion, sold out', crop: 'onion', isAvailable: false },
    { title: 'Onion of Nashik', crop: 'onion', place: ['Maharashtra', 'Nashik'] },
    { title: 'Onion crates', crop: 'plastic-crate' },
    { title: 'Onion sacks', crop: 'jute-sack', isAvailable: false },
    { title: 'Sharbati', crop: 'wheat', place: ['Madhya Pradesh', 'Sehore'] },
    { title: 'Lentils of Aurangabad', crop: 'masoor', place: ['Bihar', 'Aurangabad'] },
  ];
  beforeAll(() => add(rows));
  afterAll(() => app.database.db.deleteFrom('posts').execute());

  test.each([
    ['gehu punjab', ['Wheat of Punjab']],
    ['ਪੰਜਾਬ ਵਿੱਚ ਕਣਕ', ['Wheat of Punjab']],
    ['wheat', ['Sharbati', 'Wheat of Haryana', 'Wheat of Punjab']],
    ['हरियाणा', ['Wheat of Haryana']],
    ['gehu punjab haryana', ['Wheat of Haryana', 'Wheat of Punjab']],
    ['nashik pyaz', ['Onion of Nashik']],
    ['pyaz gehu nashik', ['Onion of Nashik']],
    ['aurangabad bihar', ['Lentils of Aurangabad']],
    ['lentils wheat haryana bihar', ['Lentils of Aurangabad', 'Wheat of Haryana']],
  ])('%s', async (q, expected) => {
    expect(await list({ q })).toEqual(expected);
  });

  test('lists the crop first, then other posts with its words, and sold-out ones last, on pages of any size', async () => {
    const expected = ['Onion of Nashik', 'Onion crates', 'Onion, sold out', 'Onion sacks'];
    for (const limit of [1, 2, 3, 4, 20]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, page } = await find({ q: 'onion', limit, cursor });
        seen.push(...data.map(({ title }) => title));
        expect(page).toMatchObject({ total: 4, available: 2 });
        cursor = page.nextCursor ?? undefined;
      } while (cursor && seen.length < 9);
      expect(seen, `${limit}`).toEqual(expected);
    }
  });

  test.each([
    ['onion kerala', ['kerala']],
    ['pyaz xyzzy nashik', ['xyzzy', 'nashik']],
  ])('lists the crop alone when nothing matches all of %s', async (q, ignored) => {
    const first = await find({ q, limit: 1 });
    expect(first.page).toMatchObject({
      total: 2,
      understood: { crops: [{ crop: { id: 'onion' } }], ignored },
    });
    const { data } = await find({ q, limit: 1, cursor: first.page.nextCursor ?? '' });
    expect([...first.data, ...data].map(({ title }) => title)).toEqual([
      'Onion of Nashik',
      'Onion, sold out',
    ]);
  });

  test('shows what was understood', async () => {
    const { page } = await find({ q: 'Gehu ka bhav Madhya Pradesh sharbati' });
    expect(page.understood).toMatchObject({
      crops: [{ crop: { id: 'wheat', en: 'Wheat' }, isSure: true }],
      places: [{ place: { state: 'Madhya Pradesh', district: null }, isSure: true }],
      people: [],
      words: ['sharbati'],
    });
    expect((await find({})).page.understood).toBeUndefined();
  });

  test('guesses what is meant when nothing is found', async () => {
    const guesses = async (q: string) => (await find({ q, verbatim: 'true' })).page.understood?.guesses;
    expect((await guesses('tamattarr'))?.crops[0]).toEqual({ id: 'tomato', en: 'Tomato' });
    expect(await guesses('xyzzyx')).toEqual({ crops: [], places: [] });
  });

  test('verbatim looks for the words', async () => {
    const { data, page } = await find({ q: 'onion', verbatim: 'true' });
    expect(data).toHaveLength(4);
    expect(page.understood).toMatchObject({ crops: [], places: [], words: ['onion'] });
    expect(await list({ q: 'pyaz', verbatim: 'true' })).toEqual([]);
  });

  test('other posts with the words do not follow within a crop that was chosen', async () => {
    expect(await list({ q: 'onion', cropType: 'Onion' })).toEqual(['Onion of Nashik', 'Onion, sold out']);
  });

  test.each(['!!!', '%%% ---', '🌾'])('signs find nothing, without a query: %s', async (q) => {
    await find({});
    app.database.queries.length = 0;
    expect(await list({ q })).toEqual([]);
    expect(app.database.queries).toEqual([]);
  });

  test('a filter decides against a word', async () => {
    expect((await find({ q: 'wheat punjab', state: 'Haryana' })).page.understood).toMatchObject({
      places: [],
      ignored: ['punjab'],
    });
    expect(await list({ q: 'wheat', state: 'Haryana' })).toEqual(['Wheat of Haryana']);
    expect(await list({ q: 'onion', cropType: 'Plastic Crate' })).toEqual(['Onion crates']);
  });

  test('a new post of the crop is on the cached page', async () => {
    expect(await list({ q: 'kanda' })).not.toContain('Red onion');
    await addPost(farmer, { title: 'Red onion', cropType: 'Onion', category: 'Vegetables' });
    expect(await list({ q: 'kanda' })).toContain('Red onion');
  });
});

describe('classes of goods and varieties', () => {
  beforeAll(() =>
    add([
      { title: 'Masoor of Indore', crop: 'masoor', place: ['Madhya Pradesh', 'Indore'] },
      { title: 'Arhar', crop: 'tur' },
      { title: 'Anar', crop: 'pomegranate' },
      { title: 'Ponni', crop: 'rice' },
      { title: 'Sona Masoori', crop: 'rice' },
      { title: 'Cow milk', crop: 'cow-milk' },
      { title: 'Murrah', crop: 'buffalo', place: ['Haryana', 'Hisar'] },
    ]),
  );
  afterAll(() => app.database.db.deleteFrom('posts').execute());

  test.each([
    ['dal', ['Arhar', 'Masoor of Indore']],
    ['दाल का भाव', ['Arhar', 'Masoor of Indore']],
    ['daal indore', ['Masoor of Indore']],
    ['masoor ki dal', ['Masoor of Indore']],
    ['dal fal', ['Anar', 'Arhar', 'Masoor of Indore']],
    ['dal chawal', ['Sona Masoori', 'Ponni', 'Arhar', 'Masoor of Indore']],
    ['sona masoori', ['Sona Masoori']],
    ['rice ponni', ['Ponni']],
    ['ponni chawal', ['Ponni']],
    ['kolam chawal', ['Sona Masoori', 'Ponni']],
    ['bhains', ['Murrah']],
    ['murrah bhains', ['Murrah']],
    ['doodh products', ['Murrah', 'Cow milk']],
  ])('%s', async (q, expected) => {
    expect((await list({ q })).toSorted()).toEqual(expected.toSorted());
  });

  test('a class is shown as its category', async () => {
    const { page } = await find({ q: 'sabzi daal indore' });
    expect(page.understood).toMatchObject({
      crops: [],
      categories: [
        { category: 'Vegetables', words: 'sabzi', isSure: true },
        { category: 'Pulses', words: 'daal', isSure: true },
      ],
      places: [{ place: { state: 'Madhya Pradesh', district: 'Indore' } }],
      words: [],
    });
  });

  test('a class and a variety without posts list their goods, and the words that were left out', async () => {
    const kolam = await find({ q: 'kolam rice' });
    expect(kolam.page.understood).toMatchObject({
      crops: [{ crop: { id: 'rice' } }],
      ignored: ['kolam'],
    });
    const dal = await find({ q: 'dal xyzzy' });
    expect(dal.page.understood).toMatchObject({ categories: [{ category: 'Pulses' }], ignored: ['xyzzy'] });
    expect(dal.data.map(({ title }) => title)).toEqual(['Arhar', 'Masoor of Indore']);
  });

  test('a category that was chosen decides against a class', async () => {
    expect(await list({ q: 'dal', category: 'Pulses' })).toEqual(['Arhar', 'Masoor of Indore']);
    expect(await list({ q: 'dal', category: 'Fruits' })).toEqual([]);
  });

  test('suggestions for a class are its crops', async () => {
    const { data } = await merchant.client.call('GET /api/v1/search', { query: { q: 'dal' } });
    const ids = data.crops.map(({ id }) => id);
    expect(ids).toContain('tur');
    expect(ids).not.toContain('pomegranate');
    expect(data.posts.map(({ title }) => title)).toEqual(['Arhar', 'Masoor of Indore']);
  });
});

describe('people', () => {
  beforeAll(async () => {
    await add([
      { title: 'Wheat of Dhillon', crop: 'wheat' },
      { title: 'Maize of Dhillon', crop: 'maize' },
    ]);
    await add([{ title: 'Wheat of another', crop: 'wheat' }], merchant);
  });
  afterAll(() => app.database.db.deleteFrom('posts').execute());

  test.each([
    ['dhillon', ['Maize of Dhillon', 'Wheat of Dhillon']],
    ['HARJINDER gehu', ['Wheat of Dhillon']],
    ['harjinder dhillon', ['Maize of Dhillon', 'Wheat of Dhillon']],
  ])('%s lists posts of the person when no post has the words', async (q, expected) => {
    await app.database.db.updateTable('posts').set({ search_text: 'wheat\npunjab' }).execute();
    const { data, page } = await find({ q });
    expect(data.map(({ title }) => title)).toEqual(expected);
    expect(page.understood?.people).toEqual([
      { username: farmer.account.username, fullName: 'Harjinder Dhillon' },
    ]);
  });

  test('on pages', async () => {
    const first = await find({ q: 'dhillon', limit: 1 });
    expect(first.page).toMatchObject({ total: 2, nextCursor: expect.any(String) });
    const second = await find({ q: 'dhillon', limit: 1, cursor: first.page.nextCursor ?? '' });
    expect(second.data.map(({ title }) => title)).toEqual(['Wheat of Dhillon']);
    expect(second.page.nextCursor).toBeNull();
  });

  test('a block hides people and their posts from each other', async () => {
    const other = await addPerson(app.url, { fullName: 'Blocked Person' });
    const suggested = async (by: Person, q: string) =>
      (await by.client.call('GET /api/v1/search', { query: { q } })).data;
    expect(await suggested(other, 'dhillon')).toMatchObject({
      people: [{ username: farmer.account.username, fullName: 'Harjinder Dhillon' }],
    });
    expect((await suggested(other, 'maize')).posts).toHaveLength(1);
    const block = { blocker_id: farmer.account._id, blocked_id: other.account._id };
    await app.database.db.insertInto('blocks').values(block).execute();
    expect(await suggested(other, 'dhillon')).toMatchObject({ people: [] });
    expect((await suggested(other, 'maize')).posts).toEqual([]);
    expect((await suggested(farmer, 'blocked')).people).toEqual([]);
    expect(await list({ q: 'dhillon' }, other)).toEqual([]);
  });

  test('suggestions take two queries and need a log-in', async () => {
    await expectQueries(app.database, 2, async () => {
      const { data } = await merchant.client.call('GET /api/v1/search', { query: { q: 'maize punjab' } });
      expect(data).toMatchObject({ crops: [{ id: 'maize' }], places: [{ state: 'Punjab', district: null }] });
    });
    expect(await new TestClient(app.url).fail('GET /api/v1/search', { query: { q: 'maize' } })).toMatchObject(
      {
        code: 'NOT_LOGGED_IN',
      },
    );
  });
});

describe('hostile input', () => {
  const texts = {
    'a long text': 'ग'.repeat(10_000),
    'a long word': 'a'.repeat(10_000),
    'U+0000': 'pyaz\0',
    'direction marks': '\u202Epyaz\u202C \u2066punjab',
    operators: `' or 1=1 -- & | ! <-> :* \\ %_`,
    quotes: `"pyaz" 'gehu' «punjab»`,
    percent: '%25%00%',
    'a lone surrogate': 'pyaz \uD83C',
    'combining marks': `a${'\u0301'.repeat(90)}`,
    'many words': 'a '.repeat(50),
    symbols: '🌾🌾 ₹ ©',
  };
  test.each(Object.entries(texts))('%s is answered with 2xx or 4xx', async (_, q) => {
    for (const path of ['/api/v1/search', '/api/v1/post/feed', '/api/v1/people']) {
      const { status } = await merchant.client.fetch(`${path}?q=${encodeURIComponent(q.toWellFormed())}`);
      expect([path, Math.floor(status / 100)]).toBeOneOf([
        [path, 2],
        [path, 4],
      ]);
    }
  });
});
