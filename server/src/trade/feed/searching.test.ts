import { sorts, type FeedQuery, type Sort } from '@upaj/contract/trade/feed';
import type { Post } from '@upaj/contract/trade/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, postFields, toForm, type Person } from '#test/factories.ts';
import { findIndexes, leaveHalfIndex } from '#test/indexes.ts';
import { insertPosts } from '#test/rows.ts';
import { searchStore } from '#src/trade/search/store.ts';

const feed = 'GET /api/v1/post/feed';
const running = new AbortController().signal;

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp({ feed: { hasPageCache: false } });
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

async function readAll(query: Partial<FeedQuery>): Promise<{ posts: Post[]; total: number | string }> {
  const posts: Post[] = [];
  let cursor: string | undefined;
  do {
    const response = await merchant.client.call(feed, {
      query: { ...query, limit: query.sort ? 7 : 3, ...(cursor && { cursor }) },
    });
    posts.push(...response.data);
    cursor = response.page.nextCursor ?? undefined;
    if (!cursor) return { posts, total: response.page.total };
  } while (posts.length < 2_000);
  throw new Error('The list does not end');
}

describe('a search finds the same posts as a scan', () => {
  const titles = [
    'red onion',
    'onions fresh',
    'onion-seed',
    'red chilli',
    'बीज प्याज',
    'प्याज़ लाल',
    'shallots',
  ];
  const districts: Record<string, string> = { Punjab: 'Ludhiana', Goa: 'North Goa', Kerala: 'Kollam' };
  const states = Object.keys(districts);
  const oddWords = (index: number) => [1, 2, 3, 4, 5].map((count) => `odd${index}no${count}`).join(' ');
  interface Row {
    id: string;
    title: string;
    state: string;
    price: number;
    likes: number;
    isOrganic: boolean;
    isHidden: boolean;
  }
  let rows: Row[];

  beforeAll(async () => {
    const made = Array.from({ length: 140 }, (_, index) => ({
      title: `${titles[(index * 5) % 7]} ${index % 3 ? 'lot' : oddWords(index)}`,
      state: states[(index * 7) % 3] as string,
      price: 10 + ((index * 13) % 9),
      likes: (index * 3) % 4,
      isOrganic: index % 4 === 0,
      isHidden: index % 20 === 3,
    }));
    const ids = await insertPosts(app.database.db, farmer.account._id, made.length, (index) => {
      const { title, state, price, likes, isOrganic, isHidden } = made[index] as (typeof made)[number];
      return {
        price,
        state,
        district: districts[state] as string,
        search_text: `${title} ${state.toLowerCase()}`,
        likes,
        is_organic: isOrganic,
        is_hidden_by_moderation: isHidden,
      };
    });
    rows = made.map((row, index) => ({ id: ids[index] as string, ...row }));
  });

  const compare: Record<Sort, (a: Row, b: Row) => number> = {
    latest: (a, b) => (a.id < b.id ? 1 : -1),
    nearest: (a, b) => states.indexOf(a.state) - states.indexOf(b.state) || (a.id < b.id ? 1 : -1),
    'price-low': (a, b) => a.price - b.price || (a.id < b.id ? -1 : 1),
    'price-high': (a, b) => b.price - a.price || (a.id < b.id ? 1 : -1),
    popular: (a, b) => b.likes - a.likes || (a.id < b.id ? 1 : -1),
  };

  function lookThrough({
    q = '',
    state,
    organic,
    priceRange,
    sort = 'latest',
  }: Partial<FeedQuery>): string[] {
    const [from, to] = priceRange === '0-50' ? [0, 50] : priceRange ? [Infinity, Infinity] : [0, Infinity];
    return rows
      .filter((row) => !row.isHidden && (!state || row.state === state) && (!organic || row.isOrganic))
      .filter(({ price }) => price >= from && price <= to)
      .filter(({ title, state: place }) => {
        const text = `${title} ${place.toLowerCase()}`;
        return q.split(' ').every((word) => text.includes(word));
      })
      .sort(compare[sort])
      .map(({ id }) => id);
  }

  const searches: Partial<FeedQuery>[] = [
    { q: 'onion' },
    { q: 'प्याज' },
    { q: 'nion red' },
    { q: 'shallots goa' },
    { q: 'odd' },
    { q: 'o' },
    { q: 'odd onion' },
    { q: 'onion onion' },
    { q: 'onion', state: 'Kerala', organic: 'true' },
    { q: 'red', priceRange: '0-50' },
    { q: 'red', priceRange: '200+' },
    { q: 'onion nowhere' },
    { q: 'nion-s' },
  ];

  test.each(searches.flatMap((query) => sorts.map((sort) => ({ ...query, sort }))))('%j', async (query) => {
    const expected = lookThrough(query);
    const { posts, total } = await readAll({ ...query, verbatim: 'true', near: 'Ludhiana' });
    expect(posts.map(({ _id }) => _id)).toEqual(expected);
    expect(total).toBe(expected.length);
  });
});

