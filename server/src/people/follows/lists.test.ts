import type { ListedPerson } from '@upaj/contract/people/follows';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';
import { endAccount, endings, insertPeople, insertBlock } from '#test/rows.ts';

const follow = 'POST /api/v1/follow/follow/:username';
const followers = 'GET /api/v1/follow/followers/:username';
const following = 'GET /api/v1/follow/following/:username';

const app = appForTests();
let viewer: Person;
let farmer: Person;

beforeAll(async () => {
  viewer = await addPerson(app.url);
  farmer = await addPerson(app.url);
});

const paramsOf = ({ account: { username } }: Person) => ({ params: { username } });

async function read(key: typeof followers | typeof following, person: Person, by: Person = viewer) {
  const { data, page } = await by.client.call(key, paramsOf(person));
  return { usernames: data.map(({ username }) => username), total: page.total, data };
}

async function addFollowers(ids: readonly string[], followedId: string) {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3));
  const rows = ids.map((id, index) => ({ follower_id: id, followed_id: followedId, created_at: at(index) }));
  for (let start = 0; start < rows.length; start += 500) {
    await app.database.db
      .insertInto('follows')
      .values(rows.slice(start, start + 500))
      .execute();
  }
}

test('both lists show people latest first, with the viewer’s own follows', async () => {
  const [one, other] = [await addPerson(app.url), await addPerson(app.url, { fullName: 'Sunita Pawar' })];
  const address = {
    state: 'Punjab',
    district: 'Ludhiana',
    city: 'Khanna',
    village: 'Rohno Khurd',
    pincode: '141401',
  };
  await other.client.call('PATCH /api/v1/address/update-address', { body: address });
  await one.client.call(follow, paramsOf(farmer));
  await other.client.call(follow, paramsOf(farmer));
  await other.client.call(follow, paramsOf(one));
  await viewer.client.call(follow, paramsOf(other));
  const { data, ...rest } = await read(followers, farmer);
  expect(rest).toEqual({ usernames: [other.account.username, one.account.username], total: 2 });
  expect(data[0]).toEqual({
    _id: other.account._id,
    username: other.account.username,
    fullName: 'Sunita Pawar',
    avatar: null,
    userType: 'farmer',
    isVerified: false,
    verifiedFor: [],
    rating: 0,
    totalReviews: 0,
    place: { state: 'Punjab', district: 'Ludhiana', city: 'Khanna' },
    isFollowing: true,
  } satisfies ListedPerson);
  expect(data[1]?.isFollowing).toBe(false);
  expect((await read(followers, farmer, farmer)).data.map(({ isFollowing }) => isFollowing)).toEqual([
    false,
    false,
  ]);
  expect((await read(following, other)).usernames).toEqual([one.account.username, farmer.account.username]);
  expect((await read(following, farmer)).usernames).toEqual([]);
  const params = { username: other.account.username.toUpperCase() };
  expect((await viewer.client.call(following, { params })).data).toHaveLength(2);
});

describe('the lists leave out people', () => {
  test.each(endings)('whose account is %s', async (ending) => {
    const [owner, gone] = [await addPerson(app.url), await addPerson(app.url)];
    await gone.client.call(follow, paramsOf(owner));
    await owner.client.call(follow, paramsOf(gone));
    expect(await read(followers, owner)).toMatchObject({ total: 1 });
    await endAccount[ending](app.database.db, gone.account._id);
    for (const key of [followers, following] as const) {
      expect(await read(key, owner)).toMatchObject({ usernames: [], total: 0 });
      expect(await viewer.client.fail(key, paramsOf(gone))).toMatchObject({ code: 'USER_NOT_FOUND' });
    }
  });

  test('across a block, but show them to others', async () => {
    const [owner, blocker, blocked] = [
      await addPerson(app.url),
      await addPerson(app.url),
      await addPerson(app.url),
    ];
    for (const { client } of [blocker, blocked]) await client.call(follow, paramsOf(owner));
    await insertBlock(app.database.db, blocker.account._id, blocked.account._id);
    expect((await read(followers, owner)).total).toBe(2);
    expect(await read(followers, owner, blocked)).toMatchObject({
      usernames: [blocked.account.username],
      total: 1,
    });
    expect(await read(followers, owner, blocker)).toMatchObject({
      usernames: [blocker.account.username],
      total: 1,
    });
    expect(await blocked.client.fail(following, paramsOf(blocker))).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect((await read(following, blocked, blocker)).usernames).toEqual([owner.account.username]);
  });
});

test('pages through a long list without gaps or duplicates while people are added', async () => {
  const owner = await addPerson(app.url);
  const ids = await insertPeople(app.database.db, 67);
  await addFollowers(ids, owner.account._id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, page } = await viewer.client.call(followers, {
      ...paramsOf(owner),
      query: { limit: 10, cursor },
    });
    expect(page.total).toBe(67);
    seen.push(...data.map(({ _id }) => _id));
    cursor = page.nextCursor ?? undefined;
    if (seen.length === 30) await farmer.client.call(follow, paramsOf(owner));
  } while (cursor);
  expect(seen).toHaveLength(67);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect((await read(followers, owner)).total).toBe(68);
});

test('counts up to 10,000 and returns at most 50 at a time', async () => {
  const owner = await addPerson(app.url);
  const ids = await insertPeople(app.database.db, 10_001);
  await addFollowers(ids.slice(0, 10_000), owner.account._id);
  expect((await read(followers, owner)).total).toBe(10_000);
  await addFollowers(ids.slice(10_000), owner.account._id);
  const { data, page } = await viewer.client.call(followers, { ...paramsOf(owner), query: { limit: 500 } });
  expect(data).toHaveLength(50);
  expect(page.total).toBe('10,000+');
});

test.each([followers, following] as const)('%s takes two queries, however long the list', async (key) => {
  await viewer.client.call(key, paramsOf(farmer));
  await expectQueries(app.database, 2, () => viewer.client.call(key, paramsOf(farmer)));
});

test.each([followers, following] as const)('%s refuses invalid cursors', async (key) => {
  const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const id = farmer.account._id;
  for (const cursor of ['x', forged([1]), forged([1e30, id, 1]), forged([-1, id, 1]), forged([1, 'x', 1])]) {
    expect(await viewer.client.fail(key, { ...paramsOf(farmer), query: { cursor } })).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'cursor' }],
    });
  }
  const late = { cursor: forged([Number.MAX_SAFE_INTEGER, id, 1]) };
  await viewer.client.call(key, { ...paramsOf(farmer), query: late });
  expect(await viewer.client.fail(key, { params: { username: 'nobody' } })).toMatchObject({
    code: 'USER_NOT_FOUND',
  });
});
