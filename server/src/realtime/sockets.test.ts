import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeAdminKey } from '#src/http/admin-key.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { collectMessages, connectSocket, nextEvent, openSocket, type TestSocket } from '#test/socket.ts';

const secretKey = 'x'.repeat(64);
const send = 'POST /api/v1/messages/send/:userId';

let app: TestApp;
let farmer: Person;
let merchant: Person;
let stranger: Person;
const open = new Set<TestSocket>();
beforeAll(async () => {
  app = await startTestApp({ env: { secretKey } });
});
beforeEach(async () => {
  [farmer, merchant, stranger] = (await Promise.all(Array.from({ length: 3 }, () => addPerson(app.url)))) as [
    Person,
    Person,
    Person,
  ];
});
afterEach(() => {
  for (const socket of open) socket.disconnect();
  open.clear();
});
afterAll(() => app.close());

async function connect(client: TestClient, options = {}): Promise<TestSocket> {
  const socket = openSocket(app.url, client, options);
  open.add(socket);
  return connectSocket(socket);
}

async function say(from: Person, to: Person, text: string) {
  const params = { userId: to.account._id };
  return (await from.client.call(send, { params, body: { text } })).newMessage;
}

/** Whatever was under way has come by the time an event told after it has. */
async function settle(person: Person, socket: TestSocket): Promise<void> {
  const other = await addPerson(app.url);
  const told = nextEvent(socket, 'newMessage', ({ text }) => text === 'settled');
  await say(other, person, 'settled');
  await told;
}

test('a message reaches every device of both, once, and nobody else', async () => {
  const phone = await connect(farmer.client);
  const tab = await connect(farmer.client, { transports: ['websocket'] });
  const own = await connect(merchant.client);
  const foreign = await connect(stranger.client);
  const inboxes = [phone, tab, own, foreign].map(collectMessages);
  const message = await say(merchant, farmer, 'Is it dry?');
  for (const [person, socket] of [
    [farmer, phone],
    [farmer, tab],
    [merchant, own],
    [stranger, foreign],
  ] as const) {
    await settle(person, socket);
  }
  const received = inboxes.map((inbox) => inbox.filter(({ text }) => text !== 'settled'));
  expect(received).toEqual([[message], [message], [message], []]);
});

test('reading is told to both, and typing to the other one alone', async () => {
  const reader = await connect(farmer.client);
  const writer = await connect(merchant.client);
  const foreign = await connect(stranger.client);
  const overheard: unknown[] = [];
  foreign.onAny((event: string, value) => event !== 'getOnlineUsers' && overheard.push([event, value]));
  const { _id: messageId } = await say(merchant, farmer, 'Hello');
  const told = Promise.all([reader, writer].map((socket) => nextEvent(socket, 'messageRead')));
  await farmer.client.call('PUT /api/v1/messages/mark/:messageId', { params: { messageId } });
  const read = { readerId: farmer.account._id, senderId: merchant.account._id, upTo: 1 };
  expect(await told).toEqual([read, read]);
  const typing = nextEvent(writer, 'typing');
  reader.emit('typing', { userId: merchant.account._id, isTyping: true });
  expect(await typing).toEqual({ userId: farmer.account._id, isTyping: true });
  expect(overheard).toEqual([]);
});

