import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { site, startSocialApp, type SocialApp } from '#test/social.ts';

const start = 'POST /api/v1/users/social/:provider';
const login = 'POST /api/v1/users/login';
const currentUser = 'GET /api/v1/users/current-user';

let social: SocialApp;
let app: TestApp;
beforeAll(async () => {
  social = await startSocialApp();
  ({ app } = social);
});
afterAll(() => social.close());

const idOf = async (client: TestClient) => (await client.call(currentUser)).data.user._id;

async function expectNobody(client: TestClient, email: string): Promise<void> {
  expect(await client.fail(currentUser)).toMatchObject({ code: 'NOT_LOGGED_IN' });
  expect(await social.waysIn(email)).toEqual([]);
}

async function verify(email: string): Promise<void> {
  const verified = { email_verified: true };
  await app.database.db.updateTable('users').set(verified).where('email', '=', email).execute();
}

describe('an invalid callback', () => {
  test('returns to the log-in screen with the requested page when the person refuses', async () => {
    const { id, email } = social.addAtProvider();
    const client = social.stranger();
    const back = await social.openId.visit(await social.begin(client, 'google', '/Crops?q=a&b=c'), id, true);
    const location = new URL((await social.comeBack(client, back))!);
    expect(location.pathname).toBe('/login');
    expect(Object.fromEntries(location.searchParams)).toEqual({ error: 'refused', next: '/Crops?q=a&b=c' });
    await expectNobody(client, email);
  });

  test('refuses a changed, missing or invented state', async () => {
    const { id, email } = social.addAtProvider();
    for (const change of [
      (query: URLSearchParams) => query.set('state', `${query.get('state')?.slice(1)}x`),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.set('state', ''),
    ]) {
      const client = social.stranger();
      const back = new URL(await social.openId.visit(await social.begin(client), id));
      change(back.searchParams);
      expect(await social.comeBack(client, back.href)).toBe(`${site}/login?error=expired`);
      await expectNobody(client, email);
    }
  });

  test('refuses a changed code', async () => {
    const { id, email } = social.addAtProvider();
    const client = social.stranger();
    const back = new URL(await social.openId.visit(await social.begin(client), id));
    back.searchParams.set('code', 'made-up');
    expect(await social.comeBack(client, back.href)).toBe(`${site}/login?error=expired`);
    await expectNobody(client, email);
  });

  test('refuses a second use, in the same browser or in another', async () => {
    const { id } = social.addAtProvider();
    const client = social.stranger();
    const beginning = await social.begin(client);
    const thief = client.at(client.url);
    const back = await social.openId.visit(beginning, id);
    expect(await social.comeBack(client, back)).toBe(`${site}/`);
    for (const browser of [thief, social.stranger()]) {
      expect(await social.comeBack(browser, back)).toBe(`${site}/login?error=expired`);
      expect(await browser.fail(currentUser)).toMatchObject({ code: 'NOT_LOGGED_IN' });
    }
  });

  test('refuses a browser that did not start the log-in', async () => {
    const { id, email } = social.addAtProvider();
    const back = await social.openId.visit(await social.begin(social.stranger()), id);
    const victim = social.stranger();
    expect(await social.comeBack(victim, back)).toBe(`${site}/login?error=expired`);
    await expectNobody(victim, email);
    const busy = social.stranger();
    await social.begin(busy);
    expect(await social.comeBack(busy, back)).toBe(`${site}/login?error=expired`);
    await expectNobody(busy, email);
  });

  test('refuses a state older than ten minutes', async () => {
    const { id, email } = social.addAtProvider();
    const client = social.stranger();
    const back = await social.openId.visit(await social.begin(client), id);
    const state = new URL(back).searchParams.get('state')!;
    const { value } = await app.database.db
      .selectFrom('verifications')
      .select('value')
      .where('identifier', '=', state)
      .executeTakeFirstOrThrow();
    const over = JSON.stringify({ ...(JSON.parse(value) as object), expiresAt: Date.now() - 1 });
    await app.database.db
      .updateTable('verifications')
      .set({ value: over })
      .where('identifier', '=', state)
      .execute();
    expect(await social.comeBack(client, back)).toBe(`${site}/login?error=expired`);
    await expectNobody(client, email);
  });

  test('refuses the other provider', async () => {
    const { id, email } = social.addAtProvider();
    const client = social.stranger();
    const back = await social.openId.visit(await social.begin(client, 'google'), id);
    expect(await social.comeBack(client, back.replace('/google', '/facebook'))).toMatch(/\/login\?error=/);
    await expectNobody(client, email);
  });

  test('does not show an invented error', async () => {
    const client = social.stranger();
    const state = new URL(await social.begin(client)).searchParams.get('state');
    const query = `error=<script>&error_description=Call%20555&state=${state}`;
    const location = await social.comeBack(client, `${site}/api/v1/auth/callback/google?${query}`);
    expect(location).toBe(`${site}/login?error=failed`);
  });

  test('an invented token leads to the page of appeals only, which refuses it', async () => {
    const client = social.stranger();
    const state = new URL(await social.begin(client)).searchParams.get('state');
    const query = `error=may_appeal&error_description=%2F%2Fevil.example%22&state=${state}`;
    const location = await social.comeBack(client, `${site}/api/v1/auth/callback/google?${query}`);
    expect(location).toBe(`${site}/appeal#%2F%2Fevil.example%22`);
  });
});

