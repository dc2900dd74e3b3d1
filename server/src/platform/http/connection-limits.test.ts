import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@upaj/contract/limits';
import { readEnv } from '#src/env.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { connectSocket, openSocket, type TestSocket } from '#test/socket.ts';

let app: TestApp;
let person: Person;
let other: Person;
const open: TestSocket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [person, other] = [await addPerson(app.url), await addPerson(app.url)];
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await app.close();
});

const connect = (who: Person, headers: Record<string, string> = {}) => {
  const socket = openSocket(app.url, who.client, { transports: ['websocket'], extraHeaders: headers });
  open.push(socket);
  return connectSocket(socket);
};

test('limits sockets per session, and a closed one makes room', async () => {
  const sockets = await Promise.all(Array.from({ length: limits.sockets.perSession }, () => connect(person)));
  await expect(connect(person)).rejects.toThrow('TOO_MANY_REQUESTS');
  await connect(other);
  sockets[0]?.disconnect();
  await expect
    .poll(() =>
      connect(person).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test('limits sockets per user across sessions', async () => {
  const many = await addPerson(app.url);
  const { perSession, perUser } = limits.sockets;
  const body = { email: many.account.email, password: goodPassword };
  for (let opened = 0; opened < perUser; opened += perSession) {
    const client = new TestClient(app.url);
    await client.call('POST /api/v1/users/login', { body });
    await Promise.all(Array.from({ length: perSession }, () => connect({ ...many, client })));
  }
  await expect(connect(many)).rejects.toThrow('TOO_MANY_REQUESTS');
});

test('limits new socket connections per address and minute', async () => {
  const handshake = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    return (await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`, { headers })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 1_210; count += 110)
    statuses.push(...(await Promise.all(Array.from({ length: 110 }, () => handshake('203.0.113.50')))));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1_200);
  expect(await handshake('203.0.113.51')).toBe(200);
});

const trusts = (value: string) => readEnv({ SECRET_KEY: 'k'.repeat(32), TRUST_PROXY: value }).trustProxy;

test('TRUST_PROXY accepts networks, addresses or a number of hops', () => {
  expect(trusts('')('127.0.0.1', 0)).toBe(true);
  expect(trusts('')('10.0.0.1', 0)).toBe(false);
  expect(trusts('loopback, 10.0.0.0/8 2001:db8::1')('10.1.2.3', 5)).toBe(true);
  expect(trusts('loopback, 10.0.0.0/8 2001:db8::1')('2001:db8::1', 0)).toBe(true);
  expect(trusts('uniquelocal')('192.168.1.1', 0)).toBe(true);
  expect([0, 1, 2].map((hop) => trusts('2')('203.0.113.1', hop))).toEqual([true, true, false]);
  for (const value of ['everybody', '10.0.0.0/99', 'loopback,,x'])
    expect(() => trusts(value)).toThrow('TRUST_PROXY must be loopback, addresses or networks');
});

test('uses a forwarded address only from a trusted proxy, hop by hop', async () => {
  const trustProxy = trusts('2');
  const behind = await startTestApp({ env: { trustProxy } });
  const { client } = await addPerson(behind.url);
  await client.call('GET /api/v1/users/sessions');
  const body = {
    email: (await client.call('GET /api/v1/users/current-user')).data.user.email,
    password: 'harvest-2026',
  };
  const headers = { 'x-forwarded-for': '198.51.100.99, 203.0.113.77, 10.0.0.1' };
  await client.call('POST /api/v1/users/login', { body, headers });
  const { data } = await client.call('GET /api/v1/users/sessions');
  expect(data[0]?.ipAddress).toBe('203.0.113.77');
  await behind.close();
});