test('what does not fit the contract is dropped, and the socket goes on', async () => {
  const writer = await connect(merchant.client);
  const reader = await connect(farmer.client);
  const typed: unknown[] = [];
  reader.on('typing', (state) => typed.push(state));
  for (const broken of [undefined, null, 'x', 7, [], {}, { userId: 'x', isTyping: true }, { userId: {} }]) {
    writer.emit('typing', broken as never);
    (writer as unknown as { emit(event: string, value: unknown): void }).emit('newMessage', broken);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  writer.emit('typing', { userId: farmer.account._id, isTyping: false });
  await nextEvent(reader, 'typing');
  expect(typed).toHaveLength(1);
});

describe('who is refused', () => {
  test('a stranger without a session, and somebody who claims to be another', async () => {
    await expect(connect(new TestClient(app.url))).rejects.toThrow('NOT_LOGGED_IN');
    const query = { userId: merchant.account._id };
    await expect(connect(farmer.client, { query })).rejects.toThrow('NOT_YOURS');
    await connect(merchant.client, { query });
  });

  test('a page of another website', async () => {
    const extraHeaders = { origin: 'https://evil.example' };
    await expect(connect(farmer.client, { extraHeaders })).rejects.toThrow(/error/);
    await expect(connect(farmer.client, { extraHeaders, transports: ['websocket'] })).rejects.toThrow(
      /error/,
    );
  });
});

test('the end of a session closes its sockets at once, and no others', async () => {
  const here = new TestClient(app.url);
  await here.call('POST /api/v1/users/login', {
    body: { email: farmer.account.email, password: goodPassword },
  });
  const ending = await connect(here);
  const staying = await connect(farmer.client);
  const ended = new Promise((resolve) => ending.once('disconnect', resolve));
  await here.call('POST /api/v1/users/logout');
  expect(await ended).toBe('io server disconnect');
  expect(staying.connected).toBe(true);
  await expect(connect(here)).rejects.toThrow('NOT_LOGGED_IN');
});

test('people who talk to each other see one another come and go; tabs count once; strangers see nothing', async () => {
  await say(merchant, farmer, 'Hello');
  const watching = await connect(merchant.client);
  const foreign = await connect(stranger.client);
  const heard: string[][] = [];
  foreign.on('getOnlineUsers', (ids) => heard.push(ids));
  const comes = nextEvent(watching, 'getOnlineUsers', (ids) => ids.includes(farmer.account._id));
  const tab = await connect(farmer.client);
  await comes;
  const second = await connect(farmer.client);
  tab.disconnect();
  await settle(merchant, watching);
  const params = { userId: farmer.account._id };
  const room = await merchant.client.call('GET /api/v1/messages/:userId', { params });
  expect(room.user.isOnline).toBe(true);
  const goes = nextEvent(watching, 'getOnlineUsers', (ids) => !ids.includes(farmer.account._id));
  second.disconnect();
  await goes;
  expect(heard.flat()).not.toContain(farmer.account._id);
});

test('a first message makes the two acquainted', async () => {
  const watching = await connect(merchant.client);
  await connect(farmer.client);
  await say(farmer, merchant, 'Hello');
  const socket = await connect(stranger.client);
  const ids = nextEvent(watching, 'getOnlineUsers', (online) => online.includes(stranger.account._id));
  socket.disconnect();
  await say(stranger, merchant, 'Hello');
  await connect(stranger.client);
  expect(await ids).toContain(stranger.account._id);
});

test('a message sent over the socket is stored like any other, or refused with its reason', async () => {
  const writer = await connect(merchant.client);
  const reader = await connect(farmer.client);
  const userId = farmer.account._id;
  const came = nextEvent(reader, 'newMessage');
  const answer = await writer.emitWithAck('send', { userId, text: ' Over the wire ' });
  expect(answer).toMatchObject({ newMessage: { text: 'Over the wire', number: 1 } });
  expect({ newMessage: await came }).toEqual(answer);
  const { messages } = await farmer.client.call('GET /api/v1/messages/:userId', {
    params: { userId: merchant.account._id },
  });
  expect({ newMessage: messages[0] }).toEqual(answer);
  const refused = (form: object) => writer.emitWithAck('send', form as never);
  expect(await refused({ userId, text: ' ' })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await refused({ userId: 'nobody', text: 'x' })).toMatchObject({ code: 'USER_NOT_FOUND' });
  expect(await refused({ userId, text: 'x', clientId: 'x' })).toMatchObject({ code: 'INVALID_INPUT' });
  writer.emit('send', { userId, text: 'nobody waits' }, undefined as never);
  await settle(farmer, reader);
});

test('the sockets of a suspended person close at once, and stay closed', async () => {
  const socket = await connect(farmer.client);
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  await new TestClient(app.url).call('POST /api/v1/admin/suspend', {
    headers: { authorization: `Bearer ${writeAdminKey(secretKey)}` },
    body: { person: farmer.account.username, reason: '' },
  });
  expect(await ended).toBe('io server disconnect');
  await expect(connect(farmer.client)).rejects.toThrow('NOT_LOGGED_IN');
});

test('a block cuts what was open between two people: words, typing, and who is online', async () => {
  await say(merchant, farmer, 'Hello');
  await say(farmer, merchant, 'Hello');
  const writer = await connect(merchant.client);
  const userId = farmer.account._id;
  const comes = nextEvent(writer, 'getOnlineUsers', (ids) => ids.includes(userId));
  const reader = await connect(farmer.client);
  await comes;
  expect(await writer.emitWithAck('send', { userId, text: 'Before' })).toMatchObject({ newMessage: {} });
  const goes = nextEvent(writer, 'getOnlineUsers', (ids) => !ids.includes(userId));
  await farmer.client.call('POST /api/v1/blocks/:username', {
    params: { username: merchant.account.username },
  });
  await goes;
  const heard: unknown[] = [];
  reader.onAny((event: string, value) => event !== 'getOnlineUsers' && heard.push([event, value]));
  expect(await writer.emitWithAck('send', { userId, text: 'After' })).toMatchObject({ code: 'BLOCKED' });
  writer.emit('typing', { userId, isTyping: true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard).toEqual([]);
});
