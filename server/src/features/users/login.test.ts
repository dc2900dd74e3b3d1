import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';

const login = 'POST /api/v1/users/login';
const logout = 'POST /api/v1/users/logout';
const currentUser = 'GET /api/v1/users/current-user';

let app: TestApp;
let farmer: Person;

beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
});
afterAll(() => app.close());

/** An attempt from a browser without cookies. */
const attempt = (body: object, headers: Record<string, string> = {}) =>
  new TestClient(app.url).send(login, { body, headers });

const credentials = () => ({ email: farmer.account.email, password: goodPassword });

test('logging in answers with the account and starts a session', async () => {
  const client = new TestClient(app.url);
  const { data } = await client.call(login, { body: credentials() });
  expect(data.user._id).toBe(farmer.account._id);
  expect((await client.call(currentUser)).data.user).toEqual(data.user);
});

test('the e-mail address is taken in any letter case and with spaces around it', async () => {
  const { status } = await attempt({ ...credentials(), email: ` ${farmer.account.email.toUpperCase()} ` });
  expect(status).toBe(200);
});

test('a wrong password and an unknown e-mail address get the same answer, after the same work', async () => {
  const fastest = { known: Infinity, unknown: Infinity };
  const bodies = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    for (const [name, email] of [
      ['known', farmer.account.email],
      ['unknown', 'nobody.at.all@upaj.example'],
    ] as const) {
      const start = performance.now();
      const { status, body } = await attempt({ email, password: `wrong-${round}` });
      fastest[name] = Math.min(fastest[name], performance.now() - start);
      expect(status).toBe(401);
      const { requestId: _, ...rest } = body as Record<string, unknown>;
      bodies.add(JSON.stringify(rest));
    }
  }
  expect([...bodies].map((text) => JSON.parse(text) as unknown)).toEqual([
    {
      statusCode: 401,
      success: false,
      code: 'INVALID_CREDENTIALS',
      message: 'Invalid email or password. Please try again.',
      errors: [],
    },
  ]);
  // Hashing takes most of the time of either; an answer without it is ten times as fast.
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 3);
});

test('remember keeps the cookie for 30 days; without it, it ends with the browser', async () => {
  const cookieOf = async (remember: boolean | undefined) => {
    const { headers } = await attempt({ ...credentials(), remember });
    const cookies = headers.getSetCookie().filter((cookie) => cookie.startsWith('upaj.session_token='));
    expect(cookies).toHaveLength(1);
    return cookies[0] ?? '';
  };
  const kept = await cookieOf(true);
  expect(kept).toMatch(/; Max-Age=2592000(;|$)/);
  for (const cookie of [kept, await cookieOf(false), await cookieOf(undefined)]) {
    expect(cookie).toMatch(/; HttpOnly(;|$)/);
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    if (cookie !== kept) expect(cookie).not.toMatch(/max-age|expires/i);
  }
});

test('logging out ends this session at once, and no other', async () => {
  const here = new TestClient(app.url);
  const there = new TestClient(app.url);
  for (const client of [here, there]) await client.call(login, { body: credentials() });
  await here.call(currentUser);
  const stolen = new TestClient(app.url);
  for (const [name, value] of here.cookies) stolen.cookies.set(name, value);
  expect(await here.call(logout)).toMatchObject({ message: 'Logged out successfully', data: null });
  expect(here.cookies.get('upaj.session_token') || undefined).toBeUndefined();
  expect(await stolen.fail(currentUser)).toMatchObject({ statusCode: 401, code: 'NOT_LOGGED_IN' });
  await there.call(currentUser);
  expect((await here.call(logout)).message).toBe('Logged out successfully');
});

test('a forged, cut or foreign cookie is nobody', async () => {
  const client = new TestClient(app.url);
  await client.call(login, { body: credentials() });
  const cookie = client.cookies.get('upaj.session_token') ?? '';
  for (const forged of ['', 'x', '.', cookie.slice(1), cookie.slice(0, 20), "' or '1'='1", '%00']) {
    const forger = new TestClient(app.url);
    forger.cookies.set('upaj.session_token', forged);
    expect((await forger.fail(currentUser)).statusCode).toBe(401);
  }
});

test('writes that another website sends are refused, whoever is logged in', async () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${app.url}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    for (const key of [login, logout] as const) {
      const failure = await farmer.client.fail(key, { headers, body: credentials() });
      expect(failure).toMatchObject({ statusCode: 403, code: 'FOREIGN_ORIGIN' });
    }
  }
  await farmer.client.call(currentUser);
  expect((await attempt(credentials(), { origin: app.url })).status).toBe(200);
});

test('ten failed log-ins an account in 15 minutes; others at the same address go on', async () => {
  const victim = await addPerson(app.url);
  const { email } = victim.account;
  const wrong = { email, password: 'not-the-password' };
  expect((await attempt({ email, password: goodPassword })).status).toBe(200);
  // Sent at once, they count as if they came one after the other.
  const statuses = (await Promise.all(Array.from({ length: 25 }, () => attempt(wrong)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  const { status, headers, body } = await attempt({ email: email.toUpperCase(), password: goodPassword });
  expect(status).toBe(429);
  const wait = Number(headers.get('retry-after'));
  expect(wait).toBeGreaterThan(14 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  expect(body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many attempts. Please wait a little and try again.',
  });
  expect((await attempt(credentials())).status).toBe(200);
  await victim.client.call(currentUser);
});

test('successful log-ins use up nothing', async () => {
  const { account } = await addPerson(app.url);
  for (let i = 0; i < 12; i += 1)
    expect((await attempt({ email: account.email, password: goodPassword })).status).toBe(200);
});