test('a frequent word is scanned within a filter', async () => {
  const ids = await insertPosts(app.database.db, farmer.account._id, 5_060, (index) => ({
    search_text: index % 40 ? 'ubiquitous' : 'ubiquitous rarity',
    state: index % 2 ? 'Assam' : 'Bihar',
    price: 6_000 - index,
  }));
  const rare = ids.filter((_, index) => index % 40 === 0).toReversed();
  const firstOf = async (query: Partial<FeedQuery>) => {
    const { data, page } = await merchant.client.call(feed, { query });
    return { ids: data.map(({ _id }) => _id), total: page.total };
  };
  const last = ids.filter((_, index) => index % 2 === 0).slice(-20);
  const expected = { ids: last.toReversed(), total: 2_530 };
  expect(await firstOf({ q: 'ubiquitous', state: 'Bihar', sort: 'price-low' })).toEqual(expected);
  expect(await firstOf({ q: 'ubiquitous', state: 'Bihar' })).toEqual(expected);
  expect(await firstOf({ q: 'ubiquitous rarity', state: 'Bihar' })).toEqual({
    ids: rare.slice(0, 20),
    total: rare.length,
  });
});

describe('words follow their post', () => {
  const find = async (query: Partial<FeedQuery>) => (await readAll(query)).posts.map(({ _id }) => _id);
  let post: Post;
  beforeEach(async () => {
    post = await addPost(farmer, { title: 'Quillwort Brasswort', price: '40' });
  });

  test('when it is edited', async () => {
    const form = toForm(postFields({ title: 'Saffron Brasswort' }));
    await farmer.client.call('PATCH /api/v1/post/:postId', { params: { postId: post._id }, form });
    expect(await find({ q: 'saffron' })).toEqual([post._id]);
    expect(await find({ q: 'quillwort' })).not.toContain(post._id);
    expect(await find({ q: 'brasswort' })).toContain(post._id);
  });

  test('when its price changes and when it is liked: a short page begins with the right one', async () => {
    const first = async (sort: Sort) => {
      const { data } = await merchant.client.call(feed, { query: { q: 'bergamot', sort, limit: 1 } });
      return data[0]?._id;
    };
    const [oldest, , newest] = [
      await addPost(farmer, { title: 'Bergamot', price: '50' }),
      await addPost(farmer, { title: 'Bergamot', price: '51' }),
      await addPost(farmer, { title: 'Bergamot', price: '52' }),
    ];
    const params = { postId: newest._id };
    const form = toForm(postFields({ title: 'Bergamot', price: '4500', priceUnit: 'per quintal' }));
    expect(await first('price-low')).toBe(oldest._id);
    await farmer.client.call('PATCH /api/v1/post/:postId', { params, form });
    expect(await first('price-low')).toBe(newest._id);
    const liked = { params: { postId: oldest._id } };
    expect(await first('popular')).toBe(newest._id);
    await merchant.client.call('POST /api/v1/like/like/:postId', liked);
    await app.services.outbox.deliver();
    await app.services.popularity.refresh();
    expect(await first('popular')).toBe(oldest._id);
    await merchant.client.call('DELETE /api/v1/like/unlike/:postId', liked);
    await app.services.outbox.deliver();
    await app.services.popularity.refresh();
    expect(await first('popular')).toBe(newest._id);
  });

  test('a search without a sort lists first the posts with the word in title, crop or variety', async () => {
    const ids: string[] = [];
    for (const [field, text] of [
      ['title', 'Cardamom'],
      ['variety', 'Cardamoms'],
      ['tags', 'cardamom'],
      ['village', 'Cardamom'],
    ] as const)
      ids.push((await addPost(farmer, { title: 'Pods', [field]: text }))._id);
    const [title, variety, tag, village] = ids;
    expect(await find({ q: 'cardamom' })).toEqual([variety, title, village, tag]);
    expect(await find({ q: 'cardamom', sort: 'latest' })).toEqual(ids.toReversed());
    const form = toForm(postFields({ title: 'Cardamom', tags: 'cardamom' }));
    await farmer.client.call('PATCH /api/v1/post/:postId', { params: { postId: tag ?? '' }, form });
    expect(await find({ q: 'cardamom' })).toEqual([tag, variety, title, village]);
  });

  test('after deletion, the job deletes unused words', async () => {
    const { _id: postId } = await addPost(farmer, { title: 'Zedoary Brasswort' });
    await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
    expect(await find({ q: 'zedoary' })).toEqual([]);
    await searchStore({ db: app.database.db }).pruneWords(running);
    const rows = await app.database.db.selectFrom('search_words').select('word').execute();
    const left = rows.map(({ word }) => word);
    expect(left).not.toContain('zedoary');
    expect(left).toContain('brasswort');
  });

  test('after the job has packed the index, also when it had failed before', async () => {
    const { db } = app.database;
    const texts = Array.from({ length: 300 }, (_, index) => `teasel burdock ${index % 7} sorrel`);
    const ids = await insertPosts(db, farmer.account._id, 300, (index) => ({
      search_text: texts[index] ?? '',
    }));
    const [before] = await findIndexes(db, 'post_words');
    await leaveHalfIndex(db, 'post_words_pkey_ccnew', 'post_words', 'word');
    await searchStore({ db }).packWords(new AbortController().signal);
    const after = await findIndexes(db, 'post_words');
    expect(after).toMatchObject([{ name: 'post_words_pkey', isValid: true }]);
    expect(after[0]?.bytes).toBeLessThan(before?.bytes ?? 0);
    expect((await find({ q: 'burdock sorrel' }))[0]).toBe(ids.at(-1));
  });

  test.runIf(process.env['TEST_DATABASE_URL'])(
    'while the job deletes words: neither waits for the other',
    { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } },
    async () => {
      const { db } = app.database;
      const { pruneWords } = searchStore({ db });
      const isKnown = async () => {
        const rows = await db
          .selectFrom('search_words')
          .select('word')
          .where('word', '=', 'galangal')
          .execute();
        return rows.length > 0;
      };
      await db.insertInto('search_words').values({ word: 'galangal' }).execute();
      let pruning: Promise<void> | undefined;
      const [id] = await db.transaction().execute(async (trx) => {
        const ids = await insertPosts(trx, farmer.account._id, 1, () => ({ search_text: 'galangal' }));
        pruning = pruneWords(running);
        await expect.poll(isKnown).toBe(false);
        await insertPosts(db, farmer.account._id, 1, () => ({ search_text: 'asafoetida' }));
        return ids;
      });
      await pruning;
      expect(await find({ q: 'galanga' })).toEqual([id]);
    },
  );

  test('while others add the same new words in another order', async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `spice${index}`);
    const texts = [words, words.toReversed(), words.toSorted(), words.toSorted().toReversed()];
    const writers = texts.map((text) =>
      insertPosts(app.database.db, farmer.account._id, 1, () => ({ search_text: text.join(' ') })),
    );
    const ids = (await Promise.all(writers)).flat();
    expect((await find({ q: 'spice1999' })).sort()).toEqual(ids.sort());
  });

  test('however long they are, and whatever is between them', async () => {
    const endless = `${'ﷺ'.repeat(60)}zz`;
    const long = await addPost(farmer, { title: endless, tags: 'cumin\u00A0seed' });
    expect(await find({ q: 'zz' })).toEqual([long._id]);
    expect(await find({ q: 'seed cumin' })).toEqual([long._id]);
  });
});
