import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formerAccountDays } from '@upaj/contract/moderation/former-accounts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addOldPerson, decide, findCase, report, undo } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import {
  addComment,
  addPerson,
  addPost,
  goodPassword,
  photo,
  postFields,
  registration,
  toForm,
  type Person,
} from '#test/factories.ts';
import { changeUser } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';

const remove = 'DELETE /api/v1/users/account';
const createPost = 'POST /api/v1/post/create-post';
const readCase = 'GET /api/v1/moderation/cases/:caseId';
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

const delivered = () => app.services.outbox.deliver();

/** Verifies the address as its link does. */
async function verify({ account }: Person): Promise<void> {
  const { db } = app.database;
  await db.transaction().execute((trx) => app.services.addressProof.prove(account._id, 'logged in', trx));
  await delivered();
}

const leave = ({ client, account }: Person) =>
  client.call(remove, { body: { confirmation: account.username, password: goodPassword } });

let fields: Record<string, string>;
let cheat: Person;
let count = 0;
beforeEach(async () => {
  count += 1;
  fields = registration({ contact: String(9_100_000_000 + count) });
  cheat = await addPerson(app.url, fields);
});

async function register(changes: Record<string, string> = {}): Promise<Person> {
  const person = await addPerson(app.url, registration(changes));
  await delivered();
  return person;
}

async function postAs({ client }: Person) {
  const form = toForm(postFields(), { images: [await photo()] });
  return client.send(createPost, { form });
}

async function restrict(person: Person) {
  await report(reporter, 'user', person.account._id);
  return decide(moderator, await findCase(moderator, person, 'user'), 'restrict', { days: 30 });
}

const open = async (caseId: string) => (await moderator.client.call(readCase, { params: { caseId } })).data;

async function flagsOf(person: Person) {
  const { data } = await moderator.client.call('GET /api/v1/moderation/cases', { query: { limit: 50 } });
  const found = data.filter((one) => one.person._id === person.account._id && one.kind === 'user');
  return (await Promise.all(found.map(({ _id }) => open(_id)))).flatMap(({ flags }) => flags);
}

describe('the same verified address', () => {
  test('continues a restriction, which the person can read and appeal', async () => {
    await verify(cheat);
    const decision = await restrict(cheat);
    await leave(cheat);
    const again = await register({ email: fields['email'] ?? '' });
    expect((await postAs(again)).status).toBe(201);
    await verify(again);
    expect(await postAs(again)).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } });
    const { data } = await again.client.call('GET /api/v1/notifications');
    expect(data).toMatchObject([{ kind: 'moderation-decision', data: { decisionId: decision._id } }]);
    const body = { decisionId: decision._id, text: 'I have paid it back.' };
    await again.client.call('POST /api/v1/appeals', { body });
    await undo(await addStaff(app, 'moderator'), decision._id);
    expect((await postAs(again)).status).toBe(201);
  });

  test('continues open cases with their reports, and the record of decisions', async () => {
    await verify(cheat);
    await report(reporter, 'user', cheat.account._id, { details: 'Took my advance' });
    const earlier = await findCase(moderator, cheat, 'user');
    await leave(cheat);
    const again = await register({ email: fields['email'] ?? '' });
    // A report of the new account joins the earlier case.
    await report(await addOldPerson(app), 'user', again.account._id, { details: 'Again' });
    await report(reporter, 'user', again.account._id, { details: 'Again, me too' });
    await verify(again);
    const { _id } = await findCase(moderator, again, 'user');
    expect(_id).toBe(earlier._id);
    const page = await open(_id);
    expect(page.reports.map(({ details }) => details).toSorted()).toEqual(['Again', 'Took my advance']);
    expect(page.reportsCount).toBe(2);
    expect(page.evidence).toMatchObject({ username: fields['username'] });
    await decide(moderator, page, 'warn');
    expect((await open(_id)).record.decisions).toHaveLength(1);
  });

  test('is followed through several accounts, and never shortens a restriction', async () => {
    await verify(cheat);
    await restrict(cheat);
    await leave(cheat);
    const second = await register({ email: fields['email'] ?? '' });
    await verify(second);
    await leave(second);
    const third = await register({ email: fields['email'] ?? '' });
    const until = new Date(Date.now() + 80 * day);
    await changeUser(app.database.db, third.account._id, { restricted_until: until });
    await verify(third);
    const { restricted_until: now } = await app.database.db
      .selectFrom('users')
      .select('restricted_until')
      .where('id', '=', third.account._id)
      .executeTakeFirstOrThrow();
    expect(now).toEqual(until);
    expect((await postAs(third)).status).toBe(403);
  });

  test('continues what moderators decide after the deletion', async () => {
    await verify(cheat);
    await report(reporter, 'user', cheat.account._id);
    await leave(cheat);
    const { data } = await moderator.client.call('GET /api/v1/moderation/cases', {
      query: { kind: 'user', limit: 50 },
    });
    const found = data.find(({ person }) => person._id === cheat.account._id);
    await decide(moderator, found!, 'suspend', { text: 'You took money.' });
    const again = await register({ email: fields['email'] ?? '' });
    await verify(again);
    const body = { email: fields['email'], password: goodPassword };
    const refused = await new TestClient(app.url).send('POST /api/v1/users/login', { body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
    expect((refused.body as { appealToken?: string }).appealToken).toBeTruthy();
  });
});

