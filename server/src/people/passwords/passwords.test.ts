import { hashPassword as hashByBetterAuth } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, registration, toForm } from '#test/factories.ts';
import { knownSource, passwordsService } from './service.ts';

const login = 'POST /api/v1/users/login';
const passwords = passwordsService();
const source = knownSource('test');

const app = appForTests({ passwordCost: undefined });

const hashOf = async (userId: string) => {
  const query = app.database.db.selectFrom('accounts').select('password').where('user_id', '=', userId);
  return (await query.executeTakeFirst())?.password ?? '';
};

test('a hash contains its algorithm and cost and matches one password only', async () => {
  const hash = await passwords.hash('गेहूँ की फसल', source);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await passwords.isRight('गेहूँ की फसल', hash, source)).toBe(true);
  expect(await passwords.isRight('गेहूँ की फसल ', hash, source)).toBe(false);
  expect(await passwords.hash('गेहूँ की फसल', source)).not.toBe(hash);
  expect(passwords.isOutdated(hash)).toBe(false);
  expect(passwords.isOutdated(hash.replace('t=1', 't=2'))).toBe(true);
});

test('no password is right for an account without one', async () => {
  for (const hash of [null, undefined, '']) expect(await passwords.isRight('x', hash, source)).toBe(false);
});

test('replaces a hash of an earlier version at the next log-in', async () => {
  const { account } = await addPerson(app.url);
  const old = await hashByBetterAuth(goodPassword);
  const accounts = app.database.db.updateTable('accounts').set({ password: old });
  await accounts.where('user_id', '=', account._id).execute();
  const attempt = (password: string) =>
    new TestClient(app.url).send(login, { body: { email: account.email, password } });
  expect((await attempt('not-the-password')).status).toBe(401);
  expect(await hashOf(account._id)).toBe(old);
  const statuses = await Promise.all([1, 2, 3].map(async () => (await attempt(goodPassword)).status));
  expect(statuses).toEqual([200, 200, 200]);
  expect(await hashOf(account._id)).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect((await attempt(goodPassword)).status).toBe(200);
});

test('a refusal takes as long for an unknown address as for a wrong password', async () => {
  const { account } = await addPerson(app.url);
  const old = await hashByBetterAuth(goodPassword);
  const accounts = app.database.db.updateTable('accounts').set({ password: old });
  await accounts.where('user_id', '=', account._id).execute();
  for (const email of [account.email, 'nobody@upaj.example']) {
    const began = performance.now();
    await new TestClient(app.url).fail(login, { body: { email, password: 'not-the-password' } });
    expect(performance.now() - began).toBeGreaterThan(149);
  }
});

const cases: [string, string, FieldMessageKey][] = [
  ['one of the 10,000 most common', 'Liverpool', 'passwordCommon'],
  ['in capitals', 'KISAN123', 'passwordCommon'],
  ['that repeats itself', 'abcabcabc', 'passwordCommon'],
  ['that is a run', '76543210', 'passwordCommon'],
  ['with the username', 'my-RAMU.Kisan-9', 'passwordPersonal'],
  ['with the whole address', 'x!ramu77@upaj.example', 'passwordPersonal'],
  ['with the name of the mailbox', 'hello-RAMU77-hello', 'passwordPersonal'],
];
test.each(cases)('refuses the password %s at registration', async (_, password, key) => {
  const fields = {
    username: 'ramu.kisan',
    email: 'ramu77@upaj.example',
    password,
    confirmPassword: password,
  };
  const form = toForm(registration(fields));
  const failure = await new TestClient(app.url).fail('POST /api/v1/users/register', { form });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field: 'password', key }] });
});

test('refuses a new password that contains the username', async () => {
  const { client, account } = await addPerson(app.url);
  const password = `my-${account.username.toUpperCase()}`;
  const body = { currentPassword: goodPassword, password, confirmPassword: password };
  const failure = await client.fail('POST /api/v1/users/change-password', { body });
  expect(failure.errors).toMatchObject([{ field: 'password', key: 'passwordPersonal' }]);
});
