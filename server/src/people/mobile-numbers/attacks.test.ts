import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, fromOwnAddress, goodPassword } from '#test/factories.ts';
import { anyNumber, askForCode, confirm, joinByNumber } from '#test/sms.ts';

const asking = 'POST /api/v1/users/login-code';
const confirming = 'POST /api/v1/users/login-code/confirm';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newClient = () => new TestClient(app.url);
const ask = (client: TestClient, contact: string, headers = fromOwnAddress()) =>
  client.send(asking, { body: { contact }, headers });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const guess = (client: TestClient, contact: string, code: string, headers = fromOwnAddress()) =>
  client.send(confirming, { body: { contact, code }, headers });

describe('guessing', () => {
  test('a code has five tries, also when they come at once', async () => {
    const number = anyNumber();
    const client = newClient();
    const code = await askForCode(app, client, number);
    const wrong = await Promise.all(
      Array.from({ length: 5 }, () => guess(client.at(app.url), number, otherThan(code))),
    );
    expect(wrong.map(({ status }) => status)).toEqual(Array(5).fill(422));
    await app.database.db
      .updateTable('number_codes')
      .set({ stray_tries: 5 })
      .where('number', '=', number)
      .execute();
    expect((await guess(client, number, code)).status).toBe(422);
  });

  test('other browsers have five tries in all, and do not use up those of the one that asked', async () => {
    const number = anyNumber();
    const client = newClient();
    const code = await askForCode(app, client, number);
    for (let tries = 0; tries < 12; tries += 1) await guess(newClient(), number, otherThan(code));
    expect((await guess(newClient(), number, code)).status).toBe(422);
    expect((await guess(client, number, code)).status).toBe(200);
  });

  test('another browser may enter the code', async () => {
    const number = anyNumber();
    const code = await askForCode(app, newClient(), number);
    expect((await guess(newClient(), number, code)).status).toBe(200);
  });

  test('wrong codes of an address are limited over all numbers', async () => {
    const headers = fromOwnAddress();
    const statuses = [];
    for (let tries = 0; tries < 31; tries += 1)
      statuses.push((await guess(newClient(), anyNumber(), '000000', headers)).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422));
    expect(statuses[30]).toBe(429);
  });

  test('the password of an unused account is guessed by code and account only', async () => {
    const number = anyNumber();
    const owner = await addPerson(app.url);
    const code = await askForCode(app, owner.client, number, 'contact-code');
    const body = { contact: number, code, password: goodPassword };
    await owner.client.call('POST /api/v1/users/contact-code/confirm', { body });
    await app.database.db
      .updateTable('users')
      .set({ last_seen_at: new Date(0) })
      .where('id', '=', owner.account._id)
      .execute();
    const client = newClient();
    const right = await askForCode(app, client, number);
    await app.database.db
      .updateTable('number_codes')
      .set({ stray_tries: 5 })
      .where('number', '=', number)
      .execute();
    for (let tries = 0; tries < 5; tries += 1)
      await client.fail(confirming, { body: { contact: number, code: right, password: `guess-${tries}` } });
    const last = await client.fail(confirming, {
      body: { contact: number, code: right, password: goodPassword },
    });
    expect(last.errors).toMatchObject([{ field: 'code' }]);
  });
});

describe('enumeration', () => {
  test('known and unknown numbers get the same answer, by the same queries', async () => {
    const known = anyNumber();
    await joinByNumber(app, known);
    const traces = [];
    for (const number of [known, anyNumber()]) {
      app.database.queries.length = 0;
      const { status, body } = await ask(newClient(), number);
      traces.push({ status, body, queries: [...app.database.queries] });
    }
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]?.status).toBe(202);
  });

  test('wrong codes too', async () => {
    const known = anyNumber();
    await joinByNumber(app, known);
    const traces = [];
    for (const number of [known, anyNumber()]) {
      app.database.queries.length = 0;
      const { requestId: _, ...failure } = await newClient().fail(confirming, {
        body: { contact: number, code: '123456' },
        headers: fromOwnAddress(),
      });
      traces.push({ failure, queries: [...app.database.queries] });
    }
    expect(traces[0]).toEqual(traces[1]);
  });
});

describe('limits of messages', () => {
  test('a number gets three an hour from one network, and ten a day in all', async () => {
    const number = anyNumber();
    const headers = fromOwnAddress();
    const first = [];
    for (let sent = 0; sent < 4; sent += 1) first.push((await ask(newClient(), number, headers)).status);
    expect(first).toEqual([202, 202, 202, 429]);
    const others = [];
    for (let sent = 0; sent < 8; sent += 1) others.push((await ask(newClient(), number)).status);
    expect(others).toEqual([...Array(7).fill(202), 429]);
  });

  test('a browser that has logged in has its own three, whatever strangers did', async () => {
    const number = anyNumber();
    const { client } = await joinByNumber(app, number);
    for (let sent = 0; sent < 12; sent += 1) await ask(newClient(), number);
    await client.call('POST /api/v1/users/logout');
    const own = [];
    for (let sent = 0; sent < 4; sent += 1) own.push((await ask(client, number)).status);
    expect(own).toEqual([202, 202, 202, 429]);
    const code = await app.database.db
      .selectFrom('number_codes')
      .select('id')
      .where('number', '=', number)
      .execute();
    expect(code.length).toBeGreaterThan(3);
  });

  test('a member cannot pump messages to others’ numbers', async () => {
    const { client } = await addPerson(app.url);
    const statuses = [];
    for (let sent = 0; sent < 11; sent += 1) {
      const sending = { body: { contact: anyNumber() }, headers: fromOwnAddress() };
      statuses.push((await client.send('POST /api/v1/users/contact-code', sending)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(202), 429]);
  });
});

test('strangers use up a part of the server’s hourly messages only', async () => {
  const small = await startTestApp({ env: { smsHourlyLimit: 10 } });
  try {
    const number = anyNumber();
    const { client } = await joinByNumber(small, number);
    const statuses = [];
    for (let sent = 0; sent < 8; sent += 1)
      statuses.push((await ask(new TestClient(small.url), anyNumber())).status);
    expect(statuses).toEqual([...Array(6).fill(202), 429, 429]);
    expect((await ask(new TestClient(small.url), number)).status).toBe(429);
    expect((await ask(client, number)).status).toBe(202);
  } finally {
    await small.close();
  }
});

test('without a gateway a server with members of its own offers no codes', async () => {
  const closed = await startTestApp({ env: { databaseUrl: 'postgres://elsewhere' } });
  try {
    const client = new TestClient(closed.url);
    const { data } = await client.call('GET /api/v1/users/providers');
    expect(data.mobileNumber).toBe(false);
    expect(await client.fail(asking, { body: { contact: anyNumber() } })).toMatchObject({
      statusCode: 404,
      code: 'CODES_NOT_SET_UP',
    });
  } finally {
    await closed.close();
  }
});

test('a replayed confirmation opens nothing', async () => {
  const number = anyNumber();
  const client = newClient();
  const code = await askForCode(app, client, number);
  await confirm(client, { contact: number, code });
  const thief = client.at(app.url);
  thief.cookies.clear();
  expect((await guess(thief, number, code)).status).toBe(422);
  expect((await guess(client, number, code)).status).toBe(422);
});
