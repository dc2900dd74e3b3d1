import type { Category } from '@upaj/contract/crops';
import { sorts, type Sort } from '@upaj/contract/trade/feed';
import type { Post } from '@upaj/contract/trade/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';

const feed = 'GET /api/v1/post/feed';
const anyId = '01900000-0000-7000-8000-000000000000';

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

const cursorOf = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');

async function readAll(query: Record<string, string | number>, between: (page: number) => Promise<unknown>) {
  const seen: Post[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 30; page += 1) {
    const response = await merchant.client.call(feed, { query: { ...query, cursor } });
    seen.push(...response.data);
    cursor = response.page.nextCursor ?? undefined;
    if (!cursor) return seen;
    await between(page);
  }
  throw new Error('The list does not end');
}

test.each(sorts)('sold-out posts come after available ones, in the same order: %s', async (sort) => {
  const person = await addPerson(app.url);
  const ids = await insertPosts(app.database.db, person.account._id, 25, (index) => ({
    is_available: index % 3 !== 0,
    price: 1 + ((index * 7) % 5) / 4,
    likes: (index * 5) % 4,
  }));
  const read = async (query: Record<string, string | number>) => {
    const seen: Post[] = [];
    let cursor: string | undefined;
    do {
      const params = { username: person.account.username };
      const response = await merchant.client.call('GET /api/v1/post/user-posts/:username', {
        params,
        query: { near: 'Ludhiana', sort, ...query, cursor },
      });
      seen.push(...response.data);
      if (!query['availability']) expect(response.page).toMatchObject({ total: 25, available: 16 });
      cursor = response.page.nextCursor ?? undefined;
    } while (cursor);
    return seen.map(({ _id }) => _id);
  };
  const expected = [
    ...(await read({ availability: 'available', limit: 50 })),
    ...(await read({ availability: 'sold-out', limit: 50 })),
  ];
  expect(expected.toSorted()).toEqual(ids.toSorted());
  for (const limit of [1, 4, 5, 8, 15, 16, 17, 24, 25, 50]) expect(await read({ limit })).toEqual(expected);
});

describe('a list that grows while it is read has no gap and no repeat', () => {
  const categoryOf: Record<Sort, Category> = {
    latest: 'Pulses',
    nearest: 'Equipment',
    'price-low': 'Seeds',
    'price-high': 'Poultry',
    popular: 'Spices',
  };
  const isInOrder: Record<Sort, (a: Post, b: Post) => boolean> = {
    latest: (a, b) => a._id > b._id,
    nearest: (a, b) => a._id > b._id,
    'price-low': (a, b) => a.price < b.price || (a.price === b.price && a._id < b._id),
    'price-high': (a, b) => a.price > b.price || (a.price === b.price && a._id > b._id),
    popular: (a, b) => a.likesCount > b.likesCount || (a.likesCount === b.likesCount && a._id > b._id),
  };

  test.each(sorts)('%s', async (sort) => {
    const category = categoryOf[sort];
    const ids = await insertPosts(app.database.db, farmer.account._id, 64, (index) => ({
      category,
      price: 1 + ((index * 7) % 5) / 4,
      likes: (index * 5) % 4,
    }));
    const prices = ['1', '1.50', '1.75', '2', '900'];
    const seen = await readAll({ category, sort, near: 'Ludhiana', limit: 7 }, async (page) => {
      const price = prices[page];
      if (price) await addPost(farmer, { category, price });
    });
    const seenIds = seen.map(({ _id }) => _id);
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(ids.filter((id) => !seenIds.includes(id))).toEqual([]);
    for (const [index, post] of seen.slice(1).entries())
      expect(isInOrder[sort](seen[index] as Post, post), `${index}`).toBe(true);
  });
});

test('an old cursor does not change the totals of others', async () => {
  const query = { category: 'Organic', limit: 2 };
  for (let count = 0; count < 3; count += 1) await addPost(farmer, { category: 'Organic' });
  const first = await merchant.client.call(feed, { query });
  expect(first.page.total).toBe(3);
  await addPost(farmer, { category: 'Organic' });
  const cursor = first.page.nextCursor ?? '';
  expect((await merchant.client.call(feed, { query: { ...query, cursor } })).page.total).toBe(3);
  const forged = cursorOf([true, null, 'ffffffff-ffff-7fff-bfff-ffffffffffff', 9_999, 0]);
  await merchant.client.call(feed, { query: { ...query, cursor: forged } });
  for (const limit of [1, 2, 20])
    expect((await farmer.client.call(feed, { query: { ...query, limit } })).page.total).toBe(4);
});

test('a full last page has no next one', async () => {
  for (let count = 0; count < 2; count += 1) await addPost(farmer, { category: 'Dairy' });
  const of = async (limit: number) =>
    (await merchant.client.call(feed, { query: { category: 'Dairy', limit } })).page.nextCursor;
  expect([await of(1), await of(2), await of(3)]).toEqual([expect.any(String), null, null]);
});

test('lists of one person are paged and filtered like all others', async () => {
  const person = await addPerson(app.url);
  await insertPosts(app.database.db, person.account._id, 55, (index) => ({ is_organic: index % 2 === 0 }));
  const params = { username: person.account.username.toUpperCase() };
  for (const [key, client] of [
    ['GET /api/v1/post/user-posts/:username', merchant.client],
    ['GET /api/v1/post/current-posts', person.client],
  ] as const) {
    const first = await client.call(key, { params, query: { limit: 1_000 } });
    expect([first.data.length, first.page.total]).toEqual([50, 55]);
    const second = await client.call(key, { params, query: { cursor: first.page.nextCursor ?? '' } });
    expect(second.data).toHaveLength(5);
    expect(second.page.nextCursor).toBeNull();
    const organic = await client.call(key, { params, query: { organic: 'true' } });
    expect([organic.data.length, organic.page.total]).toEqual([20, 28]);
  }
});

describe('a cursor made elsewhere or for another list is refused', () => {
  test.each<[Sort, unknown]>([
    ['latest', [true, 1, anyId, 5, 0]],
    ['price-low', [true, null, anyId, 5, 0]],
    ['price-high', [true, '1', anyId, 5, 0]],
    ['price-low', [true, 1e300, anyId, 5, 0]],
    ['popular', [true, null, anyId, 5, 0]],
    ['popular', [true, 1.5, anyId, 5, 0]],
    ['popular', [true, 5_000_000_000, anyId, 5, 0]],
    ['latest', [true, null, anyId.replaceAll('-', ''), 5, 0]],
    ['latest', [true, null, `${anyId}'`, 5, 0]],
    ['latest', [true, null, null, 5, 0]],
    ['latest', [true, null, anyId, -1, 0]],
    ['latest', [true, null, anyId, 1.5, 0]],
    ['latest', [true, null, anyId, 20_000, 0]],
    ['latest', [true, null, anyId, '5', 0]],
    ['latest', [true, null, anyId, 5, 6, 7]],
    ['latest', [1, null, anyId, 5, 0]],
    ['latest', { length: 5 }],
    ['latest', null],
    ['latest', '['.repeat(150)],
  ])('%s %j', async (sort, parts) => {
    const failure = await merchant.client.fail(feed, { query: { sort, cursor: cursorOf(parts) } });
    expect(failure).toMatchObject({ statusCode: 422, errors: [{ field: 'cursor' }] });
  });

  test.each(['%', 'null', '####', '\u0000', 'x'.repeat(301)])('%j', async (cursor) => {
    expect(await merchant.client.fail(feed, { query: { cursor } })).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'cursor' }],
    });
  });
});
