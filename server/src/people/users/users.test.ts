import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFiles, startTestApp, tableRows, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, photo, registration, toForm } from '#test/factories.ts';
import { insertMembers, type Member } from '#test/rows.ts';

const register = 'POST /api/v1/users/register';
const login = 'POST /api/v1/users/login';
const currentUser = 'GET /api/v1/users/current-user';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const stranger = () => new TestClient(app.url);

describe('registration', () => {
  test('makes an account and logs in', async () => {
    const fields = registration({ fullName: 'Sunita Pawar', majorProduct: 'Onion' });
    const client = stranger();
    const response = await client.call(register, { form: toForm(fields) });
    expect(response).toMatchObject({ statusCode: 201, success: true });
    const { data } = await client.call(currentUser);
    expect(data.user).toMatchObject({
      fullName: 'Sunita Pawar',
      majorProduct: 'Onion',
      email: fields['email'],
    });
    expect(data.user.aadhaarNumber).toBe(`XXXX XXXX ${fields['adharNo']?.slice(-4)}`);
  });

  test('stores the picture small and without its metadata', async () => {
    const avatar = await photo({ width: 900, height: 1200, hasGps: true });
    const client = stranger();
    const { data } = await client.call(register, { form: toForm(registration(), { avatar: [avatar] }) });
    expect(data.user.avatar).toMatch(/^\/media\/[0-9a-f]{32}-320\.webp$/);
    const name = data.user.avatar?.replace('/media/', '') ?? '';
    const stored = await sharp(await readFile(join(app.dataDir, 'media', name))).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 320 });
    expect(stored.exif).toBeUndefined();
  });

  test('never stores the Aadhaar number or shows it to others', async () => {
    const fields = registration({ adharNo: '483920175564' });
    const { account } = await addPerson(app.url, fields);
    const other = await addPerson(app.url);
    const profile = await other.client.send('GET /api/v1/users/user/:username', {
      params: { username: account.username },
    });
    expect(JSON.stringify(profile.body)).not.toMatch(/5564|9876543210|@upaj/);
    expect(JSON.stringify(await tableRows(app))).not.toContain('483920175564');
    expect(app.logs.join('')).not.toContain('483920175564');
  });

  test.each([
    ['email', 'EMAIL_TAKEN', (fields: Record<string, string>) => fields['email']?.toUpperCase()],
    ['username', 'USERNAME_TAKEN', (fields: Record<string, string>) => fields['username']?.toUpperCase()],
    ['adharNo', 'AADHAAR_TAKEN', (fields: Record<string, string>) => fields['adharNo']],
  ])('refuses a second %s', async (field, code, same) => {
    const fields = registration();
    await addPerson(app.url, fields);
    const again = registration({ [field]: same(fields) ?? '' });
    const failure = await stranger().fail(register, { form: toForm(again) });
    expect(failure).toMatchObject({ statusCode: 409, code, errors: [{ field }] });
  });

  test('sent five times concurrently makes one account and leaves no other pictures', async () => {
    const before = (await storedFiles(app)).length;
    const fields = registration();
    const avatar = [await photo()];
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => stranger().send(register, { form: toForm(fields, { avatar }) })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await storedFiles(app)).toHaveLength(before + 2);
  });
});

describe('log-in', () => {
  test('responds the same to a wrong password and an unknown address', async () => {
    const { account } = await addPerson(app.url);
    const wrong = await stranger().fail(login, { body: { email: account.email, password: 'wrong-one' } });
    const unknown = await stranger().fail(login, {
      body: { email: 'nobody@upaj.example', password: 'wrong-one' },
    });
    expect(wrong).toMatchObject({ statusCode: 401, message: 'Invalid email or password. Please try again.' });
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
  });

  test('outlives the browser on request', async () => {
    const { account } = await addPerson(app.url);
    const cookieOf = async (remember: boolean) => {
      const body = { email: account.email.toUpperCase(), password: goodPassword, remember };
      const { headers } = await stranger().send(login, { body });
      return headers.getSetCookie().find((cookie) => cookie.startsWith('upaj.session_token='));
    };
    expect(await cookieOf(true)).toMatch(/Max-Age=34560000;.*HttpOnly; SameSite=Lax/i);
    expect(await cookieOf(false)).not.toMatch(/Max-Age/i);
  });

  test('is refused after ten failures of one account, but not for its neighbours', async () => {
    const { account } = await addPerson(app.url);
    const neighbour = await addPerson(app.url);
    const attempt = { email: account.email, password: 'wrong-one' };
    for (let count = 0; count < 10; count += 1) await stranger().fail(login, { body: attempt });
    const { status, headers } = await stranger().send(login, {
      body: { ...attempt, password: goodPassword },
    });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await stranger().call(login, { body: { email: neighbour.account.email, password: goodPassword } });
  });
});

describe('a session', () => {
  test('ends immediately with the log-out', async () => {
    const { client } = await addPerson(app.url);
    await client.call(currentUser);
    const cookies = new Map(client.cookies);
    expect(await client.call('POST /api/v1/users/logout')).toMatchObject({
      message: 'Logged out successfully',
    });
    const thief = stranger();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect(await thief.fail(currentUser)).toMatchObject({ statusCode: 401, code: 'NOT_LOGGED_IN' });
  });

  test('that has expired is refused', async () => {
    const { client, account } = await addPerson(app.url);
    await app.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', account._id)
      .execute();
    expect(await client.fail(currentUser)).toMatchObject({ statusCode: 401 });
  });

  test('is read with one query and then cached', async () => {
    const [member] = await insertMembers(app.database.db, app.url, 1);
    const { client } = member as Member;
    const reads = () => app.database.queries.filter((text) => /\bsessions\b/.test(text)).length;
    app.database.queries.length = 0;
    await client.call(currentUser);
    expect(reads()).toBe(1);
    app.database.queries.length = 0;
    await client.call(currentUser);
    expect(reads()).toBe(0);
  });

  test('cannot be used by another website', async () => {
    const { client } = await addPerson(app.url);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      expect(await client.fail('POST /api/v1/users/logout', { headers })).toMatchObject({
        code: 'FOREIGN_ORIGIN',
      });
    }
    await client.call(currentUser);
  });
});

test('a profile is found by its username in any letter case', async () => {
  const { client, account } = await addPerson(app.url);
  const params = { username: account.username.toUpperCase() };
  const { data } = await client.call('GET /api/v1/users/user/:username', { params });
  expect(data._id).toBe(account._id);
  expect(
    await client.fail('GET /api/v1/users/user/:username', { params: { username: 'nobody' } }),
  ).toMatchObject({
    statusCode: 404,
    message: 'User profile not found.',
  });
});