describe('what is only claimed', () => {
  test.each([
    ['the Aadhaar number', ['aadhaar'], () => ({ adharNo: fields['adharNo'] })],
    ['the phone number', ['phone'], () => ({ contact: fields['contact'] })],
    ['the address that the new account has not verified', ['email'], () => ({ email: fields['email'] })],
  ])('%s opens the account, and moderators see the earlier case', async (_, by, same) => {
    await verify(cheat);
    const decision = await restrict(cheat);
    await leave(cheat);
    const again = await register(same() as Record<string, string>);
    expect((await postAs(again)).status).toBe(201);
    expect(await flagsOf(again)).toMatchObject([{ rule: 'former-account', by, caseId: decision.caseId }]);
    await delivered();
    expect(await flagsOf(again)).toHaveLength(1);
  });

  test('the address that the former account had not verified proves nothing', async () => {
    await restrict(cheat);
    await leave(cheat);
    const owner = await register({ email: fields['email'] ?? '' });
    await verify(owner);
    expect((await postAs(owner)).status).toBe(201);
    expect(await flagsOf(owner)).toMatchObject([{ rule: 'former-account', by: ['email'] }]);
  });

  test('a phone number that is entered later is compared too; others are not', async () => {
    await restrict(cheat);
    await leave(cheat);
    const [again, stranger] = [await register(), await register()];
    const give = (person: Person, phone: string) =>
      person.client.call('PATCH /api/v1/users/profile', {
        body: {
          fullName: 'Gurpreet Singh',
          contactInfo: { phone },
          businessDetails: {},
        },
      });
    await give(again, fields['contact'] ?? '');
    await give(stranger, '9000000001');
    await delivered();
    expect(await flagsOf(again)).toMatchObject([{ rule: 'former-account', by: ['phone'] }]);
    expect(await flagsOf(stranger)).toEqual([]);
  });

  test('values of an older key are found', async () => {
    await verify(cheat);
    const decision = await restrict(cheat);
    await leave(cheat);
    const secretKeys: [string, string] = ['n'.repeat(32), testSecretKey];
    const rotated = await startTestApp({ db: app.database.db, env: { secretKeys } });
    try {
      const { adharNo = '', contact = '', email = '' } = fields;
      const again = await addPerson(rotated.url, registration({ adharNo, contact, email }));
      await delivered();
      await rotated.services.outbox.deliver();
      expect(await flagsOf(again)).toMatchObject([
        { by: ['aadhaar', 'email', 'phone'], caseId: decision.caseId },
      ]);
    } finally {
      await rotated.close();
    }
  });
});

