import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';

const block = 'POST /api/v1/blocks/:username';
const unblock = 'DELETE /api/v1/blocks/:username';
const list = 'GET /api/v1/blocks';
const feed = 'GET /api/v1/post/feed';
const userPosts = 'GET /api/v1/post/user-posts/:username';
const detail = 'GET /api/v1/post/:postId';
const like = 'POST /api/v1/like/like/:postId';
const follow = 'POST /api/v1/follow/follow/:username';

const app = appForTests();
let farmer: Person;
let merchant: Person;
let third: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  third = await addPerson(app.url);
});

const of = ({ account }: Person) => ({ params: { username: account.username } });

async function countsOf(person: Person) {
  const { data } = await person.client.call('GET /api/v1/users/profile');
  return [data.followersCount, data.followingCount];
}

async function seenBy(person: Person, postId: string): Promise<boolean> {
  const { data } = await person.client.call(feed);
  return data.some(({ _id }) => _id === postId);
}

test('blocking and unblocking are idempotent', async () => {
  const [one, other] = await Promise.all([addPerson(app.url), addPerson(app.url)]);
  for (let count = 0; count < 2; count += 1)
    expect(await one.client.call(block, of(other))).toMatchObject({
      message: 'User blocked',
      data: { isBlocked: true },
    });
  expect((await one.client.call(list)).data.map(({ username }) => username)).toEqual([
    other.account.username,
  ]);
  expect((await other.client.call(list)).data).toEqual([]);
  for (let count = 0; count < 2; count += 1)
    expect(await one.client.call(unblock, of(other))).toMatchObject({
      message: 'User unblocked',
      data: { isBlocked: false },
    });
  expect(await one.client.call(list)).toMatchObject({ data: [], page: { nextCursor: null, total: 0 } });
});

test('unblocking does not end another person’s block', async () => {
  const [one, other] = await Promise.all([addPerson(app.url), addPerson(app.url)]);
  await one.client.call(block, of(other));
  await other.client.call(unblock, of(one));
  expect((await one.client.call(list)).page.total).toBe(1);
  await other.client.call(block, of(one));
  await one.client.call(unblock, of(other));
  expect((await other.client.call(list)).page.total).toBe(1);
});

test('blocking removes the follows in both directions and updates only these counters', async () => {
  const [one, other] = await Promise.all([addPerson(app.url), addPerson(app.url)]);
  for (const [from, to] of [
    [one, other],
    [other, one],
    [third, one],
    [third, other],
    [one, third],
  ] as const)
    await from.client.call(follow, of(to));
  await one.client.call(block, of(other));
  expect(await countsOf(one)).toEqual([1, 1]);
  expect(await countsOf(other)).toEqual([1, 0]);
  expect(await countsOf(third)).toEqual([1, 2]);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    expect(await from.client.fail(follow, of(to))).toMatchObject({ statusCode: 403, code: 'BLOCKED' });
  await one.client.call(unblock, of(other));
  expect(await countsOf(one)).toEqual([1, 1]);
  await other.client.call(follow, of(one));
});

test('blocked people do not see each other’s posts, others do, and unblocking restores them', async () => {
  const posts = [await addPost(farmer), await addPost(merchant)] as const;
  const [ofFarmer, ofMerchant] = posts.map(({ _id }) => ({ postId: _id })) as [
    { postId: string },
    { postId: string },
  ];
  const sides = [
    { person: farmer, foreign: ofMerchant, own: ofFarmer },
    { person: merchant, foreign: ofFarmer, own: ofMerchant },
  ];
  for (const { person, foreign } of sides) expect(await seenBy(person, foreign.postId)).toBe(true);
  await farmer.client.call(block, of(merchant));
  for (const { person, foreign, own } of sides) {
    expect(await seenBy(person, foreign.postId)).toBe(false);
    expect(await seenBy(person, own.postId)).toBe(true);
    for (const params of [ofFarmer, ofMerchant]) {
      expect(await seenBy(third, params.postId)).toBe(true);
      expect((await third.client.call(detail, { params })).data.likesCount).toBe(0);
    }
  }
  expect(await farmer.client.call(userPosts, of(merchant))).toMatchObject({ data: [], page: { total: 0 } });
  expect((await merchant.client.fail(userPosts, of(farmer))).code).toBe('USER_NOT_FOUND');
  expect((await third.client.call(userPosts, of(farmer))).page.total).toBe(1);
  await farmer.client.call(unblock, of(merchant));
  for (const { person, foreign } of sides) {
    expect(await seenBy(person, foreign.postId)).toBe(true);
    await person.client.call(like, { params: foreign });
  }
});

test('a view of a post across a block is not counted', async () => {
  const [one, other] = await Promise.all([addPerson(app.url), addPerson(app.url)]);
  const params = { postId: (await addPost(one))._id };
  await one.client.call(block, of(other));
  await other.client.fail(detail, { params });
  const row = await app.database.db
    .selectFrom('post_counts')
    .select('views')
    .where('post_id', '=', params.postId)
    .executeTakeFirstOrThrow();
  expect(row.views).toBe(0);
  expect((await third.client.call(detail, { params })).data.views).toBe(1);
});

test('a like from before a block still counts and cannot be undone', async () => {
  const [one, other] = await Promise.all([addPerson(app.url), addPerson(app.url)]);
  const params = { postId: (await addPost(one))._id };
  await other.client.call(like, { params });
  await one.client.call(block, of(other));
  await other.client.fail('DELETE /api/v1/like/unlike/:postId', { params });
  expect((await one.client.call(detail, { params })).data.likesCount).toBe(1);
  await one.client.call(unblock, of(other));
  const { data } = await other.client.call('DELETE /api/v1/like/unlike/:postId', { params });
  expect(data).toEqual({ isLiked: false, likesCount: 0 });
});

test('blocking oneself or an unknown person is refused', async () => {
  for (const key of [block, unblock] as const) {
    expect(await farmer.client.fail(key, of(farmer))).toMatchObject({
      statusCode: 409,
      code: 'NOT_YOURSELF',
    });
    const params = { username: 'nobody' };
    expect(await farmer.client.fail(key, { params })).toMatchObject({
      statusCode: 404,
      code: 'USER_NOT_FOUND',
    });
  }
});

test('the list is paged, latest first', async () => {
  const one = await addPerson(app.url);
  const others = await Promise.all(Array.from({ length: 3 }, () => addPerson(app.url)));
  for (const other of others) await one.client.call(block, of(other));
  const first = await one.client.call(list, { query: { limit: 2 } });
  const rest = await one.client.call(list, { query: { limit: 2, cursor: first.page.nextCursor ?? '' } });
  expect([...first.data, ...rest.data].map(({ username }) => username)).toEqual(
    others.map(({ account }) => account.username).toReversed(),
  );
  expect([first.page.total, rest.page]).toEqual([3, { nextCursor: null, total: 3 }]);
});
