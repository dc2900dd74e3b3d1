import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';
import { insertMembers, insertPosts } from '#test/rows.ts';

const feed = 'GET /api/v1/post/feed';
const follow = 'POST /api/v1/follow/follow/:username';
const unfollow = 'DELETE /api/v1/follow/unfollow/:username';

let app: TestApp;
type Member = Awaited<ReturnType<typeof insertMembers>>[number];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const addMembers = (count: number) => insertMembers(app.database.db, app.url, count);
const paramsOf = ({ username }: Member) => ({ params: { username } });

async function read({ client }: Pick<Member, 'client'>, query: Record<string, string | number> = {}) {
  const { data, page } = await client.call(feed, { query: { ...query, following: 'true' } });
  return { ids: data.map(({ _id }) => _id), total: page.total, nextCursor: page.nextCursor };
}

test('the following feed has posts of followed users only, at once', async () => {
  const [viewer, other, followed, stranger] = (await addMembers(4)) as [Member, Member, Member, Member];
  const { db } = app.database;
  const theirs = await insertPosts(db, followed.id, 3);
  const strange = await insertPosts(db, stranger.id, 2);
  await insertPosts(db, viewer.id, 1);
  expect(await read(viewer)).toMatchObject({ ids: [], total: 0 });
  await viewer.client.call(follow, paramsOf(followed));
  expect(await read(viewer)).toMatchObject({ ids: theirs.toReversed(), total: 3 });
  expect(await read(other)).toMatchObject({ ids: [], total: 0 });
  await other.client.call(follow, paramsOf(stranger));
  expect(await read(other)).toMatchObject({ ids: strange.toReversed(), total: 2 });
  await viewer.client.call(follow, paramsOf(stranger));
  expect(await read(viewer)).toMatchObject({ total: 5 });
  await viewer.client.call(unfollow, paramsOf(followed));
  expect(await read(viewer)).toMatchObject({ ids: strange.toReversed(), total: 2 });
  const { page } = await viewer.client.call(feed);
  expect((await other.client.call(feed)).page).toEqual(page);
});

test('a new post, a like and a deletion show in it at once', async () => {
  const [viewer] = (await addMembers(1)) as [Member];
  const farmer: Person = await addPerson(app.url);
  await viewer.client.call(follow, { params: { username: farmer.account.username } });
  expect((await read(viewer)).ids).toEqual([]);
  const { _id: postId } = await addPost(farmer);
  expect((await read(viewer)).ids).toEqual([postId]);
  await viewer.client.call('POST /api/v1/like/like/:postId', { params: { postId } });
  const { data } = await viewer.client.call(feed, { query: { following: 'true' } });
  expect(data[0]).toMatchObject({ isLiked: true, likesCount: 1 });
  await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
  expect(await read(viewer)).toMatchObject({ ids: [], total: 0 });
});

test('it combines with the other filters and sorts', async () => {
  const [viewer, followed] = (await addMembers(2)) as [Member, Member];
  const ids = await insertPosts(app.database.db, followed.id, 6, (index) => ({
    category: index % 2 ? 'Fruits' : 'Grains',
    price: 100 - index,
  }));
  await viewer.client.call(follow, paramsOf(followed));
  const fruits = [ids[1], ids[3], ids[5]];
  expect((await read(viewer, { category: 'Fruits' })).ids).toEqual(fruits.toReversed());
  expect((await read(viewer, { category: 'Fruits', sort: 'price-high' })).ids).toEqual(fruits);
});

test('its pages have no gap or repeat', async () => {
  const [viewer, one, other, stranger] = (await addMembers(4)) as [Member, Member, Member, Member];
  const { db } = app.database;
  const ids: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    ids.push(...(await insertPosts(db, one.id, 5)), ...(await insertPosts(db, other.id, 4)));
    await insertPosts(db, stranger.id, 3);
  }
  for (const followed of [one, other]) await viewer.client.call(follow, paramsOf(followed));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(viewer, { limit: 10, ...(cursor && { cursor }) });
    expect(page.total).toBe(45);
    seen.push(...page.ids);
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(ids.toSorted().toReversed());
});

test('a block in either direction removes posts from it', async () => {
  const [viewer, blocked, blocker, friend] = (await addMembers(4)) as [Member, Member, Member, Member];
  const { db } = app.database;
  for (const { id } of [blocked, blocker]) await insertPosts(db, id, 2);
  const inserted = await insertPosts(db, friend.id, 2);
  for (const followed of [blocked, blocker, friend]) await viewer.client.call(follow, paramsOf(followed));
  expect((await read(viewer)).ids).toHaveLength(6);
  await db
    .insertInto('blocks')
    .values([
      { blocker_id: viewer.id, blocked_id: blocked.id },
      { blocker_id: blocker.id, blocked_id: viewer.id },
    ])
    .execute();
  expect((await read(viewer)).ids).toEqual(inserted.toReversed());
});

test('it takes two queries, regardless of other requests', async () => {
  const [viewer, followed] = (await addMembers(2)) as [Member, Member];
  await insertPosts(app.database.db, followed.id, 1);
  await viewer.client.call(follow, paramsOf(followed));
  for (let count = 0; count < 2; count += 1) await expectQueries(app.database, 2, () => read(viewer));
});
