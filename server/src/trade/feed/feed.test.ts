import type { Post } from '@upaj/contract/trade/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, postFields, toForm, type Person } from '#test/factories.ts';
import { waitUntilDelivered } from '#test/notifications.ts';
import { insertPosts } from '#test/rows.ts';

const feed = 'GET /api/v1/post/feed';

let app: TestApp;
let farmer: Person;
let merchant: Person;
const posts: Record<string, Post> = {};

beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  posts['wheat'] = await addPost(farmer, { title: 'Sharbati', price: '3000', priceUnit: 'per quintal' });
  posts['gehu'] = await addPost(farmer, { title: 'देसी फसल', cropType: 'गेहूं', price: '50', isOrganic: 'true' });
  posts['onion'] = await addPost(merchant, {
    title: '100% dry_skin onion',
    category: 'Vegetables',
    cropType: 'Onion',
    price: '100',
    state: 'Maharashtra',
    district: 'Nashik',
    city: 'Lasalgaon',
    tags: 'red',
  });
  posts['mango'] = await addPost(merchant, {
    title: 'Alphonso',
    category: 'Fruits',
    cropType: 'Mango',
    price: '200',
    state: 'Maharashtra',
    district: 'Ratnagiri',
  });
  const params = { postId: posts['mango']._id };
  await merchant.client.call('PATCH /api/v1/post/:postId/availability', {
    params,
    body: { isAvailable: false },
  });
  await farmer.client.call('POST /api/v1/like/like/:postId', { params: { postId: posts['onion']._id } });
});
afterAll(() => app.close());

async function list(query: Record<string, string>): Promise<string[]> {
  const { data, page } = await merchant.client.call(feed, { query });
  expect(page.total).toBe(data.length);
  return data.map(({ _id }) => Object.keys(posts).find((name) => posts[name]?._id === _id) ?? _id);
}

describe('filters', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, ['onion', 'gehu', 'wheat', 'mango']],
    [{ category: 'Grains' }, ['gehu', 'wheat']],
    [{ cropType: 'wheat' }, ['gehu', 'wheat']],
    [{ cropType: 'गेहूं' }, ['gehu', 'wheat']],
    [{ cropType: 'ONION' }, ['onion']],
    [{ cropType: 'kanda' }, ['onion']],
    [{ state: 'Maharashtra' }, ['onion', 'mango']],
    [{ state: 'Maharashtra', district: 'Nashik' }, ['onion']],
    [{ district: 'Nashik' }, ['onion', 'gehu', 'wheat', 'mango']],
    [{ availability: 'available' }, ['onion', 'gehu', 'wheat']],
    [{ availability: 'sold-out' }, ['mango']],
    [{ availability: 'all', category: '' }, ['onion', 'gehu', 'wheat', 'mango']],
    [{ organic: 'true' }, ['gehu']],
    [{ priceRange: '0-50' }, ['gehu', 'wheat']],
    [{ priceRange: '50-100' }, ['onion', 'gehu']],
    [{ priceRange: '100-200' }, ['onion', 'mango']],
    [{ priceRange: '200+' }, ['mango']],
    [{ q: 'alphonso' }, ['mango']],
    [{ q: 'ratnagiri maharashtra' }, ['mango']],
    [{ q: 'गेहूँ' }, ['gehu', 'wheat']],
    [{ q: '100%' }, ['onion']],
    [{ q: 'y_s' }, ['onion']],
    [{ q: '\\' }, []],
    [{ category: 'Grains', state: 'Punjab', priceRange: '0-50', organic: 'true', q: 'देसी' }, ['gehu']],
    [{ sort: 'price-low' }, ['wheat', 'gehu', 'onion', 'mango']],
    [{ sort: 'price-high' }, ['onion', 'gehu', 'wheat', 'mango']],
    [{ sort: 'popular', state: 'Maharashtra' }, ['onion', 'mango']],
  ])('%o', async (query, names) => {
    expect(await list(query)).toEqual(names);
  });

  test.each([
    { category: 'Flowers' },
    { state: 'Lahore' },
    { priceRange: '1-2' },
    { sort: 'random' },
    { limit: '0' },
    { limit: 'ten' },
    { cursor: 'x' },
    { cursor: Buffer.from('[1,2,3]').toString('base64url') },
    { cursor: Buffer.from('["a","01900000-0000-7000-8000-000000000000",1]').toString('base64url') },
    { q: 'x'.repeat(101) },
  ])('%o is refused', async (query) => {
    expect(await merchant.client.fail(feed, { query })).toMatchObject({ statusCode: 422, errors: [{}] });
  });

  test('of one person, one’s own, and by the older call', async () => {
    const own = await merchant.client.call('GET /api/v1/post/current-posts');
    expect(own.data.map(({ _id }) => _id)).toEqual([posts['onion']?._id, posts['mango']?._id]);
    const params = { username: farmer.account.username };
    const theirs = await merchant.client.call('GET /api/v1/post/user-posts/:username', { params });
    expect(theirs.data.map(({ _id }) => _id)).toEqual([posts['gehu']?._id, posts['wheat']?._id]);
    const unknown = { params: { username: 'nobody' } };
    expect(await merchant.client.fail('GET /api/v1/post/user-posts/:username', unknown)).toMatchObject({
      statusCode: 404,
    });
    expect((await merchant.client.call('GET /api/posts')).data).toHaveLength(4);
    expect(await new TestClient(app.url).fail(feed)).toMatchObject({ statusCode: 401 });
  });
});

