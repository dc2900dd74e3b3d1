import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { EndpointKey } from '@upaj/contract/endpoints';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { fieldMessages } from '#test/texts.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';

const change = 'POST /api/v1/users/change-password';
const login = 'POST /api/v1/users/login';
const currentUser = 'GET /api/v1/users/current-user';
const sessions = 'GET /api/v1/users/sessions';
const endSession = 'DELETE /api/v1/users/sessions/:sessionId';
const endOthers = 'DELETE /api/v1/users/sessions';
const sendVerification = 'POST /api/v1/users/send-verification';
const verify = 'POST /api/v1/users/verify-email';
const privacy = 'PATCH /api/v1/users/privacy';
const newPassword = 'monsoon-at-last';

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

async function logInAgain({ account }: Person, headers: Record<string, string> = {}): Promise<TestClient> {
  const client = new TestClient(app.url);
  await client.call(login, { body: { email: account.email, password: goodPassword }, headers });
  return client;
}

const changed = (changes: object = {}) => ({
  currentPassword: goodPassword,
  password: newPassword,
  confirmPassword: newPassword,
  ...changes,
});

describe('the messages of the forms', () => {
  let person: Person;
  beforeAll(async () => {
    person = await addPerson(app.url);
  });

  const both = (password: string) => ({ password, confirmPassword: password });
  const cases: [EndpointKey, object, string, FieldMessageKey][] = [
    ['POST /api/v1/users/forgot-password', {}, 'email', 'emailRequired'],
    ['POST /api/v1/users/forgot-password', { email: 'x' }, 'email', 'emailInvalid'],
    ['POST /api/v1/users/reset-password', both(newPassword), 'token', 'invalid'],
    ['POST /api/v1/users/reset-password', { token: '<b>', ...both(newPassword) }, 'token', 'invalid'],
    ['POST /api/v1/users/reset-password', { token: 'x', ...both('12345') }, 'password', 'passwordShort'],
    [
      'POST /api/v1/users/reset-password',
      { token: 'x', password: newPassword, confirmPassword: 'y' },
      'confirmPassword',
      'passwordsDiffer',
    ],
    [verify, {}, 'token', 'invalid'],
    [change, changed({ currentPassword: '' }), 'currentPassword', 'currentPasswordRequired'],
    [change, changed({ currentPassword: 'not-this-one' }), 'currentPassword', 'currentPasswordWrong'],
    [change, changed(both(goodPassword)), 'password', 'passwordSame'],
    [change, changed(both('kisan123')), 'password', 'passwordCommon'],
    [change, changed({ confirmPassword: 'other' }), 'confirmPassword', 'passwordsDiffer'],
    [privacy, {}, 'isContactHidden', 'invalid'],
    [privacy, { isContactHidden: 'yes' }, 'isContactHidden', 'invalid'],
    [privacy, { hasPublicPage: null }, 'hasPublicPage', 'invalid'],
    ['DELETE /api/v1/users/account', {}, 'confirmation', 'confirmationWrong'],
    ['DELETE /api/v1/users/account', { confirmation: 'somebody' }, 'confirmation', 'confirmationWrong'],
  ];
  test.each(cases)('%s %j: %s %s', async (key, body, field, message) => {
    const failure = await person.client.fail(key, { body });
    expect(failure).toMatchObject({
      statusCode: 422,
      code: 'INVALID_INPUT',
      message: fieldMessages[message],
      errors: [{ field, key: message, message: fieldMessages[message] }],
    });
  });
});

