import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints, type EndpointKey } from '@upaj/contract/endpoints';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import {
  codeOf,
  confirmCode,
  forgetCodes,
  startSecondFactor,
  switchOn,
  wrongCodeOf,
} from '#test/second-factor.ts';
import { changeUser } from '#test/rows.ts';
import { connectSocket, openSocket } from '#test/socket.ts';

const start = 'POST /api/v1/users/totp';
const confirm = 'POST /api/v1/users/totp/confirm';
const end = 'DELETE /api/v1/users/totp';
const currentUser = 'GET /api/v1/users/current-user';

let mailServer: TestMailServer;
let app: TestApp;
let person: Person;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: mailServer.url, logLevel: 'info' } });
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});
beforeEach(async () => {
  person = await addPerson(app.url);
});

async function logIn(password = goodPassword): Promise<TestClient> {
  const client = new TestClient(app.url);
  await client.call('POST /api/v1/users/login', { body: { email: person.account.email, password } });
  return client;
}

const codeFor = async (client: TestClient) => (await client.send(currentUser)).body as { code?: string };
const isUsable = async (client: TestClient) => (await client.send(currentUser)).status === 200;
const again = () => forgetCodes(app, person);
const findRow = () =>
  app.database.db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', person.account._id)
    .executeTakeFirst();

describe('switching on', () => {
  test('needs the password, and a code of the latest secret', async () => {
    const { client } = person;
    for (const password of [undefined, '', 'not-this-one'])
      expect(await client.fail(start, { body: { password } })).toMatchObject({
        statusCode: 422,
        errors: [{ field: 'password', key: 'currentPasswordWrong' }],
      });
    expect(await client.fail(confirm, { body: { code: '123456' } })).toMatchObject({
      statusCode: 409,
      code: 'SECOND_FACTOR_OFF',
    });
    const first = await startSecondFactor(client);
    const second = await startSecondFactor(client);
    expect(second.secret).not.toBe(first.secret);
    const other = await logIn();
    expect(await isUsable(other)).toBe(true);
    const [recoveryCode = ''] = second.recoveryCodes;
    for (const code of [await codeOf(first.secret), await wrongCodeOf(second.secret), recoveryCode])
      expect((await confirmCode(client, code)).body).toMatchObject({
        statusCode: 422,
        errors: [{ field: 'code', key: 'codeWrong' }],
      });
    expect((await client.call(currentUser)).data.user.hasSecondFactor).toBe(false);
    const code = await codeOf(second.secret);
    const { data } = await client.call(confirm, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } });
    expect(data.user).toMatchObject({ _id: person.account._id, hasSecondFactor: true });
    expect(await client.fail(start, { body: { password: goodPassword } })).toMatchObject({
      statusCode: 409,
      code: 'SECOND_FACTOR_ON',
    });
  });

  test.each(['', '12345', '1234567', 'abcdef', 12_345, null])('%j is no code', async (code) => {
    expect(await person.client.fail(confirm, { body: { code } })).toMatchObject({
      statusCode: 422,
      errors: [
        { field: 'code', key: code === '' || typeof code !== 'string' ? 'codeRequired' : 'codeInvalid' },
      ],
    });
  });

  test('an account without a password needs none', async () => {
    await app.database.db.deleteFrom('accounts').where('user_id', '=', person.account._id).execute();
    const { secret } = (await person.client.call(start, { body: {} })).data;
    await person.client.call(confirm, { body: { code: await codeOf(secret) } });
    await again();
    await person.client.call(end, { body: { code: await codeOf(secret) } });
  });

  test('closes the other sessions’ sockets and ends none', async () => {
    const other = await logIn();
    const sockets = [person.client, other].map((client) => openSocket(app.url, client));
    const [own, others] = await Promise.all(sockets.map(connectSocket));
    const closed = new Promise((resolve) => others?.once('disconnect', resolve));
    const { secret } = await switchOn(person.client);
    await closed;
    expect(own?.connected).toBe(true);
    await expect(connectSocket(openSocket(app.url, other))).rejects.toThrow('SECOND_FACTOR_REQUIRED');
    expect(await codeFor(other)).toMatchObject({ statusCode: 403, code: 'SECOND_FACTOR_REQUIRED' });
    await again();
    await other.call(confirm, { body: { code: await codeOf(secret) } });
    await connectSocket(openSocket(app.url, other)).then((socket) => socket.disconnect());
    own?.disconnect();
  });
});

/** The calls that people without an account may make. */
const open = new Set<string>([
  'GET /api/v1/pincodes/:pincode',
  'GET /api/v1/places/nearest',
  'POST /api/v1/users/register',
  'POST /api/v1/users/login',
  'POST /api/v1/users/login-code',
  'POST /api/v1/users/login-code/confirm',
  'POST /api/v1/users/logout',
  'POST /api/v1/users/forgot-password',
  'POST /api/v1/users/reset-password',
  'POST /api/v1/users/verify-email',
  'GET /api/v1/users/providers',
  'GET /api/v1/contact',
  'POST /api/v1/appeals/link',
  'POST /api/v1/appeals/link/send',
  'POST /api/v1/users/social/:provider',
  confirm,
]);

