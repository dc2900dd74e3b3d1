import { beforeAll, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { expectQueries } from '#test/queries.ts';
import { insertPosts, markDeleted } from '#test/rows.ts';

const list = 'GET /api/v1/users/saved-posts';
const save = 'PUT /api/v1/post/:postId/save';
const unsave = 'DELETE /api/v1/post/:postId/save';

const app = appForTests();
let seller: Person;
let viewer: Person;
beforeAll(async () => {
  seller = await addPerson(app.url);
  viewer = await addPerson(app.url, { userType: 'merchant' });
});

const idsOf = (posts: readonly { _id: string }[]) => posts.map(({ _id }) => _id);

test('saving is private, idempotent and apart from likes', async () => {
  const other = await addPerson(app.url);
  const { _id: postId } = await addPost(seller);
  const params = { postId };
  for (const _ of [1, 2])
    expect((await viewer.client.call(save, { params })).data).toEqual({ isSaved: true });
  for (const [person, isSaved] of [
    [viewer, true],
    [seller, false],
    [other, false],
  ] as const) {
    const seen = { isSaved, isLiked: false, likesCount: 0 };
    expect((await person.client.call('GET /api/v1/post/:postId', { params })).data).toMatchObject(seen);
    const feed = await person.client.call('GET /api/v1/post/feed');
    expect(feed.data.find(({ _id }) => _id === postId)).toMatchObject(seen);
    expect(idsOf((await person.client.call(list)).data)).toEqual(isSaved ? [postId] : []);
  }
  await app.services.outbox.deliver();
  expect((await seller.client.call('GET /api/v1/notifications')).data).toEqual([]);
  for (const _ of [1, 2])
    expect((await viewer.client.call(unsave, { params })).data).toEqual({ isSaved: false });
  expect(await viewer.client.call(list)).toMatchObject({ data: [], page: { total: 0 } });
});

test('lists the latest first, as the feed does', async () => {
  const person = await addPerson(app.url);
  const [first = '', second = ''] = idsOf([await addPost(seller), await addPost(seller)]);
  for (const postId of [second, first]) await person.client.call(save, { params: { postId } });
  await person.client.call('POST /api/v1/like/like/:postId', { params: { postId: first } });
  const { data, page } = await person.client.call(list);
  expect(page).toEqual({ nextCursor: null, total: 2 });
  expect(idsOf(data)).toEqual([first, second]);
  const feed = await person.client.call('GET /api/v1/post/feed');
  expect(data[0]).toEqual(feed.data.find(({ _id }) => _id === first));
  expect(data[0]).toMatchObject({ isSaved: true, isLiked: true });
  expect((await person.client.call('GET /api/v1/post/liked')).data).toMatchObject([{ isSaved: true }]);
});

test('leaves out hidden and deleted posts and those across a block, which cannot be saved', async () => {
  const person = await addPerson(app.url);
  const other = await addPerson(app.url);
  const ids = idsOf([await addPost(seller), await addPost(seller), await addPost(other)]);
  const [hidden = '', deleted = '', blocked = ''] = ids;
  for (const postId of ids) await person.client.call(save, { params: { postId } });
  await app.database.db
    .updateTable('posts')
    .set({ is_hidden_by_moderation: true })
    .where('id', '=', hidden)
    .execute();
  await seller.client.call('DELETE /api/v1/post/:postId', { params: { postId: deleted } });
  expect(idsOf((await person.client.call(list)).data)).toEqual([blocked]);
  await other.client.call('POST /api/v1/blocks/:username', { params: { username: person.account.username } });
  expect(await person.client.call(list)).toMatchObject({ data: [], page: { total: 0 } });
  for (const postId of ids)
    for (const call of [save, unsave] as const)
      expect(await person.client.fail(call, { params: { postId } })).toMatchObject({
        statusCode: 404,
        code: 'POST_NOT_FOUND',
      });
});

test('pages without gaps or repeats; a save takes one query, a page two', async () => {
  const person = await addPerson(app.url);
  const ids = await insertPosts(app.database.db, seller.account._id, 25);
  const at = new Date();
  const rows = ids.map((postId) => ({ user_id: person.account._id, post_id: postId, created_at: at }));
  await app.database.db.insertInto('saved_posts').values(rows).execute();
  const first = await person.client.call(list, { query: { limit: 20 } });
  const cursor = first.page.nextCursor ?? undefined;
  const second = await person.client.call(list, { query: { limit: 20, cursor } });
  expect([first.page.total, second.page]).toEqual([25, { nextCursor: null, total: 25 }]);
  expect(idsOf([...first.data, ...second.data])).toEqual(ids.toReversed());
  await expectQueries(app.database, 2, () => person.client.call(list));
  const params = { postId: ids[0] ?? '' };
  await expectQueries(app.database, 1, () => person.client.call(unsave, { params }));
  await expectQueries(app.database, 1, () => person.client.call(save, { params }));
});

test('refuses strangers, deleted accounts, unknown posts and made-up cursors', async () => {
  const params = { postId: (await addPost(seller))._id };
  const stranger = new TestClient(app.url);
  for (const call of [save, unsave] as const)
    expect((await stranger.send(call, { params })).status).toBe(401);
  expect((await stranger.send(list)).status).toBe(401);
  const missing = { postId: '01900000-0000-7000-8000-000000000000' };
  expect(await viewer.client.fail(save, { params: missing })).toMatchObject({ code: 'POST_NOT_FOUND' });
  expect((await viewer.client.send(list, { query: { cursor: 'WzEsMl0' } })).status).toBe(422);
  const gone = await addPerson(app.url);
  await markDeleted(app.database.db, gone.account._id);
  await expect(app.services.saves.save(gone.account._id, params.postId)).rejects.toMatchObject({
    code: 'POST_NOT_FOUND',
  });
});
