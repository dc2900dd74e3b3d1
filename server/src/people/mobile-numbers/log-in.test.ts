import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { switchOn } from '#test/second-factor.ts';
import { anyNumber, askForCode, confirm, joinByNumber, messagesTo } from '#test/sms.ts';

const confirming = 'POST /api/v1/users/login-code/confirm';
const currentUser = 'GET /api/v1/users/current-user';
const prove = 'POST /api/v1/users/contact-code/confirm';
const setPassword = 'PUT /api/v1/users/password';

const app = appForTests({ env: { logLevel: 'info' } });
const newClient = () => new TestClient(app.url);

/** Makes an account look unused. */
const leaveUnused = (userId: string, days = 91) =>
  app.database.db
    .updateTable('users')
    .set({ last_seen_at: new Date(Date.now() - days * 24 * 60 * 60_000) })
    .where('id', '=', userId)
    .execute();

async function giveNumber({ client }: { client: TestClient }, number: string, password?: string) {
  const code = await askForCode(app, client, number, 'contact-code');
  return client.call(prove, { body: { contact: number, code, password } });
}

describe('a new number', () => {
  test('opens an account that is complete with name, role and place', async () => {
    const number = anyNumber();
    const client = newClient();
    const code = await askForCode(app, client, number);
    const { data } = await confirm(client, { contact: number, code });
    expect(data).toMatchObject({
      isNew: true,
      user: { provedNumber: number, contact: number, email: '', isComplete: false, hasPassword: false },
    });
    expect((await client.fail('GET /api/v1/post/feed')).code).toBe('ACCOUNT_INCOMPLETE');
    const body = {
      fullName: 'रमेश सिंह',
      userType: 'farmer',
      place: { state: 'Punjab', district: 'Ludhiana' },
      language: 'hi',
    };
    const { data: completed } = await client.call('POST /api/v1/users/complete', { body });
    expect(completed.user).toMatchObject({
      isComplete: true,
      contact: number,
      language: 'hi',
      address: { state: 'Punjab', district: 'Ludhiana' },
    });
    expect(completed.user.username).toMatch(/^ramesh-sinh(-\d+)?$/);
    await client.call('GET /api/v1/post/feed');
  });

  test('logs in to the same account later', async () => {
    const number = anyNumber();
    const { account } = await joinByNumber(app, number);
    const client = newClient();
    const { data } = await confirm(client, { contact: number, code: await askForCode(app, client, number) });
    expect(data).toMatchObject({ isNew: false, user: { _id: account._id } });
  });

  test('two people of one name get different usernames', async () => {
    const names = await Promise.all([1, 2, 3].map(() => joinByNumber(app, anyNumber(), 'Sita Devi')));
    expect(new Set(names.map(({ account }) => account.username)).size).toBe(3);
  });

  test('gets a message whose last line browsers read, in a file for its owner only', async () => {
    const number = anyNumber();
    const code = await askForCode(app, newClient(), number);
    const [text = ''] = await messagesTo(app, number);
    const host = new URL(app.url).hostname;
    expect(text.split('\n').at(-1)).toBe(`@${host === '127.0.0.1' ? 'localhost' : host} #${code}`);
    expect(text).toContain(`${code} is your Upaj code`);
    const folder = join(app.dataDir, 'sms');
    const file = (await readdir(folder)).find((name) => name.includes(number)) ?? '';
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    const line = app.logs.find((one) => one.includes(file)) ?? '';
    expect(line).toContain('SMS written');
    expect(app.logs.join()).not.toContain(code);
  });
});

