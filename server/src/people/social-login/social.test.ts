import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointKey } from '@upaj/contract/endpoints';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addOldPerson, decide, findCase, report } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword } from '#test/factories.ts';
import { addStaff } from '#test/second-factor.ts';
import { site, startSocialApp, type SocialApp } from '#test/social.ts';

const start = 'POST /api/v1/users/social/:provider';
const complete = 'POST /api/v1/users/complete';
const currentUser = 'GET /api/v1/users/current-user';

let social: SocialApp;
let app: TestApp;
beforeAll(async () => {
  social = await startSocialApp();
  ({ app } = social);
});
afterAll(() => social.close());

const stranger = () => social.stranger();
const addAtProvider: SocialApp['addAtProvider'] = (claims) => social.addAtProvider(claims);
const logIn: SocialApp['logIn'] = (...journey) => social.logIn(...journey);
let count = 0;
const form = (changes: Record<string, string> = {}) => ({
  fullName: 'Lakshmi Devi',
  contact: '9876543210',
  username: `lakshmi.${(count += 1)}`,
  userType: 'farmer',
  majorProduct: 'Turmeric',
  ...changes,
});

const rowOf = (email: string) =>
  app.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
async function hasSession(client: TestClient): Promise<boolean> {
  return (await client.send(currentUser)).status === 200;
}

describe('a first log-in', () => {
  test('opens an account that can do nothing until it is complete', async () => {
    const { id, email } = addAtProvider({ name: 'Lakshmi' });
    const client = stranger();
    expect(await logIn(client, id, 'google', '/Crops?state=Punjab')).toBe(`${site}/Crops?state=Punjab`);
    const { user } = (await client.call(currentUser)).data;
    expect(user).toMatchObject({
      fullName: 'Lakshmi',
      email,
      isEmailVerified: true,
      isComplete: false,
      hasPassword: false,
      contact: '',
      aadhaarNumber: '',
      avatar: null,
    });
    expect(user.username).toMatch(/^new-[0-9a-f]{12}$/);
    for (const key of ['GET /api/v1/post/feed', 'GET /api/v1/users/profile'] as const)
      expect(await client.fail(key)).toMatchObject({ statusCode: 403, code: 'ACCOUNT_INCOMPLETE' });

    const fields = form();
    const completed = await client.call(complete, { body: fields });
    expect(completed.data.user).toMatchObject({ ...fields, isComplete: true });
    await client.call('GET /api/v1/post/feed');
    const other = await addPerson(app.url);
    const params = { username: fields.username };
    await other.client.call('GET /api/v1/users/user/:username', { params });
  });

  test('does not store the provider’s tokens', async () => {
    const { id, email } = addAtProvider();
    await logIn(stranger(), id);
    const { id: userId } = (await rowOf(email))!;
    const [account] = await app.database.db
      .selectFrom('accounts')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    expect(account).toMatchObject({
      account_id: id,
      access_token: null,
      refresh_token: null,
      id_token: null,
    });
  });

  test('with Facebook leaves the address unverified, whatever it claims', async () => {
    const { id, email } = addAtProvider({ email_verified: false });
    const client = stranger();
    expect(await logIn(client, id, 'facebook')).toBe(`${site}/`);
    expect((await client.call(currentUser)).data.user).toMatchObject({ email, isEmailVerified: false });
  });

  test.each([
    ['no address', { email: '' }],
    ['no address that could register', { email: 'not an address' }],
  ])('with %s is refused', async (_, claims) => {
    const { id } = addAtProvider(claims);
    const client = stranger();
    expect(await logIn(client, id)).toBe(`${site}/login?error=no-email`);
    expect(await hasSession(client)).toBe(false);
  });

  test('with an invalid name stores a cleaned and shortened one', async () => {
    const { id } = addAtProvider({ name: `A\u0000\u202e\u200b${'x'.repeat(500)}` });
    const client = stranger();
    expect(await logIn(client, id)).toBe(`${site}/`);
    expect((await client.call(currentUser)).data.user.fullName).toMatch(/^Ax+$/);
  });

  test('in two browsers concurrently makes one account', async () => {
    const { id, email } = addAtProvider();
    await Promise.all([logIn(stranger(), id), logIn(stranger(), id)]);
    const client = stranger();
    expect(await logIn(client, id)).toBe(`${site}/`);
    expect(await social.waysIn(email)).toEqual(['google']);
  });
});

