import { beforeEach, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import {
  codeOf,
  confirmCode,
  forgetCodes,
  startSecondFactor,
  switchOn,
  wrongCodeOf,
} from '#test/second-factor.ts';

const app = appForTests();
let person: Person;
beforeEach(async () => {
  person = await addPerson(app.url);
});

async function logIn(): Promise<TestClient> {
  const client = new TestClient(app.url);
  const body = { email: person.account.email, password: goodPassword };
  await client.call('POST /api/v1/users/login', { body });
  return client;
}

const again = () => forgetCodes(app, person);

test('a code works once, also in two sessions at once', async () => {
  const { secret } = await startSecondFactor(person.client);
  const used = await codeOf(secret);
  expect((await confirmCode(person.client, used)).status).toBe(200);
  const [one, other] = [await logIn(), await logIn()];
  expect((await confirmCode(one, used)).status).toBe(422);
  await again();
  const code = await codeOf(secret);
  const statuses = await Promise.all(
    [one, other].map(async (client) => (await confirmCode(client, code)).status),
  );
  expect(statuses.toSorted()).toEqual([200, 422]);
  const waiting = statuses[0] === 200 ? other : one;
  expect((await confirmCode(waiting, await codeOf(secret, 1))).status).toBe(200);
  // A code that is earlier than the last used one is refused.
  expect((await confirmCode(await logIn(), await codeOf(secret))).status).toBe(422);
});

test('a code is refused after five wrong ones of the user, in any session; right ones do not count', async () => {
  const { secret } = await switchOn(person.client);
  const wrong = await wrongCodeOf(secret);
  for (let count = 0; count < 2; count += 1) {
    await again();
    expect((await confirmCode(await logIn(), await codeOf(secret))).status).toBe(200);
  }
  await again();
  const clients = [await logIn(), await logIn()];
  for (let count = 0; count < 5; count += 1)
    expect((await confirmCode(clients[count % 2] ?? person.client, wrong)).status).toBe(422);
  for (const client of clients) {
    const refused = await confirmCode(client, await codeOf(secret));
    expect(refused.body).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  }
  const body = { password: goodPassword, code: await codeOf(secret) };
  expect((await person.client.fail('DELETE /api/v1/users/totp', { body })).code).toBe('TOO_MANY_REQUESTS');
  const other = await addPerson(app.url);
  await switchOn(other.client);
});

test('six wrong codes at once are not all compared', async () => {
  const { secret } = await switchOn(person.client);
  const client = await logIn();
  const wrong = await wrongCodeOf(secret);
  const tries = await Promise.all(Array.from({ length: 8 }, () => confirmCode(client, wrong)));
  expect(tries.filter(({ status }) => status === 422)).toHaveLength(5);
});

test('a recovery code works once, as it is written', async () => {
  const { recoveryCodes } = await switchOn(person.client);
  const [first = '', second = ''] = recoveryCodes;
  const client = await logIn();
  const statuses = await Promise.all(
    [client, await logIn()].map(async (each) => (await confirmCode(each, first)).status),
  );
  expect(statuses.toSorted()).toEqual([200, 422]);
  expect((await confirmCode(await logIn(), first)).status).toBe(422);
  expect((await confirmCode(await logIn(), ` ${second.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
  const row = await app.database.db
    .selectFrom('second_factors')
    .select('recovery_hashes')
    .where('user_id', '=', person.account._id)
    .executeTakeFirstOrThrow();
  expect(row.recovery_hashes).toHaveLength(6);
});

test('the code of another person is wrong', async () => {
  const other = await addPerson(app.url);
  const theirs = await switchOn(other.client);
  await switchOn(person.client);
  const client = await logIn();
  for (const code of [await codeOf(theirs.secret, 1), theirs.recoveryCodes[0] ?? ''])
    expect((await confirmCode(client, code)).status).toBe(422);
});
