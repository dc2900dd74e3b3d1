import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearedParts } from '@upaj/contract/people/address-proof';
import type { ResetPassword } from '@upaj/contract/people/account';
import { startTestApp, type TestApp } from '#test/app.ts';
import { operate } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { getDeal, giveUpi } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, goodPassword, registration, toForm, type Person } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import { switchOn } from '#test/second-factor.ts';

const login = 'POST /api/v1/users/login';
const currentUser = 'GET /api/v1/users/current-user';
const forgot = 'POST /api/v1/users/forgot-password';
const reset = 'POST /api/v1/users/reset-password';
const verify = 'POST /api/v1/users/verify-email';
const ownersPassword = 'owner-of-the-address';
const occupiersUpi = 'occupier.pay@ybl';

let app: TestApp;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startTestApp({ env: { logLevel: 'info', smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const tokenFor = async (email: string, page: string) =>
  (await smtp.waitForLink(email, page)).searchParams.get('token') ?? '';

/** Chooses a new password by the link of an email, in this browser. */
async function resetBy(client: TestClient, email: string) {
  smtp.deleteMailsTo(email);
  await new TestClient(app.url).call(forgot, { body: { email } });
  const token = await tokenFor(email, 'reset-password');
  const body: ResetPassword = { token, password: ownersPassword, confirmPassword: ownersPassword };
  return (await client.call(reset, { body })).data?.cleared;
}

const eventsOf = (userId: string) =>
  app.logs
    .map((line) => JSON.parse(line) as { log?: string; event?: string; userId?: string })
    .filter((line) => line.log === 'security' && line.userId === userId)
    .map(({ event }) => event);

const upiOf = async ({ client }: { client: TestClient }) =>
  (await client.call('GET /api/v1/users/upi')).data.upiId;

async function logIn(email: string, password: string): Promise<TestClient> {
  const client = new TestClient(app.url);
  await client.call(login, { body: { email, password } });
  return client;
}

describe('an account that somebody else opened with the address', () => {
  let occupier: Person;
  let email: string;
  beforeEach(async () => {
    occupier = await addPerson(app.url, { contact: '9123456789' });
    ({ email } = occupier.account);
    await giveUpi(occupier, occupiersUpi);
    await switchOn(occupier.client);
  });

  test('is the owner’s after the reset link: no code, no session, no number and no UPI ID of the occupier', async () => {
    const owner = new TestClient(app.url);
    const cleared = await resetBy(owner, email);
    expect(cleared).toEqual(clearedParts.filter((part) => part !== 'providers'));
    const { data } = await owner.call(login, { body: { email, password: ownersPassword } });
    expect(data.user).toMatchObject({ contact: '', isEmailVerified: true, hasSecondFactor: false });
    expect(data.user?.contactInfo).toMatchObject({ phone: '', whatsapp: null });
    expect(await upiOf({ client: owner })).toBe('');
    expect((await occupier.client.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
    const old = { body: { email, password: goodPassword } };
    expect((await new TestClient(app.url).fail(login, old)).code).toBe('INVALID_CREDENTIALS');
    expect(eventsOf(occupier.account._id)).toEqual(
      expect.arrayContaining([
        'password-reset',
        'second-factor-off',
        'sessions-ended',
        'phone-removed',
        'upi-changed',
      ]),
    );
  });

  test('has no badge until a moderator has looked at the new owner', async () => {
    await operate(app.url, 'verify', { person: occupier.account.username });
    const owner = new TestClient(app.url);
    await resetBy(owner, email);
    const { data } = await owner.call(login, { body: { email, password: ownersPassword } });
    expect(data.user).toMatchObject({ isVerified: false, badgeReview: { changed: ['phone'] } });
  });

  test('tells the owner by email what was removed', async () => {
    await resetBy(new TestClient(app.url), email);
    await expect
      .poll(() => smtp.mails.find((mail) => isTo(mail, email) && mail.subject?.includes('is yours now')))
      .toBeTruthy();
    const mail = smtp.mails.find(({ subject }) => subject?.includes('is yours now'));
    for (const part of ['Two-step verification', 'The phone and WhatsApp numbers', 'The UPI ID'])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain(occupiersUpi);
    expect(mail?.text).not.toContain('9123456789');
  });

  test('a running deal keeps its UPI ID until the seller confirms another one there', async () => {
    const buyer = await addPerson(app.url, { userType: 'merchant' });
    const dealId = await insertDeal(app.database.db, { buyer, seller: occupier });
    await app.database.db
      .updateTable('deals')
      .set({ upi_id: occupiersUpi })
      .where('id', '=', dealId)
      .execute();
    await resetBy(new TestClient(app.url), email);
    expect(await getDeal(buyer, dealId)).toMatchObject({ hasUpi: true });
    const owner = { client: await logIn(email, ownersPassword), account: occupier.account };
    expect(await getDeal(owner, dealId)).toMatchObject({ hasOldUpi: true });
  });

  test('is not verified by the link that its owner opens: only where it is logged in', async () => {
    const token = await tokenFor(email, 'verify-email');
    const [stranger, other] = [new TestClient(app.url), await addPerson(app.url)];
    for (const client of [stranger, other.client])
      expect(await client.fail(verify, { body: { token } })).toMatchObject({
        statusCode: 403,
        code: 'LOG_IN_TO_VERIFY',
      });
    expect((await occupier.client.call(currentUser)).data.user.isEmailVerified).toBe(false);
  });

  test('on a shared phone, which knows the account, has no second factor of the occupier either', async () => {
    const shared = new TestClient(app.url);
    for (const [name, value] of occupier.client.cookies)
      if (name === 'upaj.devices') shared.cookies.set(name, value);
    expect(await resetBy(shared, email)).toContain('second-factor');
    await logIn(email, ownersPassword);
  });

  test('cannot be occupied again by the same tricks once the address is proved', async () => {
    await resetBy(new TestClient(app.url), email);
    const owner = { client: await logIn(email, ownersPassword), account: occupier.account };
    await giveUpi(owner, 'owner.pay@ybl', ownersPassword);
    // The second reset proves nothing new, so nothing of the owner is removed.
    expect(await resetBy(new TestClient(app.url), email)).toEqual([]);
    const again = { client: await logIn(email, ownersPassword) };
    expect(await upiOf(again)).toBe('owner.pay@ybl');
  });
});

test('the one who registers and verifies in the same browser loses nothing', async () => {
  const person = await addPerson(app.url);
  const { email } = person.account;
  await giveUpi(person, 'own.pay@ybl');
  await switchOn(person.client);
  await person.client.call(verify, { body: { token: await tokenFor(email, 'verify-email') } });
  const { user } = (await person.client.call(currentUser)).data;
  expect(user).toMatchObject({ isEmailVerified: true, hasSecondFactor: true, contact: '9876543210' });
  expect(await upiOf(person)).toBe('own.pay@ybl');
  // The link works again, also elsewhere: there is nothing left to prove.
  await new TestClient(app.url).call(verify, { body: { token: await tokenFor(email, 'verify-email') } });
});

test('the one who registered keeps everything when the reset link is opened in the same browser', async () => {
  const person = await addPerson(app.url);
  const { email } = person.account;
  await giveUpi(person, 'same.browser@ybl');
  await person.client.call('POST /api/v1/users/logout');
  expect(await resetBy(person.client, email)).toEqual([]);
  await person.client.call(login, { body: { email, password: ownersPassword } });
  expect(await upiOf(person)).toBe('same.browser@ybl');
});

test('an account that a provider opened with an unproved address loses that log-in', async () => {
  const person = await addPerson(app.url);
  const { email, _id: userId } = person.account;
  const { db } = app.database;
  await db
    .updateTable('accounts')
    .set({ provider_id: 'facebook', account_id: randomUUID(), password: null })
    .where('user_id', '=', userId)
    .execute();
  await switchOn(person.client);
  expect(await resetBy(new TestClient(app.url), email)).toEqual(expect.arrayContaining(['providers']));
  const ways = await db.selectFrom('accounts').select('provider_id').where('user_id', '=', userId).execute();
  expect(ways).toEqual([{ provider_id: 'credential' }]);
  await logIn(email, ownersPassword);
});

test('who registers a taken address gets no account, and its owner a link, three times an hour at most', async () => {
  const occupier = await addPerson(app.url);
  const { email } = occupier.account;
  await tokenFor(email, 'verify-email');
  smtp.deleteMailsTo(email);
  const owner = new TestClient(app.url);
  for (let count = 0; count < 5; count += 1) {
    const form = toForm(registration({ email: email.toUpperCase() }));
    expect((await owner.fail('POST /api/v1/users/register', { form })).code).toBe('EMAIL_TAKEN');
  }
  await expect.poll(() => smtp.mails.filter((mail) => isTo(mail, email)).length).toBe(3);
  const latest = smtp.mails.filter((mail) => isTo(mail, email)).at(-1);
  expect(latest?.subject).toContain('has an account');
  const links = smtp.mails.flatMap((mail) => /token=([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? []);
  const body = { password: ownersPassword, confirmPassword: ownersPassword };
  const used = await Promise.all(links.map((token) => owner.send(reset, { body: { ...body, token } })));
  expect(used.filter(({ status }) => status === 200)).toHaveLength(1);
  await logIn(email, ownersPassword);
});
