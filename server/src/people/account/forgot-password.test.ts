import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import { dumpTables, endAccount, changeUser } from '#test/rows.ts';

const forgot = 'POST /api/v1/users/forgot-password';
const reset = 'POST /api/v1/users/reset-password';
const login = 'POST /api/v1/users/login';
const currentUser = 'GET /api/v1/users/current-user';
const newPassword = 'monsoon-at-last';

let app: TestApp;
let smtp: TestMailServer;
let visitor: TestClient;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: smtp.url, logLevel: 'info' } });
  visitor = new TestClient(app.url);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

/** Each request comes from another IP address, because tests would otherwise share a rate limit. */
let addresses = 0;
function requestReset(email: string) {
  addresses += 1;
  return visitor.send(forgot, { body: { email }, headers: { 'x-forwarded-for': `10.0.0.${addresses}` } });
}

async function requestToken({ account: { email } }: Person): Promise<string> {
  smtp.deleteMailsTo(email);
  await requestReset(email);
  return (await smtp.waitForLink(email, 'reset-password')).searchParams.get('token') ?? '';
}

const resetWith = (token: string, password = newPassword) =>
  visitor.send(reset, { body: { token, password, confirmPassword: password } });

const linkInvalid = { status: 400, body: { code: 'LINK_INVALID' } };

const linkOf = ({ account }: Person) =>
  app.database.db.selectFrom('verifications').where('identifier', '=', `reset-password:${account._id}`);

test('resets a password with one email and one use, ends every session and verifies the address', async () => {
  const person = await addPerson(app.url);
  const { email } = person.account;
  expect(person.account.isEmailVerified).toBe(false);
  const token = await requestToken(person);
  expect(await resetWith(token)).toMatchObject({
    status: 200,
    body: { success: true, data: { cleared: ['sessions', 'phone'] } },
  });
  expect((await person.client.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
  expect((await visitor.fail(login, { body: { email, password: goodPassword } })).code).toBe(
    'INVALID_CREDENTIALS',
  );
  const { data } = await person.client.call(login, { body: { email, password: newPassword } });
  expect(data.user).toMatchObject({ email, isEmailVerified: true });
  expect(await resetWith(token, 'another-monsoon')).toMatchObject(linkInvalid);
  await person.client.call(login, { body: { email, password: newPassword } });
});

test('is worded in English and Hindi and links to this site', async () => {
  const person = await addPerson(app.url, { fullName: 'Name From A Form' });
  const { email } = person.account;
  await requestToken(person);
  const mail = smtp.mails.find((one) => isTo(one, email) && one.text?.includes('reset-password'));
  expect(mail?.subject).toBe('Upaj: choose a new password · उपज: नया पासवर्ड चुनें');
  expect(mail?.from?.address).toBe('no-reply@localhost');
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain('open this link'.replace('open', 'Open'));
    expect(body).toContain('लिंक खोलें');
    expect(body).toContain('http://localhost:3000/reset-password?token=');
    expect(body).not.toContain('Name From A Form');
  }
});

test('does not reveal whether an address has an account', async () => {
  const { account } = await addPerson(app.url);
  const answers = [await requestReset(account.email), await requestReset('nobody-at-all@upaj.example')];
  const [there, missing] = answers.map(({ status, body }) => ({ status, body }));
  expect(there).toEqual(missing);
  expect(there?.status).toBe(200);
  // The response does not wait for the database, so its time cannot show whether there is an account.
  await smtp.waitForLink(account.email, 'reset-password');
  expect(smtp.mails.filter((mail) => isTo(mail, 'nobody-at-all@upaj.example'))).toEqual([]);
});

test.each(['suspended', 'deleted'] as const)('sends no email for an account that is %s', async (ending) => {
  const [gone, other] = [await addPerson(app.url), await addPerson(app.url)];
  await smtp.waitForLink(gone.account.email, 'verify-email');
  await endAccount[ending](app.database.db, gone.account._id);
  smtp.deleteMailsTo(gone.account.email);
  expect((await requestReset(gone.account.email)).status).toBe(200);
  await requestToken(other);
  expect(await linkOf(gone).selectAll().execute()).toEqual([]);
  expect(smtp.mails.filter((mail) => isTo(mail, gone.account.email))).toEqual([]);
});

test('refuses a link requested before the account was suspended', async () => {
  const person = await addPerson(app.url);
  const token = await requestToken(person);
  await changeUser(app.database.db, person.account._id, { suspended_at: new Date() });
  expect(await resetWith(token)).toMatchObject(linkInvalid);
});

test('refuses a link after half an hour', async () => {
  const person = await addPerson(app.url);
  const token = await requestToken(person);
  const { expires_at: expiresAt } = await linkOf(person).select('expires_at').executeTakeFirstOrThrow();
  const minutes = (expiresAt.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(28);
  expect(minutes).toBeLessThanOrEqual(30);
  const { db } = app.database;
  await db
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('identifier', '=', `reset-password:${person.account._id}`)
    .execute();
  expect(await resetWith(token)).toMatchObject(linkInvalid);
  await person.client.call(currentUser);
});

test('replaces the older link by a newer one', async () => {
  const person = await addPerson(app.url);
  const older = await requestToken(person);
  const newer = await requestToken(person);
  expect(await resetWith(older)).toMatchObject(linkInvalid);
  expect(await resetWith(newer)).toMatchObject({ status: 200 });
});

test('accepts only one of many concurrent uses', async () => {
  const person = await addPerson(app.url);
  const token = await requestToken(person);
  const passwords = Array.from({ length: 6 }, (_, index) => `${newPassword}-${index}`);
  const answers = await Promise.all(passwords.map((password) => resetWith(token, password)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(400)]);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)];
  await visitor.call(login, { body: { email: person.account.email, password: winner } });
});

