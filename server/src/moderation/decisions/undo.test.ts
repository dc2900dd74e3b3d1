import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOldPerson, decide, findCase, operate, report, undo } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { enoughToHide } from '../reports/weights.ts';
import { addStaff } from '#test/second-factor.ts';

const app = appForTests();
let moderator: Person;
let other: Person;
let reporter: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  other = await addStaff(app, 'moderator');
  reporter = await addOldPerson(app);
});

let farmer: Person;
beforeEach(async () => {
  farmer = await addPerson(app.url);
  await app.database.db.updateTable('cases').set({ auto_hidden_at: null }).execute();
});

const restrict = async (kind: 'user' | 'post', days: number) =>
  decide(moderator, await findCase(moderator, farmer, kind), 'restrict', { days });

const canSee = async (postId: string) =>
  (await reporter.client.send('GET /api/v1/post/:postId', { params: { postId } })).status === 200;

async function findRestriction(): Promise<Date | null> {
  const { restricted_until: until } = await app.database.db
    .selectFrom('users')
    .select('restricted_until')
    .where('id', '=', farmer.account._id)
    .executeTakeFirstOrThrow();
  return until;
}

describe('suspensions of one account', () => {
  let made: [string, string];
  beforeEach(async () => {
    const post = await addPost(farmer);
    await report(reporter, 'user', farmer.account._id);
    await report(reporter, 'post', post._id);
    const [about, ofPost] = [
      await findCase(moderator, farmer, 'user'),
      await findCase(moderator, farmer, 'post'),
    ];
    const one = await decide(moderator, about, 'suspend', { text: 'You sold what was not there.' });
    made = [one._id, (await decide(moderator, ofPost, 'suspend', { text: 'And this.' }))._id];
  });
  const canLogIn = async () => {
    const body = { email: farmer.account.email, password: goodPassword };
    return (await new TestClient(app.url).send('POST /api/v1/users/login', { body })).status === 200;
  };

  test('are undone in any order', async () => {
    await undo(moderator, made[0]);
    expect(await canLogIn()).toBe(false);
    await undo(moderator, made[1]);
    expect(await canLogIn()).toBe(true);
  });

  test('do not change what the operator did later', async () => {
    await operate(app.url, 'unsuspend', { person: farmer.account.username });
    await undo(moderator, made[1]);
    expect(await canLogIn()).toBe(true);
    await operate(app.url, 'suspend', { person: farmer.account.username, reason: 'Court order' });
    await undo(moderator, made[0]);
    expect(await canLogIn()).toBe(false);
  });
});

describe('restrictions of one account', () => {
  test('stay when an earlier one is undone, also of a post that reports hid', async () => {
    const { _id: postId } = await addPost(farmer);
    await report(reporter, 'user', farmer.account._id);
    const first = await restrict('user', 2);
    for (let count = 0; count < enoughToHide.groups; count += 1)
      await report(await addOldPerson(app), 'post', postId);
    expect(await canSee(postId)).toBe(false);
    const second = await restrict('post', 5);
    await undo(moderator, first._id);
    expect((await findRestriction())?.toJSON()).toBe(second.until);
    await undo(moderator, second._id);
    expect(await findRestriction()).toBeNull();
    expect(await canSee(postId)).toBe(true);
  });

  test('end when two moderators undo both at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      farmer = await addPerson(app.url);
      await report(reporter, 'post', (await addPost(farmer))._id);
      await report(reporter, 'user', farmer.account._id);
      const first = await restrict('user', 2);
      const second = await restrict('post', 5);
      await Promise.all([undo(moderator, first._id), undo(other, second._id)]);
      expect(await findRestriction()).toBeNull();
    }
  });
});
