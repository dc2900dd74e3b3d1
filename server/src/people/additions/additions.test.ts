import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '@upaj/contract/limits';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import {
  addPerson,
  addPost,
  goodPassword,
  photo,
  postFields,
  registration,
  toForm,
} from '#test/factories.ts';
import { startMailServer, type TestMailServer } from '#test/mail.ts';
import { anyNumber, askForCode, confirm, joinByNumber } from '#test/sms.ts';

const addEmail = 'POST /api/v1/users/email';
const addAadhaar = 'POST /api/v1/users/aadhaar';
const verify = 'POST /api/v1/users/verify-email';
const currentUser = 'GET /api/v1/users/current-user';
const aadhaar = '234567890124';

let app: TestApp;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const anyEmail = () => registration()['email'] ?? '';
const tokenFor = async (email: string, page = 'verify-email') =>
  (await smtp.waitForLink(email, page)).searchParams.get('token') ?? '';

describe('an email address', () => {
  test('belongs to the account once its link is opened where the person is logged in', async () => {
    const { client } = await joinByNumber(app);
    const email = anyEmail();
    await client.call(addEmail, { body: { email } });
    const token = await tokenFor(email);
    expect((await client.call(currentUser)).data.user.email).toBe('');
    expect((await new TestClient(app.url).fail(verify, { body: { token } })).code).toBe('LOG_IN_TO_VERIFY');
    await client.call(verify, { body: { token } });
    expect((await client.call(currentUser)).data.user).toMatchObject({ email, isEmailVerified: true });
    expect((await client.fail(addEmail, { body: { email: anyEmail() } })).code).toBe('HAS_EMAIL');
  });

  test('of another account is refused, and its owner gets a way in', async () => {
    const { client } = await joinByNumber(app);
    const { account } = await addPerson(app.url);
    smtp.deleteMailsTo(account.email);
    expect((await client.fail(addEmail, { body: { email: account.email } })).code).toBe('EMAIL_TAKEN');
    await smtp.waitForLink(account.email, 'reset-password');
  });

  test('that two accounts add at once belongs to one', async () => {
    const email = anyEmail();
    const people = [await joinByNumber(app), await joinByNumber(app)];
    const tokens: string[] = [];
    for (const { client } of people) {
      smtp.deleteMailsTo(email);
      await client.call(addEmail, { body: { email } });
      tokens.push(await tokenFor(email));
    }
    const statuses = await Promise.all(
      people.map(
        async ({ client }, index) => (await client.send(verify, { body: { token: tokens[index] } })).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
  });
});

test('the owner of an address gets it, not the account of a proved number in which somebody entered it', async () => {
  const owner = await addPerson(app.url);
  const { email } = owner.account;
  const number = anyNumber();
  const code = await askForCode(app, owner.client, number, 'contact-code');
  const proof = { contact: number, code, password: goodPassword };
  await owner.client.call('POST /api/v1/users/contact-code/confirm', { body: proof });
  smtp.deleteMailsTo(email);
  const client = new TestClient(app.url);
  await client.call('POST /api/v1/users/forgot-password', { body: { email } });
  const token = await tokenFor(email, 'reset-password');
  const body = { token, password: 'owner-of-the-address', confirmPassword: 'owner-of-the-address' };
  expect((await client.fail('POST /api/v1/users/reset-password', { body })).code).toBe('EMAIL_RELEASED');
  expect((await owner.client.call(currentUser)).data.user).toMatchObject({ email: '', provedNumber: number });
  expect((await client.fail('POST /api/v1/users/reset-password', { body })).code).toBe('LINK_INVALID');
  const { account } = await addPerson(app.url, { email });
  expect(account.email).toBe(email);
});

test('an Aadhaar number is added once, and only its last digits are shown', async () => {
  const { client } = await joinByNumber(app);
  const { data } = await client.call(addAadhaar, { body: { adharNo: aadhaar } });
  expect(data.user.aadhaarNumber).toBe('XXXX XXXX 0124');
  expect((await client.fail(addAadhaar, { body: { adharNo: aadhaar } })).code).toBe('HAS_AADHAAR');
});

test('an account with a number alone publishes five posts in seven days', async () => {
  const person = await joinByNumber(app);
  for (let posts = 0; posts < limits.postsOfUnproved; posts += 1) await addPost(person);
  const form = async () => toForm(postFields(), { images: [await photo()] });
  const refused = await person.client.fail('POST /api/v1/post/create-post', { form: await form() });
  expect(refused.code).toBe('PROOF_NEEDED');
  await person.client.call(addAadhaar, { body: { adharNo: '345678901236' } });
  await addPost(person);
});

test('people with a password enter it to add an address or an Aadhaar number', async () => {
  const number = anyNumber();
  const { client } = await joinByNumber(app, number);
  const code = await askForCode(app, client, number, 'contact-code');
  await client.call('PUT /api/v1/users/password', {
    body: { code, password: goodPassword, confirmPassword: goodPassword },
  });
  for (const [call, body] of [
    [addEmail, { email: anyEmail() }],
    [addAadhaar, { adharNo: aadhaar }],
  ] as const) {
    expect((await client.fail(call, { body })).errors).toMatchObject([{ field: 'password' }]);
    await client.call(call, { body: { ...body, password: goodPassword } });
  }
});

test('an account without an address is notified, exported and deleted like others', async () => {
  const number = anyNumber();
  const { client, account } = await joinByNumber(app, number);
  const zip = await client.fetch('/api/v1/users/export');
  expect(zip.status).toBe(200);
  expect(String(zip.body)).toContain('proved_numbers');
  await client.call('DELETE /api/v1/users/account', { body: { confirmation: account.username } });
  const rows = await app.database.db
    .selectFrom('proved_numbers')
    .select('number')
    .where('number', '=', number)
    .execute();
  expect(rows).toEqual([]);
  const again = new TestClient(app.url);
  const { data } = await confirm(again, { contact: number, code: await askForCode(app, again, number) });
  expect(data.isNew).toBe(true);
});
