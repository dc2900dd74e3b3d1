import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formerAccountDays } from '@upaj/contract/moderation/former-accounts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addOldPerson, decide, findCase, report, workOn } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { addComment, addPerson, addPost, photo, registration, toForm, type Person } from '#test/factories.ts';
import { leave, flagsOf as flagsIn, register as registerIn, verifyAddress } from '#test/former-accounts.ts';
import { addStaff } from '#test/second-factor.ts';

const remove = 'DELETE /api/v1/post/:postId';
const day = 24 * 60 * 60_000;

let app: TestApp;
let moderator: Person;
let reporter: Person;
beforeAll(async () => {
  app = await startTestApp();
  moderator = await addStaff(app, 'moderator');
  reporter = await addOldPerson(app);
});
afterAll(() => app.close());

const verify = (person: Person) => verifyAddress(app, person);
const register = (changes: Record<string, string> = {}) => registerIn(app, changes);
const open = (caseId: string) => workOn(moderator, { _id: caseId });
const flagsOf = (person: Person) => flagsIn(moderator, person);

let fields: Record<string, string>;
let cheat: Person;
let count = 0;
beforeEach(async () => {
  count += 1;
  fields = registration({ contact: String(9_100_000_000 + count) });
  cheat = await addPerson(app.url, fields);
});

async function restrict(person: Person) {
  await report(reporter, 'user', person.account._id);
  return decide(moderator, await findCase(moderator, person, 'user'), 'restrict', { days: 30 });
}

describe('evidence', () => {
  test('of a reported post, its photos and reports stays for moderators only', async () => {
    const post = await addPost(cheat, { title: 'Gold wheat', description: 'Pay first' });
    await report(reporter, 'post', post._id, { details: 'He took my money' });
    const { _id: caseId } = await findCase(moderator, cheat, 'post');
    await leave(cheat);
    const page = await open(caseId);
    expect(page).toMatchObject({
      post: null,
      evidence: { username: '', title: 'Gold wheat', text: 'Pay first', images: post.images },
      reports: [{ details: 'He took my money', username: reporter.account.username }],
    });
    const image = post.images[0] ?? '';
    const statuses = await Promise.all(
      [moderator, reporter, await addPerson(app.url)].map(
        async ({ client }) => (await client.fetch(image)).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404]);
    expect((await new TestClient(app.url).fetch(image)).status).toBe(404);
  });

  test('of a reported post stays when its author deletes it, with the reports, also of comments', async () => {
    const post = await addPost(cheat, { title: 'Gold wheat', description: 'Pay first' });
    const comment = await addComment(await addPerson(app.url), post._id, 'He has my money');
    await report(reporter, 'post', post._id, { details: 'He took my money' });
    await report(reporter, 'comment', comment._id);
    const { _id: caseId } = await findCase(moderator, cheat, 'post');
    await cheat.client.call(remove, { params: { postId: post._id } });
    expect(await open(caseId)).toMatchObject({
      post: null,
      evidence: { title: 'Gold wheat', text: 'Pay first', images: post.images },
      reports: [{ details: 'He took my money' }],
      reportsCount: 1,
      weight: 1,
    });
    const [image = ''] = post.images;
    expect((await moderator.client.fetch(image)).status).toBe(200);
    expect((await reporter.client.fetch(image)).status).toBe(404);
    const { data } = await moderator.client.call('GET /api/v1/moderation/cases', {
      query: { kind: 'comment', limit: 50 },
    });
    const ofComment = data.find(({ person }) => person._id === comment.author._id);
    expect(await open(ofComment?._id ?? '')).toMatchObject({
      evidence: { text: 'He has my money' },
      reportsCount: 1,
    });
    await decide(moderator, { _id: caseId }, 'warn');
  });

  test('of a post goes with the post when nobody reported it', async () => {
    const { _id: postId, images } = await addPost(cheat);
    await cheat.client.call(remove, { params: { postId } });
    expect((await cheat.client.fetch(images[0] ?? '')).status).toBe(404);
  });

  test('of a comment stays, and the reporter’s words go with the reporter', async () => {
    const other = await addOldPerson(app);
    const comment = await addComment(cheat, (await addPost(reporter))._id, 'Call me for cheap gold');
    await report(other, 'comment', comment._id, { details: 'Private words' });
    const { _id: caseId } = await findCase(moderator, cheat, 'comment');
    await leave(cheat);
    expect(await open(caseId)).toMatchObject({
      evidence: { text: 'Call me for cheap gold' },
      reports: [{ details: 'Private words' }],
    });
    await leave(other);
    expect((await open(caseId)).reports).toMatchObject([{ details: '' }]);
  });

  test('of two cases about a person stays, with the photo that both show', async () => {
    await cheat.client.call('PATCH /api/v1/users/avatar', { form: toForm({}, { avatar: [await photo()] }) });
    await restrict(cheat);
    const other = await addOldPerson(app);
    await report(other, 'user', cheat.account._id);
    const { _id: caseId } = await findCase(moderator, cheat, 'user');
    await leave(cheat);
    expect((await open(caseId)).evidence?.images).toHaveLength(1);
  });

  test('cases of others stay when their reporter leaves', async () => {
    const accused = await addPerson(app.url);
    await restrict(cheat);
    await report(cheat, 'user', accused.account._id, { details: 'Mine' });
    const { _id: caseId } = await findCase(moderator, accused, 'user');
    await leave(cheat);
    expect(await open(caseId)).toMatchObject({ status: 'open', reportsCount: 1, reports: [{ details: '' }] });
  });
});