describe('an account with the same address', () => {
  let person: Person;
  const email = () => person.account.email;
  async function register(): Promise<Person> {
    person = await addPerson(app.url);
    return person;
  }

  test.each([
    ['neither is verified', false, false],
    ['only the provider vouches for it', true, false],
    ['only ours is verified', false, true],
  ])('is not linked when %s', async (_, isVouched, isOurs) => {
    await register();
    if (isOurs) await verify(email());
    const { id } = social.addAtProvider({ email: email().toUpperCase(), email_verified: isVouched });
    const client = social.stranger();
    expect(await social.logIn(client, id)).toBe(`${site}/login?error=not-linked`);
    expect(await client.fail(currentUser)).toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(await social.waysIn(email())).toEqual(['credential']);
    await social.stranger().call(login, { body: { email: email(), password: goodPassword } });
  });

  test('is linked when both are verified, and all other log-ins end', async () => {
    const { client: earlier, account } = await register();
    await earlier.call(currentUser);
    await verify(email());
    const { id } = social.addAtProvider({ email: email() });
    const client = social.stranger();
    expect(await social.logIn(client, id)).toBe(`${site}/`);
    expect(await idOf(client)).toBe(account._id);
    expect(await social.waysIn(email())).toEqual(['google']);
    expect(await earlier.fail(currentUser)).toMatchObject({ code: 'NOT_LOGGED_IN' });
    const body = { email: email(), password: goodPassword };
    expect(await social.stranger().fail(login, { body })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const again = social.stranger();
    await social.logIn(again, id);
    expect(await idOf(again)).toBe(account._id);
  });

  test('is not linked when it is suspended', async () => {
    await register();
    await verify(email());
    const suspended = { suspended_at: new Date() };
    await app.database.db.updateTable('users').set(suspended).where('email', '=', email()).execute();
    const { id } = social.addAtProvider({ email: email() });
    expect(await social.logIn(social.stranger(), id)).toBe(`${site}/login?error=suspended`);
    expect(await social.waysIn(email())).toEqual(['credential']);
  });

  test('opened with an unverified address is closed to its opener when the owner proves the address', async () => {
    const { id, email: victim } = social.addAtProvider({ email_verified: false });
    const attacker = social.stranger();
    await social.logIn(attacker, id, 'facebook');
    const userId = await idOf(attacker);
    const owner = social.addAtProvider({ email: victim });
    expect(await social.logIn(social.stranger(), owner.id)).toBe(`${site}/login?error=not-linked`);
    await app.database.db
      .insertInto('accounts')
      .values({
        id: crypto.randomUUID(),
        user_id: userId,
        account_id: userId,
        provider_id: 'credential',
        password: 'x',
      })
      .execute();
    expect(await social.logIn(social.stranger(), id, 'facebook')).toBe(`${site}/login?error=not-linked`);
    await verify(victim);
    const returned = social.stranger();
    expect(await social.logIn(returned, owner.id)).toBe(`${site}/`);
    expect(await idOf(returned)).toBe(userId);
    expect(await social.waysIn(victim)).toEqual(['google']);
    expect(await social.logIn(social.stranger(), id, 'facebook')).toBe(`${site}/login?error=not-linked`);
  });
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\b',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  'Crops',
  '@evil.example',
  '.evil.example',
])('refuses %j as a return address', async (next) => {
  const params = { provider: 'google' };
  expect(await social.stranger().fail(start, { params, body: { next } })).toMatchObject({
    code: 'INVALID_INPUT',
    errors: [{ field: 'next' }],
  });
});

test.each([
  '/.//evil.example',
  '/..//evil.example',
  '/%2F/evil.example',
  '/@evil.example',
  '/?next=//evil.example',
])('does not leave this site for the return address %j', async (next) => {
  const { id } = social.addAtProvider();
  const location = await social.logIn(social.stranger(), id, 'google', next);
  expect(new URL(location!).origin).toBe(site);
});

test.each([
  '..\\get-session',
  '..%5cget-session',
  '..%2fget-session',
  '%2e%2e/get-session',
  '../get-session',
  '/google',
  'google%2f..%2f..%2fget-session',
  'goog%6ce',
  'google/../../get-session',
  'google\\..\\..\\get-session',
  'google;/../get-session',
  'github',
  '',
])('the callback path reaches no other route: %s', async (rest) => {
  const { client } = await addPerson(app.url);
  const cookie = client.cookieHeader;
  const { hostname, port } = new URL(app.url);
  const call = request({ hostname, port, path: `/api/v1/auth/callback/${rest}`, headers: { cookie } });
  const [response] = (await once(call.end(), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(404);
  expect(await text(response)).not.toContain(client.cookies.get('upaj.session_token'));
});
