import { expect, test } from 'vitest';
import { countWrong, rateLimits, type Counted } from '#src/platform/http/rate-limit.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { createLogIn, type LogInDeps } from './log-in.ts';

const login = 'POST /api/v1/users/login';

const app = appForTests();

const from = (address: string) => ({ 'x-forwarded-for': address });

async function logIn(
  { account }: Person,
  password: string,
  address: string,
  client = new TestClient(app.url),
): Promise<number> {
  const body = { email: account.email, password };
  return (await client.send(login, { body, headers: from(address) })).status;
}

const logInWrongly = (person: Person, address: string, client?: TestClient) =>
  Promise.all(Array.from({ length: 10 }, () => logIn(person, 'not-the-password', address, client)));

test('wrong passwords lock out the client, not the owner', async () => {
  const owner = await addPerson(app.url);
  const attacker = '198.51.100.1';
  expect(new Set(await logInWrongly(owner, attacker))).toEqual(new Set([401]));
  expect(await logIn(owner, goodPassword, attacker)).toBe(429);
  expect(await logIn(owner, goodPassword, '198.51.100.2')).toBe(200);
  expect(await logIn(owner, goodPassword, attacker, owner.client)).toBe(200);
});

test('all addresses of an IPv6 /56 count as one client', async () => {
  const owner = await addPerson(app.url);
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => logIn(owner, 'not-the-password', `2001:db8:0:1${index}::1`)),
  );
  expect(await logIn(owner, goodPassword, '2001:db8:0:1f:ffff::1')).toBe(429);
  expect(await logIn(owner, goodPassword, '2001:db8:0:200::1')).toBe(200);
});

test('a known browser has its own ten attempts', async () => {
  const owner = await addPerson(app.url);
  const address = '198.51.100.3';
  const stolen = new TestClient(app.url);
  stolen.cookies.set('upaj.devices', owner.client.cookies.get('upaj.devices') ?? '');
  await logInWrongly(owner, address, stolen);
  expect(await logIn(owner, goodPassword, address, stolen)).toBe(429);
  expect(await logIn(owner, goodPassword, address)).toBe(200);
});

test('a browser is known only to the accounts that it has logged in to', async () => {
  const [one, other, stranger] = [
    await addPerson(app.url),
    await addPerson(app.url),
    await addPerson(app.url),
  ];
  const address = '198.51.100.4';
  const phone = new TestClient(app.url);
  for (const person of [one, other]) await logIn(person, goodPassword, '198.51.100.5', phone);
  for (const person of [one, other, stranger]) await logInWrongly(person, address);
  expect(await logIn(one, goodPassword, address, phone)).toBe(200);
  expect(await logIn(other, goodPassword, address, phone)).toBe(200);
  expect(await logIn(stranger, goodPassword, address, phone)).toBe(429);
});

test('an invented or changed device cookie makes no browser known', async () => {
  const [owner, thief] = [await addPerson(app.url), await addPerson(app.url)];
  const address = '198.51.100.6';
  await logInWrongly(owner, address);
  const ownersCookie = owner.client.cookies.get('upaj.devices') ?? '';
  const thiefsCookie = thief.client.cookies.get('upaj.devices') ?? '';
  for (const cookie of [
    thiefsCookie.replace(thief.account._id, owner.account._id),
    ownersCookie.slice(0, -1),
    ownersCookie.split('.').slice(0, 2).join('.'),
    '~~',
    '',
  ]) {
    const client = new TestClient(app.url);
    client.cookies.set('upaj.devices', cookie);
    expect(await logIn(owner, goodPassword, address, client)).toBe(429);
  }
});

test('a database failure does not count as an attempt', async () => {
  const owner = await addPerson(app.url);
  const address = '198.51.100.7';
  const { schema } = app.database.db;
  await schema.alterTable('sessions').renameTo('sessions_away').execute();
  const duringOutage = await Promise.all(
    Array.from({ length: 12 }, () => logIn(owner, goodPassword, address)),
  );
  await schema.alterTable('sessions_away').renameTo('sessions').execute();
  expect(duringOutage.filter((status) => status >= 500)).toHaveLength(12);
  expect(await logIn(owner, goodPassword, address)).toBe(200);
  expect(new Set(await logInWrongly(owner, address))).toEqual(new Set([401]));
  expect(await logIn(owner, goodPassword, address)).toBe(429);
});

test('limits wrong passwords from all addresses to 300 an hour, except for known browsers', async () => {
  const device: { id?: string } = {};
  const deps = {
    store: { findLogin: async () => ({ id: 'id', hash: 'x', passwordVersion: '1' }) },
    passwords: {
      visitorSource: () => {},
      isRight: (_: string, __: string, ___: unknown, counted: Counted) =>
        countWrong(counted, async () => false),
    },
    devices: { find: () => device.id },
    rateLimit: rateLimits(undefined),
  } as unknown as LogInDeps;
  const guess = createLogIn(deps);
  const body = { email: 'owner@upaj.example', password: 'x', remember: false };
  const codes = await Promise.all(
    Array.from({ length: 320 }, (_, index) => {
      const request = { ip: `10.0.${index}.1`, log: { info() {} } };
      return guess(body, request as never, {} as never).catch(({ code }: { code: string }) => code);
    }),
  );
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(300);
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20);
  device.id = 'known';
  const request = { ip: '10.1.0.1', log: { info() {} } };
  await expect(guess(body, request as never, {} as never)).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
});
