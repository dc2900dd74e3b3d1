import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { endAccount, endings } from '#test/rows.ts';

const follow = 'POST /api/v1/follow/follow/:username';
const unfollow = 'DELETE /api/v1/follow/unfollow/:username';
const profile = 'GET /api/v1/users/user/:username';

const app = appForTests();
let farmer: Person;

beforeAll(async () => {
  farmer = await addPerson(app.url);
});

const paramsOf = ({ account: { username } }: Person) => ({ params: { username } });
const addPeople = (count: number) => Promise.all(Array.from({ length: count }, () => addPerson(app.url)));

async function expectCounts({ client, account }: Person, followers: number, following: number) {
  const { data } = await client.call('GET /api/v1/users/profile');
  expect([data.followersCount, data.followingCount]).toEqual([followers, following]);
  const rows = await app.database.db.selectFrom('follows').selectAll().execute();
  expect(rows.filter(({ followed_id }) => followed_id === account._id)).toHaveLength(followers);
  expect(rows.filter(({ follower_id }) => follower_id === account._id)).toHaveLength(following);
}

test('following and unfollowing are idempotent', async () => {
  const [one, other] = (await addPeople(2)) as [Person, Person];
  for (let time = 0; time < 2; time += 1) {
    expect(await one.client.call(follow, paramsOf(other))).toMatchObject({
      message: 'You are now following this user!',
      data: { isFollowing: true, followersCount: 1 },
    });
  }
  await expectCounts(other, 1, 0);
  await expectCounts(one, 0, 1);
  for (let time = 0; time < 2; time += 1) {
    expect(await one.client.call(unfollow, paramsOf(other))).toMatchObject({
      message: 'Unfollowed',
      data: { isFollowing: false, followersCount: 0 },
    });
  }
  await expectCounts(other, 0, 0);
  await expectCounts(one, 0, 0);
});

test('a follow is shown to the follower, the count to everyone', async () => {
  const [one, other, third] = (await addPeople(3)) as [Person, Person, Person];
  const params = { username: other.account.username.toUpperCase() };
  await one.client.call(follow, { params });
  expect((await one.client.call(profile, { params })).data).toMatchObject({
    isFollowing: true,
    followersCount: 1,
  });
  expect((await third.client.call(profile, { params })).data).toMatchObject({
    isFollowing: false,
    followersCount: 1,
  });
  expect((await third.client.call(profile, paramsOf(one))).data.followingCount).toBe(1);
});

test('refuses following oneself or an unknown person', async () => {
  for (const key of [follow, unfollow] as const) {
    expect(await farmer.client.fail(key, paramsOf(farmer))).toMatchObject({
      statusCode: 409,
      code: 'NOT_YOURSELF',
    });
    for (const username of ['nobody', '\u0000', 'x'.repeat(60)])
      expect(await farmer.client.fail(key, { params: { username } })).toMatchObject({ statusCode: 404 });
  }
  await expectCounts(farmer, 0, 0);
});

test.each(endings)('a person whose account is %s cannot be followed, only unfollowed', async (ending) => {
  const [one, other, third] = (await addPeople(3)) as [Person, Person, Person];
  await one.client.call(follow, paramsOf(other));
  await endAccount[ending](app.database.db, other.account._id);
  expect(await third.client.fail(follow, paramsOf(other))).toMatchObject({
    statusCode: 404,
    code: 'USER_NOT_FOUND',
  });
  expect((await one.client.call(unfollow, paramsOf(other))).data.isFollowing).toBe(false);
  await expectCounts(one, 0, 0);
});