describe('an account that is not complete', () => {
  async function newcomer() {
    const { id, email } = addAtProvider();
    const client = stranger();
    await logIn(client, id);
    return { id, email, client, row: (await rowOf(email))! };
  }

  test('is invisible to others', async () => {
    const { row } = await newcomer();
    const other = await addPerson(app.url);
    const params = { username: row.username };
    const key: EndpointKey = 'GET /api/v1/users/user/:username';
    expect(await other.client.fail(key, { params })).toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('can be logged out of', async () => {
    const { client } = await newcomer();
    await client.call('POST /api/v1/users/logout');
    expect(await hasSession(client)).toBe(false);
  });

  test('gets an error at the field when the username exists, in any letter case', async () => {
    const { account } = await addPerson(app.url);
    const { client } = await newcomer();
    const body = form({ username: account.username.toUpperCase() });
    expect(await client.fail(complete, { body })).toMatchObject({
      statusCode: 409,
      code: 'USERNAME_TAKEN',
      errors: [{ field: 'username', key: 'usernameTaken' }],
    });
    expect(await client.fail('GET /api/v1/post/feed')).toMatchObject({ code: 'ACCOUNT_INCOMPLETE' });
  });

  test('gets an error at every missing field', async () => {
    const { client } = await newcomer();
    const { errors } = await client.fail(complete, { body: {} });
    expect(errors.map(({ field }) => field)).toEqual(['fullName', 'userType']);
    // Only an account that was opened with its number needs none.
    const { contact: _, ...others } = form();
    expect((await client.fail(complete, { body: others })).errors).toMatchObject([{ field: 'contact' }]);
  });

  test('is remembered by the browser that completes it, as one opened by the form', async () => {
    const { client, row } = await newcomer();
    await client.call(complete, { body: form() });
    expect(client.cookies.get('upaj.devices')).toContain(row.id);
  });

  test('is completed once: a second call changes nothing', async () => {
    const { client } = await newcomer();
    const first = form();
    await client.call(complete, { body: first });
    const { data } = await client.call(complete, { body: form() });
    expect(data.user.username).toBe(first.username);
    const registered = await addPerson(app.url);
    const again = await registered.client.call(complete, { body: form() });
    expect(again.data.user.username).toBe(registered.account.username);
  });

  test('gets a username once when two request it concurrently', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const body = form();
    const responses = await Promise.all([one, two].map(({ client }) => client.send(complete, { body })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test('a returning person gets their account', async () => {
  const { id } = addAtProvider();
  const first = stranger();
  await logIn(first, id);
  await first.call(complete, { body: form() });
  const { user } = (await first.call(currentUser)).data;
  social.openId.people.set(id, { name: 'Renamed', email: `${id}@elsewhere.example`, email_verified: true });
  const second = stranger();
  expect(await logIn(second, id)).toBe(`${site}/`);
  expect((await second.call(currentUser)).data.user).toMatchObject({
    _id: user._id,
    fullName: user.fullName,
    email: user.email,
  });
});

test('a suspended person returns to the log-in screen without a session', async () => {
  const { id, email } = addAtProvider();
  await logIn(stranger(), id);
  const suspended = { suspended_at: new Date() };
  await app.database.db.updateTable('users').set(suspended).where('email', '=', email).execute();
  const client = stranger();
  expect(await logIn(client, id)).toBe(`${site}/login?error=suspended`);
  expect(client.cookies.has('upaj.session_token')).toBe(false);
});

test('a suspended person whom the provider vouches for is led to the decision of the moderator', async () => {
  const { id } = addAtProvider({ email_verified: false });
  const person = stranger();
  await logIn(person, id, 'facebook');
  const { user: account } = (await person.call(complete, { body: form() })).data;
  const moderator = await addStaff(app, 'moderator');
  await report(await addOldPerson(app), 'user', account._id);
  const found = await findCase(moderator, { client: person, account }, 'user');
  const decision = await decide(moderator, found, 'suspend');

  const client = stranger();
  const location = new URL((await logIn(client, id, 'facebook')) ?? '');
  expect(location.origin + location.pathname).toBe(`${site}/appeal`);
  expect(location.search).toBe('');
  expect(await hasSession(client)).toBe(false);
  const body = { token: location.hash.slice(1) };
  expect((await stranger().call('POST /api/v1/appeals/link', { body })).data._id).toBe(decision._id);

  // An email address that the provider has not verified logs in to no account that has a password.
  await app.database.db
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      user_id: account._id,
      account_id: account._id,
      provider_id: 'credential',
      password: 'x',
    })
    .execute();
  expect(await logIn(stranger(), id, 'facebook')).toBe(`${site}/login?error=suspended`);
});

test('lists the configured providers and their addresses', async () => {
  expect((await stranger().call('GET /api/v1/users/providers')).data).toEqual({
    google: true,
    facebook: true,
    mobileNumber: true,
  });
  const bare = await startTestApp();
  try {
    const client = new TestClient(bare.url);
    expect((await client.call('GET /api/v1/users/providers')).data).toEqual({
      google: false,
      facebook: false,
      mobileNumber: true,
    });
    for (const provider of ['google', 'facebook']) {
      const failure = await client.fail(start, { params: { provider }, body: {} });
      expect(failure).toMatchObject({ statusCode: 404, code: 'PROVIDER_NOT_SET_UP' });
    }
    const params = { provider: 'other' };
    expect(await client.fail(start, { params, body: {} })).toMatchObject({ code: 'NOT_FOUND' });
    const { headers } = await client.fetch('/api/v1/auth/callback/google?code=x&state=y');
    expect(headers.get('location')).toBe(`${site}/login?error=expired`);
  } finally {
    await bare.close();
  }
});

test('no other route of Better Auth is reachable', async () => {
  const paths = [
    'ok',
    'error',
    'get-session',
    'sign-in/email',
    'sign-up/email',
    'list-sessions',
    'update-user',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const { status } = await stranger().fetch(`/api/v1/auth/${path}`, { method });
      expect([path, method, status]).toEqual([path, method, 404]);
    }
  }
  expect((await stranger().fetch('/api/v1/auth/callback/google', { method: 'POST' })).status).toBe(404);
});

test('someone else’s log-in with a provider does not change a person’s password', async () => {
  const { account } = await addPerson(app.url);
  await logIn(stranger(), addAtProvider().id);
  const body = { email: account.email, password: goodPassword };
  await stranger().call('POST /api/v1/users/login', { body });
});
