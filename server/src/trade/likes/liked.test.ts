import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';
import { insertPosts } from '#test/rows.ts';

const liked = 'GET /api/v1/post/liked';
const like = 'POST /api/v1/like/like/:postId';
const unlike = 'DELETE /api/v1/like/unlike/:postId';

let app: TestApp;
let seller: Person;
let viewer: Person;
beforeAll(async () => {
  app = await startTestApp();
  seller = await addPerson(app.url);
  viewer = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

const idsOf = (posts: readonly { _id: string }[]) => posts.map(({ _id }) => _id);
const hide = (postId: string) =>
  app.database.db
    .updateTable('posts')
    .set({ is_hidden_by_moderation: true })
    .where('id', '=', postId)
    .execute();

async function likeAll({ client }: Person, postIds: readonly string[]): Promise<void> {
  for (const postId of postIds) await client.call(like, { params: { postId } });
}

test('lists the viewer’s liked posts, latest like first, as the feed does', async () => {
  const posts = [await addPost(seller), await addPost(seller), await addPost(seller)];
  const [first = '', second = '', third = ''] = idsOf(posts);
  await likeAll(viewer, [second, third, first]);
  await likeAll(seller, [third]);
  const { data, page } = await viewer.client.call(liked);
  expect(idsOf(data)).toEqual([first, third, second]);
  expect(page).toEqual({ nextCursor: null, total: 3 });
  const feed = await viewer.client.call('GET /api/v1/post/feed');
  expect(data[1]).toEqual(feed.data.find(({ _id }) => _id === third));
  expect(data[1]).toMatchObject({
    isLiked: true,
    likesCount: 2,
    marketPrice: null,
    views: expect.any(Number),
  });
  expect(idsOf((await seller.client.call(liked)).data)).toEqual([third]);
  await viewer.client.call(unlike, { params: { postId: third } });
  expect(idsOf((await viewer.client.call(liked)).data)).toEqual([first, second]);
});

test('leaves out hidden and deleted posts, and those across a block', async () => {
  const person = await addPerson(app.url);
  const other = await addPerson(app.url);
  const ids = idsOf([
    await addPost(seller),
    await addPost(seller),
    await addPost(other),
    await addPost(person),
  ]);
  const [hidden = '', deleted = '', blocked = '', own = ''] = ids;
  await likeAll(person, ids);
  await hide(hidden);
  await hide(own);
  await seller.client.call('DELETE /api/v1/post/:postId', { params: { postId: deleted } });
  expect(idsOf((await person.client.call(liked)).data)).toEqual([blocked]);
  await other.client.call('POST /api/v1/blocks/:username', { params: { username: person.account.username } });
  expect(await person.client.call(liked)).toMatchObject({ data: [], page: { total: 0 } });
});

test('pages without gaps or repeats, with two queries', async () => {
  const person = await addPerson(app.url);
  const ids = await insertPosts(app.database.db, seller.account._id, 45);
  // All likes have the same time, which must not cause gaps or repeats between pages.
  const at = new Date();
  const rows = ids.map((postId) => ({ user_id: person.account._id, post_id: postId, created_at: at }));
  await app.database.db.insertInto('likes').values(rows).execute();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, page } = await person.client.call(liked, { query: { cursor, limit: 20 } });
    seen.push(...idsOf(data));
    expect(page.total).toBe(45);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(ids.toReversed());
  await expectQueries(app.database, 2, () => person.client.call(liked));
});

test('refuses strangers and made-up cursors', async () => {
  expect((await new TestClient(app.url).send(liked)).status).toBe(401);
  const refused = await viewer.client.send(liked, { query: { cursor: 'WzEsMl0' } });
  expect(refused.status).toBe(422);
});
