import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, registration, toForm } from '#test/factories.ts';
import { listFiles } from '#test/leftovers.ts';
import { dumpTables } from '#test/rows.ts';

const app = appForTests({ env: { logLevel: 'trace' } });

test('the Aadhaar number is never stored, logged or returned', async () => {
  const adharNo = '739146205817';
  const fields = registration({ adharNo });
  const client = new TestClient(app.url);
  const responses = [
    await client.send('POST /api/v1/users/register', { form: toForm(fields) }),
    await client.send('POST /api/v1/users/register', { form: toForm(fields) }),
    await client.send('POST /api/v1/users/register', { form: toForm({ ...fields, email: 'x' }) }),
    await client.send('GET /api/v1/users/current-user'),
    await client.send('GET /api/v1/users/profile'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 409, 422, 200, 200]);
  const tables = await dumpTables(app.database.db);
  expect(tables['users']).toContain(fields['email']);
  const files = await listFiles(app.dataDir);
  const places = {
    ...tables,
    logs: app.logs.join(''),
    responses: JSON.stringify(responses.map(({ body, headers }) => [body, [...headers]])),
    files: (await Promise.all(files.map((file) => readFile(join(app.dataDir, file), 'latin1')))).join(''),
  };
  expect(app.logs.length).toBeGreaterThan(0);
  const holding = Object.entries(places).filter(([, text]) =>
    [adharNo, adharNo.slice(0, 8), '7391 4620'].some((part) => text.includes(part)),
  );
  expect(holding).toEqual([]);
});

test('passwords are never stored or logged, and sessions never logged', async () => {
  const password = 'quiet-buffalo-93';
  const { client, account } = await addPerson(app.url, { password, confirmPassword: password });
  await client.call('POST /api/v1/users/login', { body: { email: account.email, password } });
  await client.send('POST /api/v1/users/login', { body: { email: account.email, password: `${password}!` } });
  const tables = await dumpTables(app.database.db);
  const holding = Object.keys(tables).filter((name) => tables[name]?.includes(password));
  expect(holding).toEqual([]);
  const logs = app.logs.join('');
  expect(logs).not.toContain(password);
  const token = decodeURIComponent(client.cookies.get('upaj.session_token') ?? '').split('.')[0] ?? '';
  expect(token.length).toBeGreaterThanOrEqual(32);
  expect(logs).not.toContain(token);
});

test('only its owner sees the last four digits', async () => {
  const owner = await addPerson(app.url, { adharNo: '222233334444' });
  expect(owner.account.aadhaarNumber).toBe('XXXX XXXX 4444');
  const other = await addPerson(app.url);
  const params = { username: owner.account.username };
  const profile = await other.client.call('GET /api/v1/users/user/:username', { params });
  expect(JSON.stringify(profile)).not.toMatch(/4444|aadhaar/i);
});

test('duplicates are found by a fingerprint that needs the server’s key', async () => {
  const adharNo = '555566667777';
  const { account } = await addPerson(app.url, { adharNo });
  const row = await app.database.db
    .selectFrom('users')
    .select(['aadhaar_fingerprint', 'aadhaar_last4'])
    .where('id', '=', account._id)
    .executeTakeFirstOrThrow();
  expect(row.aadhaar_last4).toBe('7777');
  expect(row.aadhaar_fingerprint).toMatch(/^[0-9a-f]{64}$/);
  for (const text of [adharNo, `aadhaar:${adharNo}`])
    expect(row.aadhaar_fingerprint).not.toBe(createHash('sha256').update(text).digest('hex'));
});
