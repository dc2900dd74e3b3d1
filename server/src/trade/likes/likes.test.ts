import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';
import { insertPosts, markDeleted } from '#test/rows.ts';

const like = 'POST /api/v1/like/like/:postId';
const unlike = 'DELETE /api/v1/like/unlike/:postId';

let app: TestApp;
let farmer: Person;
let merchant: Person;

beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

test('liking and unliking are idempotent', async () => {
  const params = { postId: (await addPost(farmer))._id };
  expect((await merchant.client.call(like, { params })).data).toEqual({ isLiked: true, likesCount: 1 });
  expect((await merchant.client.call(like, { params })).data).toEqual({ isLiked: true, likesCount: 1 });
  expect((await farmer.client.call(like, { params })).data.likesCount).toBe(2);
  expect((await merchant.client.call(unlike, { params })).data).toEqual({ isLiked: false, likesCount: 1 });
  expect((await merchant.client.call(unlike, { params })).data).toEqual({ isLiked: false, likesCount: 1 });
});

test('a like is shown only to its user, in the feed and on the post', async () => {
  const { _id: postId } = await addPost(farmer);
  await merchant.client.call('GET /api/v1/post/feed');
  await merchant.client.call(like, { params: { postId } });
  for (const [person, isLiked] of [
    [merchant, true],
    [farmer, false],
  ] as const) {
    const feed = await person.client.call('GET /api/v1/post/feed');
    expect(feed.data.find(({ _id }) => _id === postId)).toMatchObject({ isLiked, likesCount: 1 });
    const post = await person.client.call('GET /api/v1/post/:postId', { params: { postId } });
    expect(post.data).toMatchObject({ isLiked, likesCount: 1 });
  }
});

test('the count equals the rows after concurrent likes', async () => {
  const params = { postId: (await addPost(farmer))._id };
  const people = await Promise.all(Array.from({ length: 8 }, () => addPerson(app.url)));
  const calls = people.flatMap(({ client }) =>
    [like, unlike, like, like].map((key) => client.call(key as typeof like, { params })),
  );
  await Promise.all(calls);
  for (const { client } of people) await client.call(like, { params });
  const post = await farmer.client.call('GET /api/v1/post/:postId', { params });
  expect(post.data.likesCount).toBe(people.length);
});

test('refuses a like of a deleted account', async () => {
  const [post, gone] = await Promise.all([addPost(farmer), addPerson(app.url)]);
  await markDeleted(app.database.db, gone.account._id);
  await expect(app.services.likes.addLike(gone.account._id, post._id)).rejects.toMatchObject({
    code: 'POST_NOT_FOUND',
  });
});

test('refuses likes of missing posts, and without a log-in', async () => {
  const missing = { postId: '01900000-0000-7000-8000-000000000000' };
  expect(await merchant.client.fail(like, { params: missing })).toMatchObject({
    statusCode: 404,
    code: 'POST_NOT_FOUND',
  });
  expect(await merchant.client.fail(like, { params: { postId: 'x' } })).toMatchObject({ statusCode: 404 });
  const params = { postId: (await addPost(farmer))._id };
  expect(await new TestClient(app.url).fail(like, { params })).toMatchObject({
    statusCode: 401,
    code: 'NOT_LOGGED_IN',
  });
});

test('liking takes one query, the feed at most two', async () => {
  const params = { postId: (await addPost(farmer))._id };
  const read = (limit: number) =>
    merchant.client.call('GET /api/v1/post/feed', { query: { category: 'Grains', limit } });
  await expectQueries(app.database, 1, () => merchant.client.call(like, { params }));
  let limit = 0;
  await expectQueries(app.database, 2, () => read((limit += 1)));
  await expectQueries(app.database, 1, () => read(1));
});

test('the order by popularity follows the likes after a refresh', async () => {
  const { db } = app.database;
  const { popularity } = app.services;
  const ids = await insertPosts(db, farmer.account._id, 3, () => ({ category: 'Spices' }));
  const [first, second, third] = ids as [string, string, string];
  const read = async () => {
    const query = { category: 'Spices', sort: 'popular' };
    return (await merchant.client.call('GET /api/v1/post/feed', { query })).data.map(({ _id }) => _id);
  };
  expect(await read()).toEqual([third, second, first]);
  await merchant.client.call(like, { params: { postId: first } });
  expect(await read()).toEqual([third, second, first]);
  await app.services.outbox.deliver();
  await popularity.refresh();
  expect(await read()).toEqual([first, third, second]);
  // The change is made in the table, so that nothing reports it, as after a crash.
  await db.updateTable('post_counts').set({ likes: 5 }).where('post_id', '=', second).execute();
  await popularity.refresh();
  expect(await read()).toEqual([first, third, second]);
  await popularity.refreshAll(new AbortController().signal);
  expect(await read()).toEqual([second, first, third]);
});

test('likes, comments and views leave the pages in memory, and show on them', async () => {
  const { _id: postId } = await addPost(farmer, { category: 'Fruits' });
  const params = { postId };
  const read = async () =>
    (await merchant.client.call('GET /api/v1/post/feed', { query: { category: 'Fruits' } })).data;
  await read();
  await merchant.client.call(like, { params });
  await merchant.client.call('GET /api/v1/post/:postId', { params });
  const body = { text: 'Is it sweet?', clientId: randomUUID() };
  await merchant.client.call('POST /api/v1/post/:postId/comments', { params, body });
  app.database.queries.length = 0;
  expect(await read()).toMatchObject([{ _id: postId, isLiked: true, likesCount: 1, comments: 1, views: 1 }]);
  expect(app.database.queries).toHaveLength(1);
});
