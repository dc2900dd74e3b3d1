import { expect, test } from 'vitest';
import { storedFiles } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, photo, registration, toForm } from '#test/factories.ts';
import { fieldMessages } from '#test/texts.ts';

const register = 'POST /api/v1/users/register';
const profile = 'GET /api/v1/users/user/:username';

const app = appForTests();

const send = (fields: Record<string, string>) =>
  new TestClient(app.url).send(register, { form: toForm(fields) });

test('makes an account with a photo and logs in', async () => {
  const fields = registration({ fullName: 'Sunita Pawar', majorProduct: 'Onion' });
  const client = new TestClient(app.url);
  const avatar = await photo({ width: 900, height: 1200 });
  const response = await client.call(register, { form: toForm(fields, { avatar: [avatar] }) });
  expect(response).toMatchObject({ statusCode: 201, success: true });
  const { user } = (await client.call('GET /api/v1/users/current-user')).data;
  const { fullName, majorProduct, email } = fields;
  expect(user).toMatchObject({ fullName, majorProduct, email });
  expect(user.aadhaarNumber).toBe(`XXXX XXXX ${fields['adharNo']?.slice(-4)}`);
  expect(user.avatar).toMatch(/^\/media\/[0-9a-f]{32}-320\.webp$/);
});

test('sent five times concurrently makes one account and leaves no other photos', async () => {
  const before = (await storedFiles(app)).length;
  const form = toForm(registration(), { avatar: [await photo()] });
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map(() => new TestClient(app.url).send(register, { form })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  expect(await storedFiles(app)).toHaveLength(before + 2);
});

test.each([
  ['email', 'EMAIL_TAKEN', (fields: Record<string, string>) => fields['email']?.toUpperCase()],
  ['username', 'USERNAME_TAKEN', (fields: Record<string, string>) => fields['username']?.toUpperCase()],
])('refuses a second %s', async (field, code, same) => {
  const fields = registration();
  await addPerson(app.url, fields);
  const { body } = await send(registration({ [field]: same(fields) ?? '' }));
  expect(body).toMatchObject({ statusCode: 409, code, errors: [{ field }] });
});

test('accepts phone and Aadhaar numbers typed in groups', async () => {
  const fields = registration({ contact: '98765 43210', adharNo: '1234 5678 9012' });
  const { account } = await addPerson(app.url, fields);
  expect(account).toMatchObject({ contact: '9876543210', aadhaarNumber: 'XXXX XXXX 9012', totalPosts: 0 });
  // The number is only claimed, so a second claim locks nobody out: `moderation/former-accounts` looks at both.
  expect((await send(registration({ adharNo: '123456789012' }))).status).toBe(201);
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

test('handles odd names', async () => {
  const { client } = await addPerson(app.url);
  for (const username of ['\u0000', '..', '%', "'", 'x'.repeat(90)])
    expect((await client.fail(profile, { params: { username } })).statusCode).toBe(404);
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

const registering: [Record<string, string>, string, string][] = [
  [{ fullName: '' }, 'fullName', 'Full name is required'],
  [{ fullName: '  ' }, 'fullName', 'Full name is required'],
  [{ fullName: 'G' }, 'fullName', 'Name must be at least 2 characters'],
  [{ contact: '' }, 'contact', 'Contact number is required'],
  [{ contact: '5876543210' }, 'contact', 'Please enter a valid 10-digit mobile number'],
  [{ contact: '987654321' }, 'contact', 'Please enter a valid 10-digit mobile number'],
  [{ contact: '98765432101' }, 'contact', 'Please enter a valid 10-digit mobile number'],
  [{ username: '' }, 'username', 'Username is required'],
  [{ username: 'gs' }, 'username', 'Username must be at least 3 characters'],
  [
    { username: 'gurpreet singh' },
    'username',
    'Username can have only letters, digits, dots, dashes and underscores',
  ],
  [{ email: '' }, 'email', 'Email is required'],
  [{ email: 'gurpreet' }, 'email', 'Email is invalid'],
  [{ email: 'gurpreet@khanna' }, 'email', 'Email is invalid'],
  [{ password: '', confirmPassword: '' }, 'password', 'Password is required'],
  [{ password: 'five5', confirmPassword: 'five5' }, 'password', 'Password must be at least 6 characters'],
  [{ confirmPassword: 'another-one' }, 'confirmPassword', 'Passwords do not match'],
  [{ adharNo: '' }, 'adharNo', 'Aadhaar number is required'],
  [{ adharNo: '12345678901' }, 'adharNo', 'Aadhaar number must be 12 digits'],
  [{ adharNo: '12345678901x' }, 'adharNo', 'Aadhaar number must be 12 digits'],
  [{ userType: '' }, 'userType', 'Please select your role'],
  [{ userType: 'admin' }, 'userType', 'Please select your role'],
];

test.each(registering)('registering with %o says at %s: %s', async (changes, field, message) => {
  const fields = registration(changes);
  const failure = await new TestClient(app.url).fail(register, { form: toForm(fields) });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
  expect(failure.errors).toHaveLength(1);
});

test('an empty registration names every field with its own message', async () => {
  const failure = await new TestClient(app.url).fail(register, { form: toForm({ avatar: '' }) });
  expect(failure.errors.map(({ message }) => message)).toEqual([
    'Full name is required',
    'Contact number is required',
    'Username is required',
    'Email is required',
    'Aadhaar number is required',
    'Please select your role',
    'Password is required',
    'Passwords do not match',
  ]);
});

test('an invalid photo is refused', async () => {
  const avatar = [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.jpg', { type: 'image/jpeg' })];
  const form = toForm(registration(), { avatar });
  expect(await new TestClient(app.url).fail(register, { form })).toMatchObject({
    errors: [{ field: 'avatar', message: fieldMessages.imageInvalid }],
  });
});

const loggingIn: [Record<string, string>, string, string][] = [
  [{ email: '', password: 'harvest' }, 'email', 'Email is required'],
  [{ email: 'x', password: 'harvest' }, 'email', 'Email is invalid'],
  [{ email: 'a@b.in', password: '' }, 'password', 'Password is required'],
  [{ email: 'a@b.in', password: 'five5' }, 'password', 'Password must be at least 6 characters'],
];

test.each(loggingIn)('logging in with %o says at %s: %s', async (body, field, message) => {
  const failure = await new TestClient(app.url).fail('POST /api/v1/users/login', { body });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
});