test('a code works once, also for two at once', async () => {
  const number = anyNumber();
  const client = newClient();
  const code = await askForCode(app, client, number);
  const other = client.at(app.url);
  const both = await Promise.all(
    [client, other].map((one) => one.send(confirming, { body: { contact: number, code } })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await newClient().fail(confirming, { body: { contact: number, code } })).toMatchObject({
    errors: [{ field: 'code' }],
  });
});

test('a code that is too old does not work', async () => {
  const number = anyNumber();
  const client = newClient();
  const code = await askForCode(app, client, number);
  const past = new Date(Date.now() - 1);
  await app.database.db
    .updateTable('number_codes')
    .set({ expires_at: past })
    .where('number', '=', number)
    .execute();
  expect((await client.fail(confirming, { body: { contact: number, code } })).code).toBe('INVALID_INPUT');
});

test('a code of one number does not open another, nor a code for settings a log-in', async () => {
  const [one, other] = [anyNumber(), anyNumber()];
  const client = newClient();
  const code = await askForCode(app, client, one);
  expect((await client.fail(confirming, { body: { contact: other, code } })).code).toBe('INVALID_INPUT');
  const { client: member } = await addPerson(app.url);
  const forSettings = await askForCode(app, member, other, 'contact-code');
  expect((await newClient().fail(confirming, { body: { contact: other, code: forSettings } })).code).toBe(
    'INVALID_INPUT',
  );
});

test('a session that a code opened needs the second factor', async () => {
  const number = anyNumber();
  const { client: owner } = await joinByNumber(app, number);
  await switchOn(owner);
  const client = newClient();
  const { data } = await confirm(client, { contact: number, code: await askForCode(app, client, number) });
  expect(data).toEqual({ user: null, isNew: false });
  expect((await client.fail(currentUser)).code).toBe('SECOND_FACTOR_REQUIRED');
});

test('a suspended account stays closed', async () => {
  const number = anyNumber();
  const { account } = await joinByNumber(app, number);
  await app.database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', account._id)
    .execute();
  const client = newClient();
  const body = { contact: number, code: await askForCode(app, client, number) };
  expect((await client.fail(confirming, { body })).code).toBe('ACCOUNT_SUSPENDED');
  expect((await client.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
});

describe('the number of an account that was unused for 90 days', () => {
  test('opens it only with its password', async () => {
    const number = anyNumber();
    const owner = await addPerson(app.url);
    await giveNumber(owner, number, goodPassword);
    await leaveUnused(owner.account._id);
    const client = newClient();
    const body = { contact: number, code: await askForCode(app, client, number) };
    expect((await client.fail(confirming, { body })).code).toBe('NUMBER_UNUSED');
    const wrong = await client.fail(confirming, { body: { ...body, password: 'not the one' } });
    expect(wrong.errors).toMatchObject([{ field: 'password' }]);
    expect((await client.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
    const { data } = await confirm(client, { ...body, password: goodPassword });
    expect(data.user?._id).toBe(owner.account._id);
  });

  test('opens a new account for its new owner, and leaves the old one its email', async () => {
    const number = anyNumber();
    const owner = await addPerson(app.url, { contact: number });
    await giveNumber(owner, number, goodPassword);
    await leaveUnused(owner.account._id);
    const client = newClient();
    const code = await askForCode(app, client, number);
    const { data } = await confirm(client, { contact: number, code, isNewOwner: true });
    expect(data).toMatchObject({ isNew: true, user: { provedNumber: number } });
    expect(data.user?._id).not.toBe(owner.account._id);
    const { email } = owner.account;
    const again = await newClient().call('POST /api/v1/users/login', {
      body: { email, password: goodPassword },
    });
    expect(again.data.user).toMatchObject({ provedNumber: '', contact: '' });
  });

  test('opens it when there is no other way in', async () => {
    const number = anyNumber();
    const { account } = await joinByNumber(app, number);
    await leaveUnused(account._id);
    const client = newClient();
    const code = await askForCode(app, client, number);
    const { data } = await confirm(client, { contact: number, code, isNewOwner: true });
    expect(data.user?._id).toBe(account._id);
  });

  test('is open to the code on the 89th day', async () => {
    const number = anyNumber();
    const owner = await addPerson(app.url);
    await giveNumber(owner, number, goodPassword);
    await leaveUnused(owner.account._id, 89);
    const client = newClient();
    const body = { contact: number, code: await askForCode(app, client, number) };
    expect((await confirm(client, body)).data.user?._id).toBe(owner.account._id);
  });
});

describe('a member', () => {
  test('proves a number with the password, and logs in with it', async () => {
    const number = anyNumber();
    const owner = await addPerson(app.url);
    const code = await askForCode(app, owner.client, number, 'contact-code');
    expect((await owner.client.fail(prove, { body: { contact: number, code } })).errors).toMatchObject([
      { field: 'password' },
    ]);
    const { data } = await owner.client.call(prove, {
      body: { contact: number, code, password: goodPassword },
    });
    expect(data.user).toMatchObject({ provedNumber: number, contact: number });
    const client = newClient();
    const body = { contact: number, code: await askForCode(app, client, number) };
    expect((await confirm(client, body)).data.user?._id).toBe(owner.account._id);
  });

  test('cannot take the number of an account that is used', async () => {
    const number = anyNumber();
    await joinByNumber(app, number);
    const other = await addPerson(app.url);
    const code = await askForCode(app, other.client, number, 'contact-code');
    const body = { contact: number, code, password: goodPassword };
    expect((await other.client.fail(prove, { body })).code).toBe('NUMBER_TAKEN');
  });

  test('changes the number: only the new one logs in', async () => {
    const [first, second] = [anyNumber(), anyNumber()];
    const owner = await joinByNumber(app, first);
    await giveNumber(owner, second);
    const client = newClient();
    const { data } = await confirm(client, { contact: first, code: await askForCode(app, client, first) });
    expect(data.isNew).toBe(true);
    const again = { contact: second, code: await askForCode(app, client, second) };
    expect((await confirm(client, again)).data.user?._id).toBe(owner.account._id);
  });

  test('sets a password by a code to the own number, which ends other sessions', async () => {
    const number = anyNumber();
    const { client } = await joinByNumber(app, number);
    const elsewhere = newClient();
    await confirm(elsewhere, { contact: number, code: await askForCode(app, elsewhere, number) });
    const code = await askForCode(app, client, number, 'contact-code');
    const common = { code, password: '12345678', confirmPassword: '12345678' };
    expect((await client.fail(setPassword, { body: common })).errors).toMatchObject([{ field: 'password' }]);
    const body = { code, password: goodPassword, confirmPassword: goodPassword };
    await client.call(setPassword, { body });
    expect((await client.call(currentUser)).data.user.hasPassword).toBe(true);
    expect((await elsewhere.fail(currentUser)).code).toBe('NOT_LOGGED_IN');
    expect((await client.fail(setPassword, { body })).errors).toMatchObject([{ field: 'code' }]);
  });

  test('without a number gets no password by a code', async () => {
    const { client } = await addPerson(app.url);
    const body = { code: '123456', password: goodPassword, confirmPassword: goodPassword };
    expect((await client.fail(setPassword, { body })).code).toBe('NO_NUMBER');
  });
});
