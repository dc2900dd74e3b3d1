import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { collectMessages, connectSocket, nextEvent, openSocket, type TestSocket } from '#test/socket.ts';

const secretKey = 'x'.repeat(64);
const send = 'POST /api/v1/messages/send/:userId';

const app = appForTests({ env: { secretKeys: [secretKey] } });
let farmer: Person;
let merchant: Person;
let stranger: Person;
const open = new Set<TestSocket>();
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

async function connect(client: TestClient, options = {}): Promise<TestSocket> {
  const socket = openSocket(app.url, client, options);
  open.add(socket);
  return connectSocket(socket);
}

async function say(from: Person, to: Person, text: string) {
  const params = { userId: to.account._id };
  return (await from.client.call(send, { params, body: { text } })).newMessage;
}

async function settle(person: Person, socket: TestSocket): Promise<void> {
  const other = await addPerson(app.url);
  const received = nextEvent(socket, 'newMessage', ({ text }) => text === 'settled');
  await say(other, person, 'settled');
  await received;
}

test('a message reaches every device of both people once', async () => {
  const phone = await connect(farmer.client);
  const tab = await connect(farmer.client, { transports: ['websocket'] });
  const own = await connect(merchant.client);
  const foreign = await connect(stranger.client);
  const inboxes = [phone, tab, own, foreign].map((socket) => collectMessages(socket));
  const sent = [phone, own].map((socket) => collectMessages(socket, 'ownMessage'));
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
  expect(received).toEqual([[message], [message], [], []]);
  expect(sent).toEqual([[], [message]]);
});

test('both people get read receipts, and only the other one gets typing', async () => {
  const reader = await connect(farmer.client);
  const writer = await connect(merchant.client);
  const foreign = await connect(stranger.client);
  const foreignEvents: unknown[] = [];
  foreign.onAny((event: string, value) => event !== 'getOnlineUsers' && foreignEvents.push([event, value]));
  const { _id: messageId } = await say(merchant, farmer, 'Hello');
  const received = Promise.all([reader, writer].map((socket) => nextEvent(socket, 'messageRead')));
  await farmer.client.call('PUT /api/v1/messages/mark/:messageId', { params: { messageId } });
  const read = { readerId: farmer.account._id, senderId: merchant.account._id, upTo: 1 };
  expect(await received).toEqual([read, read]);
  const typing = nextEvent(writer, 'typing');
  reader.emit('typing', { userId: merchant.account._id, isTyping: true });
  expect(await typing).toEqual({ userId: farmer.account._id, isTyping: true });
  expect(foreignEvents).toEqual([]);
});

test.each([[[undefined, null, 'x', 7]], [[[], {}, { userId: 'x', isTyping: true }, { userId: {} }]]])(
  'ignores invalid events and does not close the socket: %j',
  async (values) => {
    const writer = await connect(merchant.client);
    const reader = await connect(farmer.client);
    const typed: unknown[] = [];
    reader.on('typing', (state) => typed.push(state));
    for (const broken of values) {
      writer.emit('typing', broken as never);
      (writer as unknown as { emit(event: string, value: unknown): void }).emit('newMessage', broken);
    }
    const came = nextEvent(reader, 'typing');
    writer.emit('typing', { userId: farmer.account._id, isTyping: false });
    await came;
    expect(typed).toHaveLength(1);
  },
);

describe('connecting is refused', () => {
  test('without a session, and with another user’s id', async () => {
    await expect(connect(new TestClient(app.url))).rejects.toThrow('NOT_LOGGED_IN');
    const query = { userId: merchant.account._id };
    await expect(connect(farmer.client, { query })).rejects.toThrow('NOT_YOURS');
    await connect(merchant.client, { query });
  });

  test('from a page of another website', async () => {
    const extraHeaders = { origin: 'https://evil.example' };
    await expect(connect(farmer.client, { extraHeaders })).rejects.toThrow(/error/);
    await expect(connect(farmer.client, { extraHeaders, transports: ['websocket'] })).rejects.toThrow(
      /error/,
    );
  });
});

test('the end of a session closes only its sockets, at once', async () => {
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

test('people in a conversation see each other’s presence, others do not', async () => {
  await say(merchant, farmer, 'Hello');
  const watching = await connect(merchant.client);
  const foreign = await connect(stranger.client);
  const received: string[][] = [];
  foreign.on('getOnlineUsers', (ids) => received.push(ids));
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
  expect(received.flat()).not.toContain(farmer.account._id);
});

test('after a first message both see each other’s presence', async () => {
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
  const response = await writer.emitWithAck('send', { userId, text: ' Over the wire ' });
  expect(response).toMatchObject({ newMessage: { text: 'Over the wire', number: 1 } });
  expect({ newMessage: await came }).toEqual(response);
  const { messages } = await farmer.client.call('GET /api/v1/messages/:userId', {
    params: { userId: merchant.account._id },
  });
  expect({ newMessage: messages[0] }).toEqual(response);
  const refused = (form: object) => writer.emitWithAck('send', form as never);
  expect(await refused({ userId, text: ' ' })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await refused({ userId: 'nobody', text: 'x' })).toMatchObject({ code: 'USER_NOT_FOUND' });
  expect(await refused({ userId, text: 'x', clientId: 'x' })).toMatchObject({ code: 'INVALID_INPUT' });
  writer.emit('send', { userId, text: 'nobody waits' }, undefined as never);
  await settle(farmer, reader);
});

test('suspending a person closes their sockets for good', async () => {
  const socket = await connect(farmer.client);
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  await new TestClient(app.url).call('POST /api/v1/admin/suspend', {
    headers: { authorization: `Bearer ${writeAdminKey([secretKey])}` },
    body: { person: farmer.account.username, reason: '' },
  });
  expect(await ended).toBe('io server disconnect');
  await expect(connect(farmer.client)).rejects.toThrow('NOT_LOGGED_IN');
});

test('a block ends messages, typing and presence between two people', async () => {
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
  const received: unknown[] = [];
  reader.onAny((event: string, value) => event !== 'getOnlineUsers' && received.push([event, value]));
  expect(await writer.emitWithAck('send', { userId, text: 'After' })).toMatchObject({ code: 'BLOCKED' });
  writer.emit('typing', { userId, isTyping: true });
  await writer.emitWithAck('send', { userId, text: 'After' });
  await settle(farmer, reader);
  expect(received).toEqual([['newMessage', expect.objectContaining({ text: 'settled' })]]);
});