describe('a session without a code', () => {
  test('gets nothing but to confirm and to log out', async () => {
    const { secret } = await switchOn(person.client);
    const { body } = await new TestClient(app.url).send('POST /api/v1/users/login', {
      body: { email: person.account.email, password: goodPassword },
    });
    expect(body).toMatchObject({ statusCode: 200, data: { user: null } });
    const client = await logIn();
    const ids = { userId: person.account._id, rateId: '1', username: person.account.username };
    const admitted: unknown[] = [];
    for (const key of Object.keys(endpoints) as EndpointKey[]) {
      if (open.has(key)) continue;
      const names = [...key.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(names.map((name) => [name, person.account._id]));
      const answered = await client.send(key, { params: { ...params, ...ids } });
      const expected = key.includes('/admin/') ? 401 : /\/(moderation|operations)\b/.test(key) ? 404 : 403;
      if (answered.status !== expected) admitted.push([key, answered.status]);
    }
    expect(admitted).toEqual([]);
    expect((await client.fetch('/api/v1/users/export')).status).toBe(403);
    await expect(connectSocket(openSocket(app.url, client))).rejects.toThrow('SECOND_FACTOR_REQUIRED');
    await again();
    await client.call(confirm, { body: { code: await codeOf(secret) } });
    expect(await isUsable(client)).toBe(true);
    const leaving = await logIn();
    await leaving.call('POST /api/v1/users/logout');
    expect(await codeFor(leaving)).toMatchObject({ code: 'NOT_LOGGED_IN' });
  });

  test('is not confirmed by a new password or by a reset', async () => {
    // The first proof of an address would switch the second factor off: `address-proof/occupied.test.ts`.
    await changeUser(app.database.db, person.account._id, { email_verified: true });
    await switchOn(person.client);
    const changed = 'monsoon-at-last';
    const passwords = { currentPassword: goodPassword, password: changed, confirmPassword: changed };
    await person.client.call('POST /api/v1/users/change-password', { body: passwords });
    expect(await isUsable(person.client)).toBe(true);
    expect(await codeFor(await logIn(changed))).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const { email } = person.account;
    await new TestClient(app.url).call('POST /api/v1/users/forgot-password', { body: { email } });
    const token = (await mailServer.waitForLink(email, 'reset-password')).searchParams.get('token');
    const reset = { token, password: 'winter-wheat-9', confirmPassword: 'winter-wheat-9' };
    await new TestClient(app.url).call('POST /api/v1/users/reset-password', { body: reset });
    expect(await codeFor(await logIn('winter-wheat-9'))).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
  });
});

describe('switching off', () => {
  test('needs password and code, and lets the waiting sessions in', async () => {
    const { secret, recoveryCodes } = await switchOn(person.client);
    const waiting = await logIn();
    const confirmed = await logIn();
    await again();
    await confirmCode(confirmed, await codeOf(secret));
    await again();
    const code = await codeOf(secret);
    for (const [body, field] of [
      [{ password: 'not-this-one', code }, 'password'],
      [{ code }, 'password'],
      [{ password: goodPassword, code: await wrongCodeOf(secret) }, 'code'],
      [{ password: goodPassword }, 'code'],
    ] as const)
      expect(await person.client.fail(end, { body })).toMatchObject({ statusCode: 422, errors: [{ field }] });
    expect(await isUsable(waiting)).toBe(false);
    await person.client.call(end, { body: { password: goodPassword, code: recoveryCodes[0] } });
    expect(await findRow()).toBeUndefined();
    expect(await isUsable(waiting)).toBe(true);
    expect((await person.client.call(currentUser)).data.user.hasSecondFactor).toBe(false);
    expect(await person.client.fail(end, { body: { password: goodPassword, code } })).toMatchObject({
      statusCode: 409,
      code: 'SECOND_FACTOR_OFF',
    });
    // A code that a session confirmed for the earlier second factor does not count for the next one.
    await switchOn(waiting);
    expect(await isUsable(confirmed)).toBe(false);
  });
});

test('each change notifies the owner by bell and by email, even with emails turned off', async () => {
  await mailServer.waitForLink(person.account.email, 'verify-email');
  await person.client.call('PATCH /api/v1/notifications/settings', { body: { byEmail: false } });
  const { secret, recoveryCodes } = await switchOn(person.client);
  const mails: string[] = [];
  const collect = async () => {
    mailServer.mails = [];
    await app.services.outbox.deliver();
    await app.services.deliveries.send();
    const own = mailServer.mails.filter((mail) => isTo(mail, person.account.email));
    mails.push(
      ...own.map(
        ({ subject, text }) => `${subject?.split(' · ')[0]} ${text?.includes('/settings#second-factor')}`,
      ),
    );
    const { data } = await person.client.call('GET /api/v1/notifications');
    await person.client.call('PUT /api/v1/notifications/:notificationId/read', {
      params: { notificationId: data[0]?._id ?? '' },
    });
    return data;
  };
  await collect();
  await confirmCode(await logIn(), recoveryCodes[0] ?? '');
  await collect();
  await again();
  await person.client.call(end, { body: { password: goodPassword, code: await codeOf(secret) } });
  const changes = (await collect()).map(({ kind, data }) => [kind, data]);
  expect(changes).toEqual(['off', 'recovery', 'on'].map((change) => ['second-factor', { change }]));
  expect(mails).toEqual([
    'Upaj: Two-step verification was switched on true',
    'Upaj: You logged in with a recovery code true',
    'Upaj: Two-step verification was switched off true',
  ]);
});

test('the security log has each step with the user’s id only', async () => {
  const events = () =>
    app.logs
      .splice(0)
      .map((line) => JSON.parse(line) as { log?: string; event?: string })
      .filter(({ log }) => log === 'security')
      .map(({ event }) => event);
  events();
  const { secret } = await switchOn(person.client);
  const client = await logIn();
  await confirmCode(client, await wrongCodeOf(secret));
  await confirmCode(client, await codeOf(secret, 1));
  await again();
  await client.call(end, { body: { password: goodPassword, code: await codeOf(secret) } });
  expect(events()).toEqual([
    'second-factor-started',
    'second-factor-on',
    'logged-in',
    'second-factor-failed',
    'second-factor-confirmed',
    'second-factor-off',
  ]);
});
