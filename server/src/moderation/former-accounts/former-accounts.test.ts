import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addOldPerson, decide, findCase, report, undo, workOn } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import {
  addPerson,
  goodPassword,
  photo,
  postFields,
  registration,
  toForm,
  type Person,
} from '#test/factories.ts';
import {
  leave,
  flagsOf as flagsIn,
  openCase,
  register as registerIn,
  verifyAddress,
} from '#test/former-accounts.ts';
import { changeUser, insertPeople } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { anyNumber, joinByNumber } from '#test/sms.ts';
import { testSecretKey } from '#test/session-cookie.ts';

const createPost = 'POST /api/v1/post/create-post';
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

async function postAs({ client }: Person) {
  const form = toForm(postFields(), { images: [await photo()] });
  return client.send(createPost, { form });
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
    expect((await openCase(moderator, _id)).record.decisions).toHaveLength(1);
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

  test('continues also when ten later former accounts have the same phone number', async () => {
    const { db } = app.database;
    await verify(cheat);
    await restrict(cheat);
    await leave(cheat);
    const { phone_fingerprints, until } = await db
      .selectFrom('former_accounts')
      .selectAll()
      .where('user_id', '=', cheat.account._id)
      .executeTakeFirstOrThrow();
    const later = (await insertPeople(db, 10)).map((user_id) => ({
      user_id,
      email_fingerprint: user_id,
      is_email_verified: true,
      phone_fingerprints,
      until: new Date(until.getTime() + day),
    }));
    await db.insertInto('former_accounts').values(later).execute();
    const again = await register({ email: fields['email'] ?? '', contact: fields['contact'] ?? '' });
    await verify(again);
    expect(await postAs(again)).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } });
  });

  test('continues for the same mobile number, when both accounts proved it', async () => {
    const number = anyNumber();
    const first = await joinByNumber(app, number);
    await restrict(first);
    await first.client.call('DELETE /api/v1/users/account', {
      body: { confirmation: first.account.username },
    });
    const claimed = await register({ contact: number });
    expect((await postAs(claimed)).status).toBe(201);
    const again = await joinByNumber(app, number);
    await app.services.outbox.deliver();
    expect(await postAs(again)).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } });
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
    await app.services.outbox.deliver();
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
    await app.services.outbox.deliver();
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
      await rotated.services.outbox.deliver();
      expect(await flagsOf(again)).toMatchObject([
        { by: ['aadhaar', 'email', 'phone'], caseId: decision.caseId },
      ]);
    } finally {
      await rotated.close();
    }
  });
});
