import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addOldPerson, decide, findCase, operate, report, undo } from '#test/cases.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { addStaff } from '#test/second-factor.ts';
import { groupReports } from './rules.ts';
import { budget, heldWeight } from './weights.ts';

const send = 'POST /api/v1/reports';
const casePage = 'GET /api/v1/moderation/cases/:caseId';

const app = appForTests();
let moderator: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
});
// What was hidden in one test does not use up the budget of the next.
beforeEach(() => app.database.db.updateTable('cases').set({ auto_hidden_at: null }).execute());

const several = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const three = () => several(3, () => addOldPerson(app));

/** Posts of sellers who have nothing to do with each other. */
const addPosts = (count: number) =>
  several(count, async () => {
    const seller = await addPerson(app.url);
    return { seller, postId: (await addPost(seller))._id };
  });

async function countHidden(posts: readonly { postId: string }[]): Promise<number> {
  const rows = await app.database.db
    .selectFrom('posts')
    .select('id')
    .where('is_hidden_by_moderation', '=', true)
    .execute();
  return posts.filter(({ postId }) => rows.some(({ id }) => id === postId)).length;
}

async function pageOf(seller: Person) {
  const { _id: caseId } = await findCase(moderator, seller, 'post');
  return (await moderator.client.call(casePage, { params: { caseId } })).data;
}

test('three accounts that report ten posts of ten sellers at once hide at most one', async () => {
  const [people, posts] = [await three(), await addPosts(10)];
  await Promise.all(people.flatMap((person) => posts.map(({ postId }) => report(person, 'post', postId))));
  expect(await countHidden(posts)).toBeLessThanOrEqual(1);
});

test('what they report next comes first in the queue, with the reason', async () => {
  const [people, posts] = [await three(), await addPosts(2)];
  for (const { postId } of posts) for (const person of people) await report(person, 'post', postId);
  const [first, second] = await Promise.all(posts.map(({ seller }) => pageOf(seller)));
  expect(first).toMatchObject({ isHidden: true, heldFor: null, weight: 3 });
  expect(second).toMatchObject({ isHidden: false, heldFor: 'reporter-budget', weight: 3 + heldWeight });
});

test('reports after a dismissal do not hide the post again, whoever sends them', async () => {
  const [{ seller, postId } = { seller: moderator, postId: '' }] = await addPosts(1);
  for (const person of await three()) await report(person, 'post', postId);
  expect(await countHidden([{ postId }])).toBe(1);
  await decide(moderator, await findCase(moderator, seller, 'post'), 'dismiss', { reason: 'allowed' });
  expect(await countHidden([{ postId }])).toBe(0);
  for (const person of await three()) await report(person, 'post', postId);
  expect(await countHidden([{ postId }])).toBe(0);
  expect(await pageOf(seller)).toMatchObject({ heldFor: 'allowed-before', isHidden: false });
});

test.each(['hide', 'warn'])(
  'a post that reports hid is shown when the decision %s is undone',
  async (action) => {
    const [{ seller, postId } = { seller: moderator, postId: '' }] = await addPosts(1);
    for (const person of await three()) await report(person, 'post', postId);
    const decision = await decide(moderator, await findCase(moderator, seller, 'post'), action);
    expect(await countHidden([{ postId }])).toBe(1);
    await undo(moderator, decision._id);
    expect(await countHidden([{ postId }])).toBe(0);
  },
);

test('a post that reports hid is shown when an operator resolves the last of them, unless a moderator hid it', async () => {
  const [one, other] = await addPosts(2);
  const resolveAll = async (postId: string) => {
    const reports = await app.database.db
      .selectFrom('reports')
      .select('id')
      .where('post_id', '=', postId)
      .execute();
    const hidden: number[] = [];
    for (const { id: reportId } of reports) {
      await operate(app.url, 'resolve', { reportId });
      hidden.push(await countHidden([{ postId }]));
    }
    return hidden;
  };
  for (const { postId } of [one!, other!])
    for (const person of await three()) await report(person, 'post', postId);
  await decide(moderator, await findCase(moderator, other!.seller, 'post'), 'hide');
  expect(await resolveAll(one!.postId)).toEqual([1, 1, 0]);
  expect(await resolveAll(other!.postId)).toEqual([1, 1, 1]);
});

