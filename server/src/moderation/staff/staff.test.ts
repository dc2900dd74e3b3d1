import { beforeAll, expect, test } from 'vitest';
import { endpoints, type EndpointKey } from '@upaj/contract/endpoints';
import type { Failure } from '@upaj/contract/envelope';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { addStaff, codeOf, confirmCode, endTwelveHours, forgetCodes, switchOn } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';

const list = 'GET /api/v1/moderation/staff';
const change = 'PUT /api/v1/moderation/staff';

const app = appForTests();
let administrator: Person;
beforeAll(async () => {
  administrator = await addStaff(app, 'administrator');
});

const setRole = ({ client }: Person, username: string, role: string) =>
  client.send(change, { body: { username, role } });
const roleOf = async ({ client }: Person) =>
  (await client.call('GET /api/v1/users/current-user')).data.user.staffRole;
const command = (path: 'role' | 'second-factor-off', body: object) =>
  new TestClient(app.url).send(`POST /api/v1/admin/${path}`, {
    headers: { authorization: `Bearer ${writeAdminKey([testSecretKey])}` },
    body,
  });

/**
 * Calls of the console that only administrators may use. Moderators may use all others. Add a new call for
 * administrators here.
 */
const forAdministrators = new Set<EndpointKey>([
  list,
  change,
  'GET /api/v1/moderation/audit',
  'GET /api/v1/operations',
  'POST /api/v1/operations/jobs/:jobName/run',
]);
const ofConsole = (Object.keys(endpoints) as EndpointKey[]).filter((key) =>
  /\/v1\/(moderation|operations)\b/.test(key),
);

const callers: Record<string, () => Promise<TestClient>> = {
  stranger: async () => new TestClient(app.url),
  member: async () => (await addPerson(app.url)).client,
  'member with a second factor': async () => {
    const { client } = await addPerson(app.url);
    await switchOn(client);
    return client;
  },
  'moderator without a second factor': async () => withoutSecondFactor('moderator'),
  'moderator whose 12 hours are over': async () => {
    const person = await addStaff(app, 'moderator');
    await endTwelveHours(app, person);
    return person.client;
  },
  'moderator who has not shown a code': async () => withoutCode('moderator'),
  moderator: async () => (await addStaff(app, 'moderator')).client,
  'administrator without a second factor': async () => withoutSecondFactor('administrator'),
  'administrator who has not shown a code': async () => withoutCode('administrator'),
  administrator: async () => (await addStaff(app, 'administrator')).client,
};

async function withoutSecondFactor(role: 'moderator' | 'administrator'): Promise<TestClient> {
  const { client, account } = await addPerson(app.url);
  await app.services.staff.setRole(account.username, role, null);
  return client;
}

async function withoutCode(role: 'moderator' | 'administrator'): Promise<TestClient> {
  const { account } = await addStaff(app, role);
  const client = new TestClient(app.url);
  const body = { email: account.email, password: goodPassword };
  await client.call('POST /api/v1/users/login', { body });
  return client;
}

