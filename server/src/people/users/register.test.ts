import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, registration, toForm } from '#test/factories.ts';

const register = 'POST /api/v1/users/register';
const profile = 'GET /api/v1/users/user/:username';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const send = (fields: Record<string, string>) =>
  new TestClient(app.url).send(register, { form: toForm(fields) });

test('accepts phone and Aadhaar numbers typed in groups', async () => {
  const fields = registration({ contact: '98765 43210', adharNo: '1234 5678 9012' });
  const { account } = await addPerson(app.url, fields);
  expect(account).toMatchObject({ contact: '9876543210', aadhaarNumber: 'XXXX XXXX 9012', totalPosts: 0 });
  const again = await send(registration({ adharNo: '123456789012' }));
  expect(again.body).toMatchObject({ statusCode: 409, code: 'AADHAAR_TAKEN' });
});

test('names everything that exists already', async () => {
  const fields = registration({ username: `Emile.${Date.now()}` });
  await addPerson(app.url, fields);
  const { status, body } = await send({ ...fields, username: fields['username']?.toUpperCase() ?? '' });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'EMAIL_TAKEN',
    message: 'An account with this email already exists',
    errors: [
      { field: 'email', message: 'An account with this email already exists' },
      { field: 'username', message: 'This username is already taken' },
      { field: 'adharNo', message: 'An account with this Aadhaar number already exists' },
    ],
  });
});

test.each(['a@b.c', 'किसान@खेत.भारत', 'two..dots@upaj.example', 'o\u2019brien@upaj.example'])(
  'makes no account for %s, which could not log in',
  async (email) => {
    const { body } = await send(registration({ email }));
    expect(body).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'email', message: 'Email is invalid' }],
    });
  },
);

test.each(['plus+tag@upaj.co.in', "o'brien@farm.upaj.example"])(
  '%s can register and log in',
  async (email) => {
    const { client, account } = await addPerson(app.url, { email });
    expect(account.email).toBe(email);
    await client.call('POST /api/v1/users/login', { body: { email, password: goodPassword } });
  },
);

test('finds a username in any case and script, up to its thirtieth character', async () => {
  const { client } = await addPerson(app.url);
  const names = [`Anais.${Date.now()}`, `${'क्षेत्रपालसिंहराजपूतकिसान'.slice(0, 26)}${Date.now() % 10_000}`];
  for (const username of names) {
    const { account } = await addPerson(app.url, { username });
    for (const name of [username, username.toLowerCase(), username.toUpperCase()]) {
      const { data } = await client.call(profile, { params: { username: name } });
      expect(data).toMatchObject({ _id: account._id, username });
    }
  }
});

test('shows no profile without log-in, and handles odd names', async () => {
  const { client, account } = await addPerson(app.url);
  for (const username of ['\u0000', '..', '%', "'", 'x'.repeat(90)])
    expect((await client.fail(profile, { params: { username } })).statusCode).toBe(404);
  const stranger = new TestClient(app.url);
  const params = { username: account.username };
  for (const key of [profile, 'GET /api/v1/users/profile', 'GET /api/v1/users/current-user'] as const)
    expect(await stranger.fail(key, { params })).toMatchObject({ statusCode: 401, code: 'NOT_LOGGED_IN' });
});

test('limits registrations to a hundred an hour per address', async () => {
  const from = (address: string, fields: Record<string, string>) =>
    new TestClient(app.url).send(register, { form: toForm(fields), headers: { 'x-forwarded-for': address } });
  const fields = registration();
  expect((await from('203.0.113.7', fields)).status).toBe(201);
  for (let count = 1; count < 100; count += 1) expect((await from('203.0.113.7', fields)).status).toBe(409);
  const { status, headers } = await from('203.0.113.7', registration());
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(50 * 60);
  expect((await from('203.0.113.8', registration())).status).toBe(201);
});