test('dismissed reports count against their sender', async () => {
  const [people, posts] = [await three(), await addPosts(3)];
  const weights: number[] = [];
  for (const { seller, postId } of posts) {
    for (const person of people) await report(person, 'post', postId);
    weights.push((await pageOf(seller)).reports[0]?.weight ?? 0);
    await decide(moderator, await findCase(moderator, seller, 'post'), 'dismiss', { reason: 'allowed' });
  }
  expect(weights).toEqual([1, 0.67, 0.5]);
  const [next] = await addPosts(1);
  for (const person of people) await report(person, 'post', next?.postId ?? '');
  expect((await pageOf(next?.seller ?? moderator)).reports.map(({ weight }) => weight)).toEqual([0, 0, 0]);
});

test('accounts of one address, one browser or one day of registration count as one', async () => {
  const oneAddress = { 'x-forwarded-for': '10.1.2.3' };
  const ways: Record<string, (people: Person[], postId: string) => Promise<unknown>> = {
    address: (people, postId) =>
      Promise.all(
        people.map(({ client }) =>
          client.call(send, {
            body: { kind: 'post', targetId: postId, reason: 'spam' },
            headers: oneAddress,
          }),
        ),
      ),
    browser: async (people, postId) => {
      for (const person of people) {
        const device = people[0]?.client.cookies.get('upaj.devices') ?? '';
        person.client.cookies.set('upaj.devices', device);
        await report(person, 'post', postId);
      }
    },
    day: async (people, postId) => {
      const created_at = new Date('2025-03-01T10:00:00Z');
      const ids = people.map(({ account }) => account._id);
      await app.database.db.updateTable('users').set({ created_at }).where('id', 'in', ids).execute();
      for (const person of people) await report(person, 'post', postId);
    },
  };
  for (const [way, send] of Object.entries(ways)) {
    const [post] = await addPosts(1);
    await send(await several(3, () => addOldPerson(app, true)), post?.postId ?? '');
    expect([way, await countHidden(post ? [post] : [])]).toEqual([way, 0]);
    expect([way, (await pageOf(post?.seller ?? moderator)).weight]).toEqual([way, 6]);
  }
});

test('fifty people with 200 other reports each are compared in a moment', () => {
  const reports = Array.from({ length: 50 }, (_, person) => ({
    reporterId: String(person),
    weight: 1,
    registeredAt: new Date(person * 2 * 24 * 60 * 60_000),
    address: String(person),
    linkedIds: [],
    targets: new Set(Array.from({ length: 200 }, () => randomUUID())),
  }));
  const startedAt = performance.now();
  expect(groupReports(reports)).toHaveLength(50);
  // It took 3.3 s, in which the server did nothing else, before the targets were a set.
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('accounts that report the same things together count as one', async () => {
  const [people, posts] = [await three(), await addPosts(3)];
  for (const { postId } of posts.slice(0, 2))
    for (const person of people.slice(0, 2)) await report(person, 'post', postId);
  for (const person of people) await report(person, 'post', posts[2]?.postId ?? '');
  expect(await countHidden(posts)).toBe(0);
});

test('a crowd of accounts hides no more posts in a day than the budget of the market', async () => {
  const posts = await addPosts(budget.aDayAtLeast + 2);
  for (const { postId } of posts) for (const person of await three()) await report(person, 'post', postId);
  expect(await countHidden(posts)).toBe(budget.aDayAtLeast);
  expect(await pageOf(posts.at(-1)?.seller ?? moderator)).toMatchObject({ heldFor: 'market-budget' });
});
