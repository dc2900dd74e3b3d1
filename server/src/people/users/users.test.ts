import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFiles, startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, photo, registration, toForm } from '#test/factories.ts';

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
});

describe('a session', () => {
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