test('a change is visible at once, also on cached pages', async () => {
  const read = async () => (await merchant.client.call(feed, { query: { state: 'Goa' } })).data;
  expect(await read()).toEqual([]);
  const goa = { state: 'Goa', district: 'North Goa' };
  const { _id: postId } = await addPost(farmer, goa);
  const params = { postId };
  expect(await read()).toMatchObject([{ _id: postId, views: 0, likesCount: 0 }]);
  await merchant.client.call('GET /api/v1/post/:postId', { params });
  await merchant.client.call('POST /api/v1/like/like/:postId', { params });
  expect(await read()).toMatchObject([{ views: 1, likesCount: 1, isLiked: true }]);
  const form = toForm(postFields({ ...goa, title: 'Cashew land' }));
  await farmer.client.call('PATCH /api/v1/post/:postId', { params, form });
  expect(await read()).toMatchObject([{ title: 'Cashew land' }]);
  await farmer.client.call('DELETE /api/v1/post/:postId', { params });
  expect(await read()).toEqual([]);
});

async function countQueries(): Promise<number> {
  app.database.queries.length = 0;
  await merchant.client.call(feed, { query: { category: 'Vegetables' } });
  return app.database.queries.length;
}

test('likes and views leave pages in memory', async () => {
  const params = { postId: posts['onion']?._id ?? '' };
  await countQueries();
  await merchant.client.call('GET /api/v1/post/:postId', { params });
  await merchant.client.call('POST /api/v1/like/like/:postId', { params });
  expect(await countQueries()).toBe(1);
});

test('without a write in between, the embedded database is not asked again', async () => {
  const params = { postId: posts['onion']?._id ?? '' };
  await waitUntilDelivered(app.database.db);
  await countQueries();
  expect(await countQueries()).toBe(app.database.countWrites ? 0 : 1);
  await merchant.client.call('POST /api/v1/like/like/:postId', { params });
  await waitUntilDelivered(app.database.db);
  expect([await countQueries(), await countQueries()]).toEqual(app.database.countWrites ? [1, 0] : [1, 1]);
});

describe('a long list', () => {
  const addMany = (count: number, category: string) =>
    insertPosts(app.database.db, farmer.account._id, count, (index) => ({
      category,
      price: 1 + (index % 7),
      likes: index % 5,
    }));

  test.each(['latest', 'price-low', 'price-high', 'popular'])(
    'is paged by %s without gaps or repeats',
    async (sort) => {
      const category =
        { latest: 'Pulses', 'price-low': 'Seeds', 'price-high': 'Poultry', popular: 'Spices' }[sort] ?? '';
      await addMany(67, category);
      const seen: Post[] = [];
      let cursor: string | undefined;
      do {
        const { data, page } = await merchant.client.call(feed, {
          query: { category, sort, limit: 10, cursor },
        });
        expect(page.total).toBe(67);
        seen.push(...data);
        cursor = page.nextCursor ?? undefined;
        if (sort === 'latest' && seen.length === 30) await addPost(farmer, { category, price: '4' });
      } while (cursor);
      expect(new Set(seen.map(({ _id }) => _id)).size).toBe(67);
      const keyOf = {
        latest: () => 0,
        'price-low': (post: Post) => post.price,
        'price-high': (post: Post) => -post.price,
        popular: (post: Post) => -post.likesCount,
      }[sort];
      const keys = seen.map((post) => keyOf?.(post) ?? 0);
      expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    },
  );

  test('returns at most 50 posts and counts to 10,000', async () => {
    await addMany(10_001, 'Dairy');
    const { data, page } = await merchant.client.call(feed, { query: { category: 'Dairy', limit: 500 } });
    expect(data).toHaveLength(50);
    expect(page.total).toBe('10,000+');
  });
});