describe('a new password', () => {
  test('ends all other sessions, but not this one', async () => {
    const person = await addPerson(app.url);
    const elsewhere = await logInAgain(person);
    await elsewhere.call(currentUser);
    await person.client.call(change, { body: changed() });
    expect((await elsewhere.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
    await person.client.call(currentUser);
    const { email } = person.account;
    expect((await elsewhere.fail(login, { body: { email, password: goodPassword } })).code).toBe(
      'INVALID_CREDENTIALS',
    );
    await elsewhere.call(login, { body: { email, password: newPassword } });
  });

  test('is set by only one of two concurrent changes', async () => {
    // Fast hashing would let one change end the sessions before the other has begun.
    const slow = await startTestApp({ passwordCost: undefined });
    onTestFinished(slow.close);
    const person = await addPerson(slow.url);
    const passwords = ['first-monsoon', 'second-monsoon'];
    const responses = await Promise.all(
      passwords.map((password) =>
        person.client.send(change, { body: changed({ password, confirmPassword: password }) }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    const password = passwords[responses.findIndex(({ status }) => status === 200)];
    await new TestClient(slow.url).call(login, { body: { email: person.account.email, password } });
  });

  test('cannot be set on an account without a password', async () => {
    const person = await addPerson(app.url);
    await app.database.db
      .updateTable('accounts')
      .set({ provider_id: 'google', account_id: 'g-2', password: null })
      .where('user_id', '=', person.account._id)
      .execute();
    expect((await person.client.fail(change, { body: changed() })).errors).toMatchObject([
      { field: 'currentPassword', key: 'currentPasswordWrong' },
    ]);
  });

  test('allows ten attempts per account in 15 minutes, shared with account deletion', async () => {
    const [person, other] = [await addPerson(app.url), await addPerson(app.url)];
    const body = changed({ currentPassword: 'wrong' });
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => person.client.send(change, { body })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(422), 429, 429]);
    const { username: confirmation } = person.account;
    const deletion = await person.client.fail('DELETE /api/v1/users/account', { body: { confirmation } });
    expect(deletion.code).toBe('TOO_MANY_REQUESTS');
    await other.client.call(change, { body: changed() });
  });
});

describe('sessions', () => {
  const android =
    'Mozilla/5.0 (Linux; Android 14; Redmi) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

  test('are listed with device and place, this one first', async () => {
    const person = await addPerson(app.url);
    await logInAgain(person, { 'user-agent': android, 'x-forwarded-for': '203.0.113.9' });
    await logInAgain(person, { 'user-agent': '\u00ff nobody knows' });
    const { data } = await person.client.call(sessions);
    expect(data).toHaveLength(3);
    expect(data.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(data.find(({ device }) => device === 'Chrome on Android')).toMatchObject({
      isCurrent: false,
      ipAddress: '203.0.113.9',
    });
    for (const { createdAt, expiresAt } of data)
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt));
    expect(JSON.stringify(data)).not.toContain(
      person.client.cookies.get('upaj.session_token')?.split('.')[0],
    );
  });

  test('can be ended one by one, only by their owner', async () => {
    const [person, stranger] = [await addPerson(app.url), await addPerson(app.url)];
    const elsewhere = await logInAgain(person);
    await elsewhere.call(currentUser);
    const { data } = await person.client.call(sessions);
    const sessionId = data.find(({ isCurrent }) => !isCurrent)?._id ?? '';
    const notFound = { statusCode: 404, code: 'SESSION_NOT_FOUND' };
    expect(await stranger.client.fail(endSession, { params: { sessionId } })).toMatchObject(notFound);
    await elsewhere.call(currentUser);
    await person.client.call(endSession, { params: { sessionId } });
    expect((await elsewhere.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
    expect(await person.client.fail(endSession, { params: { sessionId } })).toMatchObject(notFound);
    expect((await person.client.fail(endSession, { params: { sessionId: 'x' } })).statusCode).toBe(404);
    await person.client.call(currentUser);
  });

  test('can be ended all at once except this one', async () => {
    const [person, stranger] = [await addPerson(app.url), await addPerson(app.url)];
    const others = [await logInAgain(person), await logInAgain(person)];
    for (const client of others) await client.call(currentUser);
    await person.client.call(endOthers);
    for (const client of others) expect((await client.fail(currentUser)).statusCode).toBe(401);
    expect((await person.client.call(sessions)).data).toMatchObject([{ isCurrent: true }]);
    await stranger.client.call(currentUser);
  });

  test('are not listed after they expire', async () => {
    const person = await addPerson(app.url);
    await logInAgain(person);
    await app.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', person.account._id)
      .where(
        'token',
        '!=',
        decodeURIComponent(person.client.cookies.get('upaj.session_token') ?? '').split('.')[0] ?? '',
      )
      .execute();
    expect((await person.client.call(sessions)).data).toHaveLength(1);
  });
});

describe('a verified address', () => {
  const tokenFor = async (email: string) =>
    (await smtp.waitForLink(email, 'verify-email')).searchParams.get('token') ?? '';

  test('is verified by the link of the registration email, where the person is logged in, and repeatedly', async () => {
    const [person, other] = [await addPerson(app.url), await addPerson(app.url)];
    const token = await tokenFor(person.account.email);
    await person.client.call(verify, { body: { token } });
    for (const client of [person.client, new TestClient(app.url)])
      await client.call(verify, { body: { token } });
    expect((await person.client.call(currentUser)).data.user.isEmailVerified).toBe(true);
    expect((await other.client.call(currentUser)).data.user.isEmailVerified).toBe(false);
  });

  test('can be requested again three times an hour; a new link replaces the old one', async () => {
    const person = await addPerson(app.url);
    const { email } = person.account;
    const older = await tokenFor(email);
    smtp.deleteMailsTo(email);
    await person.client.call(sendVerification);
    const newer = await tokenFor(email);
    expect((await person.client.fail(verify, { body: { token: older } })).code).toBe('LINK_INVALID');
    await person.client.call(verify, { body: { token: newer } });
    for (let count = 0; count < 2; count += 1) await person.client.call(sendVerification);
    expect((await person.client.fail(sendVerification)).code).toBe('TOO_MANY_REQUESTS');
    expect(smtp.mails.filter((mail) => isTo(mail, email))).toHaveLength(1);
  });

  test('needs a link of the last day: stale, foreign and invented ones are invalid', async () => {
    const person = await addPerson(app.url);
    const token = await tokenFor(person.account.email);
    const [id] = token.split('.');
    const link = app.database.db.selectFrom('verifications').where('id', '=', id ?? '');
    const { expires_at: expiresAt } = await link.select('expires_at').executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await app.database.db
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', id ?? '')
      .execute();
    for (const bad of [token, `${id}.${'A'.repeat(43)}`, 'x', 'a.b'])
      expect(await person.client.fail(verify, { body: { token: bad } })).toMatchObject({
        statusCode: 400,
        code: 'LINK_INVALID',
      });
    expect((await person.client.call(currentUser)).data.user.isEmailVerified).toBe(false);
  });
});

test('an owner hides the contact details and the public page one by one, and no one else’s', async () => {
  const [person, other] = [await addPerson(app.url), await addPerson(app.url)];
  expect(person.account).toMatchObject({ hasPublicPage: true, contactInfo: { isHidden: false } });
  for (const [body, hasPublicPage, isHidden] of [
    [{ isContactHidden: true }, true, true],
    [{ hasPublicPage: false }, false, true],
    [{ hasPublicPage: true }, true, true],
    [{ isContactHidden: false }, true, false],
  ] as const) {
    const { data } = await person.client.call(privacy, { body });
    expect(data).toMatchObject({ hasPublicPage, contactInfo: { isHidden } });
    const { user } = (await other.client.call(currentUser)).data;
    expect(user).toMatchObject({ hasPublicPage: true, contactInfo: { isHidden: false } });
  }
});