test('refuses a link for another account or another purpose', async () => {
  const [one, other] = [await addPerson(app.url), await addPerson(app.url)];
  const token = await requestToken(one);
  const otherToken = await requestToken(other);
  const [id = '', secret = ''] = token.split('.');
  const [, otherSecret = ''] = otherToken.split('.');
  const foreign = await smtp.waitForLink((await addPerson(app.url)).account.email, 'verify-email');
  const wrong = [
    `${id}.${otherSecret}`,
    `${id}.${secret.slice(1)}`,
    `${id}.`,
    secret,
    'x',
    foreign.searchParams.get('token') ?? '',
  ];
  for (const bad of wrong) expect(await resetWith(bad)).toMatchObject(linkInvalid);
  expect(await resetWith(token)).toMatchObject({ status: 200 });
  await other.client.call(currentUser);
});

test('refuses a common password without using the link up', async () => {
  const person = await addPerson(app.url);
  const token = await requestToken(person);
  expect(await resetWith(token, 'password123')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'password', key: 'passwordCommon' }] },
  });
  expect(await resetWith(token)).toMatchObject({ status: 200 });
});

test('sets the first password of an account opened with Google', async () => {
  const person = await addPerson(app.url);
  await app.database.db
    .updateTable('accounts')
    .set({ provider_id: 'google', account_id: 'g-1', password: null })
    .where('user_id', '=', person.account._id)
    .execute();
  const token = await requestToken(person);
  expect(await resetWith(token)).toMatchObject({ status: 200 });
  const { email } = person.account;
  const { data } = await visitor.call(login, { body: { email, password: newPassword } });
  expect(data.user).toMatchObject({ _id: person.account._id, hasPassword: true });
});

const tooMany = { status: 429, body: { code: 'TOO_MANY_REQUESTS' } };
const ask = (email: string, address: string, client = visitor) =>
  client.send(forgot, { body: { email }, headers: { 'x-forwarded-for': address } });

test('one address may ask for three emails to an account an hour, and thirty to all', async () => {
  const { account } = await addPerson(app.url);
  for (const [index, email] of [account.email, 'nobody-there@upaj.example'].entries()) {
    const address = `10.1.0.${index}`;
    for (let count = 0; count < 3; count += 1) expect((await ask(email, address)).status).toBe(200);
    const refused = await ask(email.toUpperCase(), address);
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50 * 60);
    expect((await ask(email, `10.1.2.${index}`)).status).toBe(200);
  }
  const answers = [];
  for (let count = 0; count < 31; count += 1) answers.push(await ask(`${count}@upaj.example`, '10.1.1.1'));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(200), 429]);
});

test('strangers who ask from many addresses do not refuse a browser that the owner knows', async () => {
  const owner = await addPerson(app.url);
  const stranger = await addPerson(app.url);
  const { email } = owner.account;
  for (let count = 0; count < 20; count += 1) expect((await ask(email, `10.2.0.${count}`)).status).toBe(200);
  expect(await ask(email, '10.2.1.1')).toMatchObject(tooMany);
  expect(await ask(email, '10.2.1.2', stranger.client)).toMatchObject(tooMany);
  for (let count = 0; count < 3; count += 1)
    expect((await ask(email, '10.2.1.3', owner.client)).status).toBe(200);
  expect(await ask(email, '10.2.1.4', owner.client)).toMatchObject(tooMany);
});

test('never stores or logs the secret part of a link', async () => {
  const person = await addPerson(app.url);
  const token = await requestToken(person);
  const [, secret = ''] = token.split('.');
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(JSON.stringify(await dumpTables(app.database.db))).not.toContain(secret);
  expect(app.logs.join('')).not.toContain(secret);
});
