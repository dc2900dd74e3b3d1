import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startSecondApp, startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { rateRow } from '#test/market-rows.ts';
import { codeOf, confirmCode, switchOn } from '#test/second-factor.ts';
import { connectSocket, nextEvent, openSocket, type TestSocket } from '#test/socket.ts';

const redisUrl = process.env['TEST_REDIS_URL'];

describe.runIf(redisUrl)(
  'two processes on one database and one Redis',
  { meta: { skippedBecause: 'an embedded database belongs to one process' } },
  () => {
    let one: TestApp;
    let other: TestApp;
    let farmer: Person;
    let merchant: Person;
    const open = new Set<TestSocket>();
    beforeAll(async () => {
      one = await startTestApp({ env: { redisUrl } });
      other = await startSecondApp(one, { env: { redisUrl } });
      farmer = await addPerson(one.url);
      merchant = await addPerson(one.url, { userType: 'merchant' });
    });
    afterEach(() => {
      for (const socket of open) socket.disconnect();
      open.clear();
    });
    afterAll(async () => {
      await other.close();
      await one.close();
    });

    async function connectTo(app: TestApp, { client }: Pick<Person, 'client'>): Promise<TestSocket> {
      const socket = openSocket(app.url, client, { transports: ['websocket'] });
      open.add(socket);
      return connectSocket(socket);
    }

    const say = (from: TestClient, to: Person, text: string) =>
      from.call('POST /api/v1/messages/send/:userId', {
        params: { userId: to.account._id },
        body: { text },
      });

    test('a message sent to one reaches a socket of the other', async () => {
      const socket = await connectTo(other, farmer);
      const came = nextEvent(socket, 'newMessage');
      const { newMessage } = await say(merchant.client, farmer, 'Across');
      expect(await came).toEqual(newMessage);
    });

    test('people see each other’s presence across processes', async () => {
      await say(merchant.client, farmer, 'Hello');
      const watching = await connectTo(one, merchant);
      const { _id: id } = farmer.account;
      const comes = nextEvent(watching, 'getOnlineUsers', (ids) => ids.includes(id));
      const socket = await connectTo(other, farmer);
      await comes;
      const params = { userId: id };
      // The test waits, because the first list may still name the socket of an earlier test.
      await expect
        .poll(
          async () => (await merchant.client.call('GET /api/v1/messages/:userId', { params })).user.isOnline,
        )
        .toBe(true);
      const goes = nextEvent(watching, 'getOnlineUsers', (ids) => !ids.includes(id));
      socket.disconnect();
      await goes;
    });

    test('a second factor, its code and a staff role count at the other at once', async () => {
      const person = await addPerson(one.url);
      const login = { body: { email: person.account.email, password: goodPassword } };
      const waiting = new TestClient(one.url);
      await waiting.call('POST /api/v1/users/login', login);
      const there = waiting.at(other.url);
      const status = async () => (await there.send('GET /api/v1/users/current-user')).status;
      const socket = await connectTo(other, { client: there });
      const closed = new Promise((resolve) => socket.on('disconnect', resolve));
      expect(await status()).toBe(200);
      const { secret, recoveryCodes } = await switchOn(person.client);
      await closed;
      await expect.poll(status).toBe(403);
      await confirmCode(waiting, await codeOf(secret, 1));
      await expect.poll(status).toBe(200);
      const list = 'GET /api/v1/moderation/staff';
      expect((await there.send(list)).status).toBe(404);
      await one.services.staff.setRole(person.account.username, 'administrator', null);
      await expect.poll(async () => (await there.send(list)).status).toBe(200);
      const body = { password: goodPassword, code: recoveryCodes[0] };
      await person.client.call('DELETE /api/v1/users/totp', { body });
      await expect.poll(async () => (await there.send(list)).status).toBe(403);
      expect(await status()).toBe(200);
    });

    test('a log-out at one ends the session and its sockets at the other', async () => {
      const person = await addPerson(one.url);
      const there = person.client.at(other.url);
      await there.call('GET /api/v1/users/current-user');
      const socket = await connectTo(other, person);
      const ended = new Promise((resolve) => socket.once('disconnect', resolve));
      await person.client.call('POST /api/v1/users/logout');
      expect(await ended).toBe('io server disconnect');
      await expect.poll(async () => (await there.send('GET /api/v1/users/current-user')).status).toBe(401);
    });

    test('a post made at one appears in the cached feed of the other', async () => {
      const there = merchant.client.at(other.url);
      await there.call('GET /api/v1/post/feed');
      const { _id } = await addPost(farmer);
      const hasIt = async () =>
        (await there.call('GET /api/v1/post/feed')).data.some((post) => post._id === _id);
      await expect.poll(hasIt).toBe(true);
    });

    test('wrong passwords at one count at the other', async () => {
      const body = { email: farmer.account.email, password: 'not-it-at-all', remember: false };
      const tryAt = async (app: TestApp) =>
        (await new TestClient(app.url).send('POST /api/v1/users/login', { body })).status;
      for (let count = 0; count < 10; count += 1) expect(await tryAt(count % 2 ? one : other)).toBe(401);
      expect([await tryAt(one), await tryAt(other)]).toEqual([429, 429]);
    });

    test('rates imported at one update the cached feed of the other', async () => {
      const there = merchant.client.at(other.url);
      const priceThere = async () =>
        (await there.call('GET /api/v1/post/feed')).data[0]?.marketPrice?.modalPrice;
      await one.services.rates.ingest([rateRow({ modalPrice: 2_410 })], { isSample: false });
      await addPost(farmer);
      await expect.poll(priceThere).toBe(2_410);
      await one.services.rates.ingest([rateRow({ modalPrice: 2_555 })], { isSample: false });
      await expect.poll(priceThere).toBe(2_555);
    });
  },
);
