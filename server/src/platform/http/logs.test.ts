import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { connectSocket, openSocket } from '#test/socket.ts';
import { assertNoSecrets, rememberSecret } from '#test/secrets.ts';

const app = appForTests({ env: { logLevel: 'trace' } });
let person: Person;
beforeAll(async () => {
  person = await addPerson(app.url);
});

test('logs a request and its failure by path only', async () => {
  const paths = ['/reset-password', '/api/v1/auth/callback/google', '/api/v1/users/user/%E0%A4%A', '/docs/'];
  for (const path of paths) await person.client.fetch(`${path}?token=secret-token-1&code=secret-code-1`);
  const log = app.logs.join('');
  expect(log).toContain('"url":"/reset-password"');
  expect(log).not.toContain('secret-');
});

test('Socket.IO polling leaves no session in the log', async () => {
  const socket = await connectSocket(openSocket(app.url, person.client, { transports: ['polling'] }));
  socket.disconnect();
  expect(app.logs.join('')).not.toContain('sid=');
});

test('logs a database error without the values of its statement', async () => {
  await app.database.db.schema.alterTable('reports').renameTo('reports_away').execute();
  const details = 'Call me at 9812345670';
  const targetId = person.account._id;
  const other = await addPerson(app.url);
  const report = { kind: 'user', targetId, reason: 'spam', details };
  expect(await other.client.fail('POST /api/v1/reports', { body: report })).toMatchObject({
    statusCode: 500,
  });
  await app.database.db.schema.alterTable('reports_away').renameTo('reports').execute();
  const line = app.logs.find((each) => each.includes('request failed')) ?? '';
  expect(line).toContain('reports');
  expect(line).not.toContain('9812345670');
});

test('the log search finds a token and ignores the link of an email', () => {
  rememberSecret('token', 'b9d2c4e6f8a0');
  const line = (fields: object) => JSON.stringify({ level: 30, ...fields });
  const link = 'http://localhost:3000/verify-email#token=b9d2c4e6f8a0';
  expect(() => assertNoSecrets([line({ url: '/verify-email?token=b9d2c4e6f8a0' })])).toThrow('"token"');
  assertNoSecrets([line({ msg: 'mail written, as no SMTP_URL is set', link })]);
  expect(() => assertNoSecrets([line({ msg: 'mail written', link })])).toThrow('"token"');
});
