import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, photo, registration, toForm } from '#test/factories.ts';
import { findLeftovers, listFiles, pictureName } from '#test/leftovers.ts';

const register = 'POST /api/v1/users/register';

let app: TestApp;

beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const send = (fields: Record<string, string>, avatars: Blob[] = []) =>
  new TestClient(app.url).send(register, { form: toForm(fields, { avatar: avatars }) });

test('a new person is logged in and sees their account', async () => {
  const fields = registration({ contact: '98765 43210', adharNo: '1234 5678 9012' });
  const client = new TestClient(app.url);
  const made = await client.call(register, { form: toForm(fields) });
  expect(made).toMatchObject({ statusCode: 201, success: true });
  expect(made.data.user).toMatchObject({
    username: fields['username'],
    fullName: fields['fullName'],
    email: fields['email'],
    contact: '9876543210',
    aadhaarNumber: 'XXXX XXXX 9012',
    userType: 'farmer',
    majorProduct: 'Wheat',
    avatar: null,
    totalPosts: 0,
  });
  const current = await client.call('GET /api/v1/users/current-user');
  expect(current).toMatchObject({ statusCode: 200, success: true, data: made.data });
  expect((await client.call('GET /api/v1/users/profile')).data).toEqual(made.data.user);
});

test('an e-mail address, a username and an Aadhaar number belong to one person, in any letter case', async () => {
  const first = registration({ username: `Émile.${Date.now()}` });
  await new TestClient(app.url).call(register, { form: toForm(first) });
  const cases: [string, string | undefined, string, string][] = [
    ['email', first['email']?.toUpperCase(), 'EMAIL_TAKEN', 'An account with this email already exists'],
    ['username', first['username']?.toUpperCase(), 'USERNAME_TAKEN', 'This username is already taken'],
    [
      'adharNo',
      first['adharNo']?.replace(/(....)/g, '$1 '),
      'AADHAAR_TAKEN',
      'An account with this Aadhaar number already exists',
    ],
  ];
  for (const [field, value = '', code, message] of cases) {
    const { status, body } = await send(registration({ [field]: value }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ success: false, code, message, errors: [{ field, message }] });
  }
  const all = await send(first);
  expect(all.body).toMatchObject({
    statusCode: 409,
    errors: [{ field: 'email' }, { field: 'username' }, { field: 'adharNo' }],
  });
});

test('two registrations of one e-mail address at once make one account and leave no picture', async () => {
  const email = `twice.${Date.now()}@upaj.example`;
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => send(registration({ email }), [await photo()])),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ code: 'EMAIL_TAKEN', errors: [{ field: 'email' }] });
  expect(await findLeftovers(app.database.db, app.dataDir)).toEqual([]);
});

test('the picture is kept as WebP in two widths, without what the camera wrote into it', async () => {
  const client = new TestClient(app.url);
  const avatar = [await photo({ width: 900, height: 600, hasGps: true })];
  const { data } = await client.call(register, { form: toForm(registration(), { avatar }) });
  const url = data.user.avatar ?? '';
  expect(url).toMatch(/^\/media\/[0-9a-f]{32}-320\.webp$/);
  const files = (await listFiles(join(app.dataDir, 'media'))).filter(
    (file) => pictureName(file) === pictureName(url),
  );
  expect(files).toHaveLength(2);
  for (const [index, width] of [320, 96].entries()) {
    const meta = await sharp(join(app.dataDir, 'media', files[index] ?? '')).metadata();
    expect(meta).toMatchObject({ format: 'webp', width });
    expect([meta.exif, meta.xmp, meta.icc, meta.iptc]).toEqual([undefined, undefined, undefined, undefined]);
  }
});

test('a file that is no picture is refused, and nothing of the registration stays', async () => {
  const fields = registration();
  const { status, body } = await send(fields, [new Blob(['GIF of a sort'], { type: 'image/png' })]);
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ field: 'avatar', key: 'imageInvalid' }] });
  expect((await send(fields)).status).toBe(201);
  expect(await findLeftovers(app.database.db, app.dataDir)).toEqual([]);
});

test('a password that everybody tries first is refused', async () => {
  for (const password of ['123456', 'Password123', 'jaishriram']) {
    const { status, body } = await send(registration({ password, confirmPassword: password }));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: 'This password is too easy to guess. Please choose another.',
      errors: [{ field: 'password', key: 'passwordCommon' }],
    });
  }
});

test('whoever can register can log in: no e-mail address is accepted here and refused there', async () => {
  for (const email of ['a@b.c', 'किसान@खेत.भारत', 'two..dots@upaj.example', 'o\u2019brien@upaj.example']) {
    const { status, body } = await send(registration({ email }));
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'email', message: 'Email is invalid' }] }]);
  }
  for (const email of [`plus+tag.${Date.now()}@upaj.co.in`, `o'brien${Date.now()}@farm.upaj.example`]) {
    const { client, account } = await addPerson(app.url, { email });
    expect(account.email).toBe(email);
    await client.call('POST /api/v1/users/logout');
    await client.call('POST /api/v1/users/login', { body: { email, password: 'harvest-2026' } });
  }
});

test('others see the profile by username in any letter case, without e-mail, phone or Aadhaar', async () => {
  const username = `Anaïs.${Date.now()}`;
  const { account } = await addPerson(app.url, { username, contact: '9123456789' });
  const other = await addPerson(app.url, { userType: 'merchant' });
  for (const name of [username, username.toLowerCase(), username.toUpperCase()]) {
    const { data } = await other.client.call('GET /api/v1/users/user/:username', {
      params: { username: name },
    });
    expect(data).toMatchObject({ _id: account._id, username, fullName: account.fullName });
    const text = JSON.stringify(data);
    for (const secret of ['email', 'contact', 'aadhaar', account.email, '9123456789', 'XXXX'])
      expect(text).not.toContain(secret);
  }
});

test('a username may be thirty letters of any script', async () => {
  const username = 'क्षेत्रपालसिंहराजपूतकिसान'.repeat(2).slice(0, 26) + String(Date.now() % 10_000);
  await addPerson(app.url, { username });
  const { client } = await addPerson(app.url);
  const { data } = await client.call('GET /api/v1/users/user/:username', { params: { username } });
  expect(data.username).toBe(username);
});

test('nobody is found under an unknown name, and nothing is shown to a stranger', async () => {
  const { client, account } = await addPerson(app.url);
  for (const username of ['nobody.at.all', '\u0000', '..'])
    expect((await client.fail('GET /api/v1/users/user/:username', { params: { username } })).statusCode).toBe(
      404,
    );
  const missing = await client.fail('GET /api/v1/users/user/:username', { params: { username: 'nobody' } });
  expect(missing).toMatchObject({ code: 'USER_NOT_FOUND', message: 'User profile not found.' });
  const stranger = new TestClient(app.url);
  for (const key of ['GET /api/v1/users/current-user', 'GET /api/v1/users/profile'] as const)
    expect(await stranger.fail(key)).toMatchObject({ statusCode: 401, code: 'NOT_LOGGED_IN' });
  const params = { username: account.username };
  expect((await stranger.fail('GET /api/v1/users/user/:username', { params })).statusCode).toBe(401);
});
