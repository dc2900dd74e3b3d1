import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';

const lists = ['GET /api/v1/post/feed', 'GET /api/posts'] as const;
const userPosts = 'GET /api/v1/post/user-posts/:username';
const own = 'GET /api/v1/post/current-posts';

const filters: Record<string, string>[] = [
  {},
  { category: 'Grains' },
  { cropType: 'Wheat' },
  { state: 'Punjab' },
  { state: 'Punjab', district: 'Ludhiana' },
  { availability: 'sold-out' },
  { availability: 'available' },
  { organic: 'true' },
  { priceRange: '0-50' },
  { q: 'wheat' },
  { following: 'true' },
];
const queries = filters.flatMap((filter) =>
  ['latest', 'price-low', 'price-high', 'popular'].map((sort): Record<string, string> => ({
    ...filter,
    sort,
  })),
);

let app: TestApp;
let farmer: Person;
let merchant: Person;
let hidden: string[];
let shown: string[];
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  await merchant.client.call('POST /api/v1/follow/follow/:username', {
    params: { username: farmer.account.username },
  });
  const { db } = app.database;
  const ids = await insertPosts(db, farmer.account._id, 6, (index) => ({
    is_organic: true,
    is_available: index % 2 === 0,
  }));
  hidden = ids.slice(0, 4);
  shown = ids.slice(4);
  await db
    .updateTable('posts')
    .set({ is_hidden_by_moderation: true })
    .where('id', 'in', ids.slice(0, 3))
    .execute();
  await db
    .updateTable('posts')
    .set({ is_author_suspended: true })
    .where('id', 'in', ids.slice(2, 4))
    .execute();
});
afterAll(() => app.close());

async function listed(
  person: Person,
  key: (typeof lists)[number] | typeof userPosts | typeof own,
  query = {},
) {
  const params = { username: farmer.account.username };
  const { data, page } = await person.client.call(key, { params, query });
  const available = data.filter(({ isAvailable }) => isAvailable).length;
  expect(page).toMatchObject({ nextCursor: null, total: data.length, available });
  return data.map(({ _id }) => _id);
}

test.each(queries)('hidden posts are in no list of others, nor in its total: %j', async (query) => {
  const available = query['availability'];
  const expected = shown.filter(
    (_, index) => !available || (available === 'available') === (index % 2 === 0),
  );
  for (const key of [...lists, userPosts] as const)
    expect((await listed(merchant, key, query)).toSorted()).toEqual(expected.toSorted());
});

test('nor in the feed that their owner sees; their own lists contain them', async () => {
  for (const key of lists) expect((await listed(farmer, key)).toSorted()).toEqual(shown.toSorted());
  const all = [...hidden, ...shown].toSorted();
  for (const key of [own, userPosts] as const) expect((await listed(farmer, key)).toSorted()).toEqual(all);
});

test('a hidden post returns 404 to others, and their views and likes do not count', async () => {
  for (const postId of hidden) {
    const params = { postId };
    for (const key of [
      'GET /api/v1/post/:postId',
      'POST /api/v1/like/like/:postId',
      'DELETE /api/v1/like/unlike/:postId',
    ] as const)
      expect((await merchant.client.fail(key, { params })).code).toBe('POST_NOT_FOUND');
    const { data } = await farmer.client.call('GET /api/v1/post/:postId', { params });
    expect(data).toMatchObject({ views: 0, likesCount: 0, isHidden: true });
  }
  const { data } = await farmer.client.call('GET /api/v1/post/:postId', {
    params: { postId: shown[0] ?? '' },
  });
  expect(data).not.toHaveProperty('isHidden');
  const rows = await app.database.db.selectFrom('likes').selectAll().execute();
  expect(rows).toEqual([]);
});