test('nothing of an account stays that moderators had nothing to do with', async () => {
  await report(reporter, 'user', cheat.account._id);
  await decide(moderator, await findCase(moderator, cheat, 'user'), 'dismiss');
  await leave(cheat);
  const { db } = app.database;
  const { _id: id } = cheat.account;
  expect(await db.selectFrom('former_accounts').select('until').where('user_id', '=', id).execute()).toEqual(
    [],
  );
  expect(await db.selectFrom('cases').select('id').where('person_id', '=', id).execute()).toEqual([]);
  const again = await register({ email: fields['email'] ?? '', adharNo: fields['adharNo'] ?? '' });
  expect(await flagsOf(again)).toEqual([]);
});

test('after 180 days a job deletes everything', async () => {
  const { db } = app.database;
  const { _id: id } = cheat.account;
  await verify(cheat);
  const post = await addPost(cheat, { title: 'Wheat of the last one' });
  await report(reporter, 'post', post._id);
  await restrict(cheat);
  await leave(cheat);
  const again = await register({ adharNo: fields['adharNo'] ?? '' });
  const row = () => db.selectFrom('former_accounts').select('until').where('user_id', '=', id);
  const { until } = await row().executeTakeFirstOrThrow();
  expect(Math.round((until.getTime() - Date.now()) / day)).toBe(formerAccountDays);
  const run = () =>
    app.jobs.find(({ name }) => name === 'end-former-accounts')!.run(new AbortController().signal);
  await run();
  expect(await row().execute()).toHaveLength(1);
  await db
    .updateTable('former_accounts')
    .set({ until: new Date(Date.now() - day) })
    .where('user_id', '=', id)
    .execute();
  await run();
  expect(await row().execute()).toEqual([]);
  expect(await db.selectFrom('cases').select('id').where('person_id', '=', id).execute()).toEqual([]);
  expect(await db.selectFrom('decisions').select('id').where('person_id', '=', id).execute()).toEqual([]);
  const evidence = db.selectFrom('case_evidence').select('id').where('title', '=', 'Wheat of the last one');
  expect(await evidence.execute()).toEqual([]);
  expect(await flagsOf(again)).toEqual([]);
  const account = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(account).toMatchObject({ restricted_until: null, suspension_reason: '' });
  expect((await moderator.client.fetch(post.images[0] ?? '')).status).toBe(404);
});

test('the deletion screen says until when something stays, but betrays no report', async () => {
  const find = async () => (await cheat.client.call('GET /api/v1/users/account/deletion')).data.retainedUntil;
  expect(await find()).toBeNull();
  await report(reporter, 'user', cheat.account._id);
  expect(await find()).toBeNull();
  await decide(moderator, await findCase(moderator, cheat, 'user'), 'warn');
  expect(Math.round((Date.parse((await find()) ?? '') - Date.now()) / day)).toBe(formerAccountDays);
});