describe('evidence', () => {
  test('of a reported post, its photos and reports stays for moderators only', async () => {
    const post = await addPost(cheat, { title: 'Gold wheat', description: 'Pay first' });
    await report(reporter, 'post', post._id, { details: 'He took my money' });
    const { _id: caseId } = await findCase(moderator, cheat, 'post');
    await leave(cheat);
    const page = await open(caseId);
    expect(page).toMatchObject({
      post: null,
      evidence: { username: fields['username'], title: 'Gold wheat', text: 'Pay first', images: post.images },
      reports: [{ details: 'He took my money', username: reporter.account.username }],
    });
    const image = post.images[0] ?? '';
    const statuses = await Promise.all(
      [moderator, reporter, await addPerson(app.url)].map(async ({ client }) => (await client.fetch(image)).status),
    );
    expect(statuses).toEqual([200, 404, 404]);
    expect((await new TestClient(app.url).fetch(image)).status).toBe(404);
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
  expect(await db.selectFrom('former_accounts').select('until').where('user_id', '=', id).execute()).toEqual([]);
  expect(await db.selectFrom('cases').select('id').where('person_id', '=', id).execute()).toEqual([]);
  const again = await register({ email: fields['email'] ?? '', adharNo: fields['adharNo'] ?? '' });
  expect(await flagsOf(again)).toEqual([]);
});

test('after 180 days a job deletes everything', async () => {
  const { db } = app.database;
  const { _id: id } = cheat.account;
  await verify(cheat);
  const post = await addPost(cheat, { title: 'Gold wheat' });
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
  await db.updateTable('former_accounts').set({ until: new Date() }).where('user_id', '=', id).execute();
  await run();
  expect(await row().execute()).toEqual([]);
  expect(await db.selectFrom('cases').select('id').where('person_id', '=', id).execute()).toEqual([]);
  expect(await db.selectFrom('decisions').select('id').where('person_id', '=', id).execute()).toEqual([]);
  expect(await db.selectFrom('case_evidence').select('id').where('username', '=', fields['username']!).execute()).toEqual(
    [],
  );
  expect(await flagsOf(again)).toEqual([]);
  const account = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(account).toMatchObject({ restricted_until: null, suspension_reason: '' });
  expect((await moderator.client.fetch(post.images[0] ?? '')).status).toBe(404);
});

test('the deletion screen says until when something stays, but betrays no report', async () => {
  const find = async () =>
    (await cheat.client.call('GET /api/v1/users/account/deletion')).data.retainedUntil;
  expect(await find()).toBeNull();
  await report(reporter, 'user', cheat.account._id);
  expect(await find()).toBeNull();
  await decide(moderator, await findCase(moderator, cheat, 'user'), 'warn');
  expect(Math.round((Date.parse((await find()) ?? '') - Date.now()) / day)).toBe(formerAccountDays);
});

describe('an Aadhaar number that two accounts claim', () => {
  test('locks nobody out: moderators see both, and neither gets a badge until they decide', async () => {
    const later = await register({ adharNo: fields['adharNo'] ?? '' });
    await register({ adharNo: fields['adharNo'] ?? '' });
    expect(await flagsOf(later)).toMatchObject([
      { rule: 'same-aadhaar', accounts: 1, related: [{ username: cheat.account.username }] },
    ]);
    expect(await flagsOf(cheat)).toHaveLength(1);
    for (const person of [cheat, later]) {
      const form = toForm({ check: 'farm' }, { photo: [await photo()] });
      await person.client.call('POST /api/v1/verification', { form });
      const request = await findCase(moderator, person, 'verification');
      const decideOn = (caseId: string, body: object) =>
        moderator.client.send('POST /api/v1/moderation/cases/:caseId/decisions', { params: { caseId }, body });
      const verifying = { action: 'verify', reason: 'proven' };
      expect(await decideOn(request._id, verifying)).toMatchObject({
        status: 409,
        body: { code: 'AADHAAR_DISPUTED' },
      });
      await decide(moderator, await findCase(moderator, person, 'user'), 'dismiss');
      expect((await decideOn(request._id, verifying)).status).toBe(200);
    }
  });

  test('does not touch an account whose document was checked', async () => {
    const checked = { is_verified: true, verified_for: ['document'] };
    await changeUser(app.database.db, cheat.account._id, checked);
    const later = await register({ adharNo: fields['adharNo'] ?? '' });
    expect(await flagsOf(cheat)).toEqual([]);
    expect(await flagsOf(later)).toMatchObject([{ rule: 'same-aadhaar' }]);
  });

  test('at the same moment is seen as well', async () => {
    const adharNo = registration()['adharNo'] ?? '';
    const [one, other] = await Promise.all([1, 2].map(() => addPerson(app.url, registration({ adharNo }))));
    await delivered();
    expect(await flagsOf(one!)).toMatchObject([{ rule: 'same-aadhaar' }]);
    expect(await flagsOf(other!)).toMatchObject([{ rule: 'same-aadhaar' }]);
  });
});
