import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';

const login = 'POST /api/v1/users/login';
const logout = 'POST /api/v1/users/logout';
const currentUser = 'GET /api/v1/users/current-user';

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
});

const attempt = (body: object, headers: Record<string, string> = {}) =>
  new TestClient(app.url).send(login, { body, headers });

const credentials = () => ({ email: farmer.account.email, password: goodPassword });

test('accepts the email address in any letter case and with spaces around it', async () => {
  const client = new TestClient(app.url);
  const email = ` ${farmer.account.email.toUpperCase()} `;
  const { data } = await client.call(login, { body: { ...credentials(), email } });
  expect(data.user?._id).toBe(farmer.account._id);
  const { isOnline, lastSeen, ...rest } = data.user!;
  expect((await client.call(currentUser)).data.user).toMatchObject(rest);
  expect({ isOnline, lastSeen }).toEqual({ isOnline: false, lastSeen: null });
});

test('accepts an email address with an internationalised domain', async () => {
  const email = 'sunita@xn--11b4c3d.xn--h2brj9c';
  const person = await addPerson(app.url, { email });
  const { data } = await new TestClient(app.url).call(login, { body: { email, password: goodPassword } });
  expect(data.user).toMatchObject({ _id: person.account._id });
});

test('the cookie is HttpOnly and SameSite, and outlives the browser on request', async () => {
  for (const remember of [true, false, undefined]) {
    const { headers } = await attempt({ ...credentials(), remember });
    const cookies = headers.getSetCookie().filter((cookie) => cookie.startsWith('upaj.session_token='));
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/; Path=\/(;|$)/);
    expect(cookies[0]).toMatch(/; HttpOnly(;|$)/);
    expect(cookies[0]).toMatch(/; SameSite=Lax(;|$)/i);
    if (remember) expect(cookies[0]).toMatch(/; Max-Age=34560000;/);
    else expect(cookies[0]).not.toMatch(/max-age|expires/i);
  }
});

test('logging out ends this session only', async () => {
  const here = new TestClient(app.url);
  const there = new TestClient(app.url);
  for (const client of [here, there]) await client.call(login, { body: credentials() });
  await here.call(logout);
  expect(here.cookies.get('upaj.session_token') || undefined).toBeUndefined();
  await here.fail(currentUser);
  await there.call(currentUser);
  expect((await here.call(logout)).message).toBe('Logged out successfully');
});

test('a session that has ended is over for concurrent requests too', async () => {
  for (let round = 0; round < 5; round += 1) {
    const client = new TestClient(app.url);
    await client.call(login, { body: credentials() });
    const thief = client.at(app.url);
    await Promise.all([client.send(currentUser), client.send(logout), client.send(currentUser)]);
    expect((await thief.fail(currentUser)).statusCode).toBe(401);
  }
});

test('a forged, shortened or foreign cookie is ignored', async () => {
  const client = new TestClient(app.url);
  await client.call(login, { body: credentials() });
  const cookie = client.cookies.get('upaj.session_token') ?? '';
  for (const forged of ['', 'x', '.', cookie.slice(1), cookie.slice(0, 20), "' or '1'='1", '%00', '%ff']) {
    const forger = new TestClient(app.url);
    forger.cookies.set('upaj.session_token', forged);
    expect((await forger.fail(currentUser)).statusCode).toBe(401);
    expect((await forger.send(logout)).status).toBe(200);
  }
});

test('concurrent attempts count like consecutive ones', async () => {
  const { account } = await addPerson(app.url);
  const wrong = { email: account.email, password: 'not-the-password' };
  const responses = await Promise.all(Array.from({ length: 16 }, () => attempt(wrong)));
  expect(responses.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(10).fill(401),
    ...Array<number>(6).fill(429),
  ]);
  const { status, headers } = await attempt({ email: account.email.toUpperCase(), password: goodPassword });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(10 * 60);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
});

test('successful log-ins do not count as attempts', async () => {
  const { account } = await addPerson(app.url);
  const body = { email: account.email, password: goodPassword };
  for (let count = 0; count < 3; count += 1) {
    const responses = await Promise.all(Array.from({ length: 4 }, () => attempt(body)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test('refuses an address after a hundred failures, but not its neighbours', async () => {
  const from = (address: string, email: string) =>
    attempt({ email, password: 'wrong-one' }, { 'x-forwarded-for': address });
  const statuses = await Promise.all(
    Array.from(
      { length: 101 },
      async (_, index) => (await from('203.0.113.7', `n${index}@upaj.example`)).status,
    ),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect((await from('203.0.113.7', 'late@upaj.example')).status).toBe(429);
  expect((await from('203.0.113.8', 'late@upaj.example')).status).toBe(401);
});

test('responds the same to a wrong password and an unknown address', async () => {
  const [wrong, unknown] = await Promise.all(
    [farmer.account.email, 'nobody@upaj.example'].map((email) =>
      new TestClient(app.url).fail(login, { body: { email, password: 'wrong-one' } }),
    ),
  );
  expect(wrong).toMatchObject({ statusCode: 401, message: 'Invalid email or password. Please try again.' });
  expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
});

test('a session cannot be used by another website', async () => {
  const { client } = await addPerson(app.url);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ];
  for (const headers of foreign)
    expect(await client.fail(logout, { headers })).toMatchObject({ code: 'FOREIGN_ORIGIN' });
  await client.call(currentUser);
});
