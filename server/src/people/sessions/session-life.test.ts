import { describe, expect, test } from 'vitest';
import { sign } from '#src/platform/signatures.ts';
import { startTestApp } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, registration, toForm, type Person } from '#test/factories.ts';
import { insertMembers, changeUser } from '#test/rows.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { connectSocket, openSocket } from '#test/socket.ts';

const login = 'POST /api/v1/users/login';
const logout = 'POST /api/v1/users/logout';
const currentUser = 'GET /api/v1/users/current-user';
const day = 24 * 60 * 60_000;

const app = appForTests();

async function logIn({ account }: Person, remember: boolean): Promise<TestClient> {
  const client = new TestClient(app.url);
  const body = { email: account.email, password: goodPassword, remember };
  await client.call(login, { body });
  return client;
}

const tokenOf = (client: TestClient) =>
  decodeURIComponent(client.cookies.get('upaj.session_token') ?? '').split('.')[0] ?? '';

const withCookies = (url: string, ...cookies: [string, string][]) => {
  const client = new TestClient(url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
};

const sessionRow = (token: string) =>
  app.database.db
    .selectFrom('sessions')
    .select(['expires_at', 'updated_at'])
    .where('token', '=', token)
    .executeTakeFirst();

const setExpiry = (token: string, days: number) =>
  app.database.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + days * day) })
    .where('token', '=', token)
    .execute();

const daysLeft = async (token: string) =>
  (((await sessionRow(token))?.expires_at.getTime() ?? 0) - Date.now()) / day;

describe.each([
  [true, 90],
  [false, 30],
])('a session (remembered: %s)', (remember, limit) => {
  test('ends after so many days without use, and each day of use renews it', async () => {
    const person = await addPerson(app.url);
    const client = await logIn(person, remember);
    const token = tokenOf(client);
    expect(await daysLeft(token)).toBeCloseTo(limit, 1);
    await setExpiry(token, limit - 1.1);
    await client.call(currentUser);
    await app.services.lastSeen.write();
    expect(await daysLeft(token)).toBeCloseTo(limit, 1);
  });

  test('is written once a day at most, and never revived', async () => {
    const person = await addPerson(app.url);
    const [today, tooLate] = [await logIn(person, remember), await logIn(person, remember)];
    await setExpiry(tokenOf(today), limit - 0.9);
    await setExpiry(tokenOf(tooLate), -0.001);
    await today.call(currentUser);
    await app.services.lastSeen.write();
    expect(await daysLeft(tokenOf(today))).toBeCloseTo(limit - 0.9, 1);
    expect((await tooLate.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
    await app.services.lastSeen.write();
    expect(await daysLeft(tokenOf(tooLate))).toBeLessThan(0);
  });
});

test('log-out deletes the session, closes its sockets and can be repeated', async () => {
  const person = await addPerson(app.url);
  const token = tokenOf(person.client);
  const socket = await connectSocket(openSocket(app.url, person.client));
  const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  const cookies = [...person.client.cookies];
  await person.client.call(logout);
  expect(await sessionRow(token)).toBeUndefined();
  await closed;
  expect((await withCookies(app.url, ...cookies).send(logout)).status).toBe(200);
  expect((await person.client.send(logout)).status).toBe(200);
});

test('a new password replaces the session’s token', async () => {
  const person = await addPerson(app.url);
  const unremembered = await logIn(person, false);
  const socket = await connectSocket(openSocket(app.url, unremembered));
  const other = await connectSocket(openSocket(app.url, person.client));
  const [closed, othersClosed] = [socket, other].map(
    (one) => new Promise<number>((resolve) => one.on('disconnect', () => resolve(Date.now()))),
  );
  const before = [...unremembered.cookies];
  const password = 'monsoon-at-last';
  const body = { currentPassword: goodPassword, password, confirmPassword: password };
  const { headers } = await unremembered.send('POST /api/v1/users/change-password', { body });
  const cookie = headers.getSetCookie().find((text) => text.startsWith('upaj.session_token='));
  expect(cookie).not.toMatch(/max-age/i);
  expect(new Map(before).get('upaj.session_token')).not.toBe(unremembered.cookies.get('upaj.session_token'));
  await unremembered.call(currentUser);
  expect((await withCookies(app.url, ...before).fail(currentUser)).code).toBe('NOT_LOGGED_IN');
  expect((await person.client.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
  await connectSocket(openSocket(app.url, unremembered));
  expect(((await closed) ?? 0) - ((await othersClosed) ?? 0)).toBeGreaterThan(1_000);
});

test('a concurrent log-in with the old password starts no session', async () => {
  const person = await addPerson(app.url);
  const password = 'monsoon-at-last';
  const body = { currentPassword: goodPassword, password, confirmPassword: password };
  const clients = Array.from({ length: 6 }, () => new TestClient(app.url));
  const { email } = person.account;
  await Promise.all([
    ...clients.map((client) => client.send(login, { body: { email, password: goodPassword } })),
    person.client.call('POST /api/v1/users/change-password', { body }),
  ]);
  for (const client of clients) expect((await client.send(currentUser)).status).toBe(401);
  await person.client.call(currentUser);
});

test('under https cookies are bound to the host, and those of earlier versions are cleared', async () => {
  const secure = await startTestApp({ env: { publicUrl: 'https://upaj.example' } });
  const client = withCookies(secure.url, ['__Secure-upaj.session_token', 'x'], ['upaj.dont_remember', 'x']);
  const register = { form: toForm(registration()) };
  const { headers } = await client.send('POST /api/v1/users/register', register);
  const cookies = headers.getSetCookie();
  for (const name of ['upaj.session_token', 'upaj.devices']) {
    const cookie = cookies.find((text) => text.startsWith(`__Host-${name}=`)) ?? '';
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).not.toMatch(/domain/i);
  }
  for (const name of ['__Secure-upaj.session_token', 'upaj.dont_remember'])
    expect(client.cookies.has(name)).toBe(false);
  await client.call(currentUser);
  await client.call(logout);
  expect(client.cookies.has('__Host-upaj.session_token')).toBe(false);
  await secure.close();
});

test('the first secret key signs, and all keys verify', async () => {
  const rotated = await startTestApp({ env: { secretKeys: ['n'.repeat(32), testSecretKey] } });
  const { db } = rotated.database;
  const [member] = await insertMembers(db, rotated.url, 1);
  await member?.client.call(currentUser);
  const person = await addPerson(rotated.url);
  const [token = '', signature] = decodeURIComponent(
    person.client.cookies.get('upaj.session_token') ?? '',
  ).split('.');
  expect(signature).toBe(sign(token, 'n'.repeat(32)).toString('base64'));
  const adharNo = '123412341234';
  const fingerprint = sign(`aadhaar:${adharNo}`, testSecretKey).toString('hex');
  await changeUser(db, member?.id ?? '', { aadhaar_fingerprint: fingerprint });
  await addPerson(rotated.url, { adharNo });
  await rotated.services.outbox.deliver();
  const flags = db
    .selectFrom('flags')
    .select('rule')
    .where('thing_id', '=', member?.id ?? '');
  expect(await flags.execute()).toEqual([{ rule: 'same-aadhaar' }]);
  await rotated.close();
});
