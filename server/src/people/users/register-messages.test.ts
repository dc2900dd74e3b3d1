import { fieldMessages } from '#test/texts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { registration, toForm } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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
  const failure = await new TestClient(app.url).fail('POST /api/v1/users/register', { form: toForm(fields) });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
  expect(failure.errors).toHaveLength(1);
});

test('an empty registration names every field with its own message', async () => {
  const failure = await new TestClient(app.url).fail('POST /api/v1/users/register', {
    form: toForm({ avatar: '' }),
  });
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
  expect(
    await new TestClient(app.url).fail('POST /api/v1/users/register', {
      form: toForm(registration(), { avatar }),
    }),
  ).toMatchObject({
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
