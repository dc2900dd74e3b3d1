import { expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { insertMembers, markDeleted, type Member } from '#test/rows.ts';

const follow = 'POST /api/v1/follow/follow/:username';
const unfollow = 'DELETE /api/v1/follow/unfollow/:username';

const app = appForTests();

const addMembers = (count: number) => insertMembers(app.database.db, app.url, count);
const paramsOf = ({ username }: Member) => ({ params: { username } });

async function expectNoDrift(members: readonly Member[]): Promise<number> {
  const { db } = app.database;
  const ids = members.map(({ id }) => id);
  const people = await db
    .selectFrom('users')
    .select(['id', 'followers_count'])
    .where('id', 'in', ids)
    .execute();
  const rows = await db.selectFrom('follows').selectAll().where('follower_id', 'in', ids).execute();
  for (const { id, followers_count: count } of people)
    expect(count).toBe(rows.filter(({ followed_id }) => followed_id === id).length);
  return rows.length;
}

test('hundreds of concurrent follows and unfollows of twenty people leave exact counters', async () => {
  const [star, ...fans] = (await addMembers(21)) as [Member, ...Member[]];
  const lanes = fans.flatMap(({ client }, fan) =>
    Array.from({ length: 4 }, async (_, lane) => {
      const responses = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const key = ((lane * 5 + turn) * 7 + fan) % 3 === 0 ? unfollow : follow;
        const { status, body } = await client.send(key, paramsOf(star));
        expect(status).toBe(200);
        responses.push(body as { data: { followersCount: number } });
      }
      return responses;
    }),
  );
  const responses = (await Promise.all(lanes)).flat();
  expect(responses).toHaveLength(400);
  for (const { data } of responses) expect(data.followersCount).toBeLessThanOrEqual(fans.length);
  await expectNoDrift([star, ...fans]);
  await Promise.all(fans.map(({ client }, fan) => client.send(fan < 8 ? follow : unfollow, paramsOf(star))));
  expect(await expectNoDrift([star, ...fans])).toBe(8);
});

test('people who follow each other concurrently do not deadlock', async () => {
  const members = await addMembers(6);
  for (let round = 0; round < 5; round += 1) {
    const pairs = members.flatMap((one) => members.map((other) => [one, other] as const));
    const calls = pairs
      .filter(([one, other]) => one !== other)
      .map(([one, other], index) =>
        one.client.call((index + round) % 4 === 0 ? unfollow : follow, paramsOf(other)),
      );
    await Promise.all(calls);
    await expectNoDrift(members);
  }
});

test('no follow survives a concurrent block', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [one, other] = (await addMembers(2)) as [Member, Member];
    const block = one.client.send('POST /api/v1/blocks/:username', paramsOf(other));
    const responses = await Promise.all([
      other.client.send(follow, paramsOf(one)),
      one.client.send(follow, paramsOf(other)),
      block,
      other.client.send(follow, paramsOf(one)),
    ]);
    for (const { status } of responses) expect([200, 403]).toContain(status);
    expect(await expectNoDrift([one, other])).toBe(0);
  }
});

test('an account that has ended cannot follow, even with a cached session', async () => {
  const [gone, other] = (await addMembers(2)) as [Member, Member];
  await gone.client.call('GET /api/v1/users/profile');
  await markDeleted(app.database.db, gone.id);
  expect(await gone.client.fail(follow, paramsOf(other))).toMatchObject({ code: 'NOT_LOGGED_IN' });
  expect(await expectNoDrift([gone, other])).toBe(0);
});