test.each([
  ['stranger', 'NOT_FOUND', 'NOT_FOUND'],
  ['member', 'NOT_FOUND', 'NOT_FOUND'],
  ['member with a second factor', 'NOT_FOUND', 'NOT_FOUND'],
  ['moderator without a second factor', 'SECOND_FACTOR_REQUIRED', 'NOT_FOUND'],
  ['moderator whose 12 hours are over', 'SECOND_FACTOR_REQUIRED', 'NOT_FOUND'],
  ['moderator who has not shown a code', 'SECOND_FACTOR_REQUIRED', 'NOT_FOUND'],
  ['moderator', 'admitted', 'NOT_FOUND'],
  ['administrator without a second factor', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_REQUIRED'],
  ['administrator who has not shown a code', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_REQUIRED'],
  ['administrator', 'admitted', 'admitted'],
])('every call of the console, for a %s', async (name, forModerators, forAdministratorsOnly) => {
  const client = (await callers[name]?.()) ?? new TestClient(app.url);
  const unknown = await client.fetch('/api/v1/moderation/unknown');
  const answered: [string, string][] = [];
  for (const key of ofConsole) {
    const names = [...key.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
    const params = Object.fromEntries(names.map((param) => [param, '01900000-0000-7000-8000-000000000000']));
    const { body } = await client.send(key, { params });
    const { code = 'admitted', ...rest } = body as Failure;
    const isRefused = code === 'NOT_FOUND' || code === 'SECOND_FACTOR_REQUIRED';
    answered.push([key, isRefused ? code : 'admitted']);
    if (code === 'NOT_FOUND') {
      const { requestId: _own, ...same } = rest;
      expect(unknown.body).toMatchObject({ code, ...same });
    }
  }
  expect(answered).toEqual(
    ofConsole.map((key) => [key, forAdministrators.has(key) ? forAdministratorsOnly : forModerators]),
  );
});

test('after twelve hours staff show a code again, for the console only', async () => {
  const moderator = await addStaff(app, 'administrator');
  await endTwelveHours(app, moderator);
  expect(await moderator.client.fail(list)).toMatchObject({
    statusCode: 403,
    code: 'SECOND_FACTOR_REQUIRED',
  });
  await moderator.client.call('GET /api/v1/users/profile');
  await forgetCodes(app, moderator);
  expect((await confirmCode(moderator.client, await codeOf(moderator.secret))).status).toBe(200);
  await moderator.client.call(list);
});

test('administrators give and take away roles, at once', async () => {
  const person = await addPerson(app.url);
  const { username, _id } = person.account;
  await switchOn(person.client);
  expect(await roleOf(person)).toBeNull();
  expect((await setRole(administrator, username.toUpperCase(), 'administrator')).status).toBe(200);
  expect(await roleOf(person)).toBe('administrator');
  const { data } = await person.client.call(list);
  expect(data.find((each) => each._id === _id)).toMatchObject({
    username,
    role: 'administrator',
    givenBy: administrator.account.username,
    hasSecondFactor: true,
  });
  expect((await setRole(administrator, username, 'moderator')).status).toBe(200);
  expect((await person.client.send(list)).status).toBe(404);
  expect((await setRole(administrator, username, 'none')).status).toBe(200);
  expect(await roleOf(person)).toBeNull();
  expect((await setRole(administrator, 'nobody.at.all', 'moderator')).body).toMatchObject({
    code: 'USER_NOT_FOUND',
  });
  expect((await setRole(administrator, username, 'king')).status).toBe(422);
});

test('nobody changes their own role, and the command leaves an administrator', async () => {
  const { username } = administrator.account;
  for (const role of ['none', 'moderator', 'administrator'])
    expect((await setRole(administrator, username, role)).body).toMatchObject({
      statusCode: 409,
      code: 'NOT_YOURSELF',
    });
  const { data } = await administrator.client.call(list);
  for (const other of data.filter((each) => each.username !== username))
    expect((await command('role', { person: other.username, role: 'none' })).status).toBe(200);
  for (const role of ['none', 'moderator'])
    expect((await command('role', { person: username, role })).body).toMatchObject({
      statusCode: 409,
      code: 'LAST_ADMINISTRATOR',
    });
  expect((await command('role', { person: username, role: 'administrator' })).status).toBe(200);
  expect(await roleOf(administrator)).toBe('administrator');
});

test('of two administrators who take away each other’s role at once, one remains', async () => {
  const other = await addStaff(app, 'administrator');
  const third = await addStaff(app, 'administrator');
  const statuses = await Promise.all([
    setRole(third, other.account.username, 'none'),
    setRole(other, third.account.username, 'none'),
  ]).then((answers) => answers.map(({ status }) => status));
  expect(statuses.toSorted()).toEqual([200, 404]);
});

test('the command switches a second factor off, for a lost phone', async () => {
  const moderator = await addStaff(app, 'moderator');
  const { account } = moderator;
  expect((await command('second-factor-off', { person: account.email })).status).toBe(200);
  expect((await moderator.client.call('GET /api/v1/users/current-user')).data.user).toMatchObject({
    hasSecondFactor: false,
    staffRole: 'moderator',
  });
  await app.services.outbox.deliver();
  const { data } = await moderator.client.call('GET /api/v1/notifications');
  expect(data[0]).toMatchObject({ kind: 'second-factor', data: { change: 'off' } });
  expect((await command('second-factor-off', { person: 'nobody.at.all' })).status).toBe(404);
});
