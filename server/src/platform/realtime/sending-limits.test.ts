import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitAtMost } from '#src/platform/promises.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { collectMessages, connectSocket, nextEvent, openSocket, type TestSocket } from '#test/socket.ts';

const app = appForTests();
let other: Person;
let flooder: Person;
const open = new Set<TestSocket>();
beforeAll(async () => {
  other = await addPerson(app.url);
});
beforeEach(async () => {
  flooder = await addPerson(app.url);
});
afterEach(() => {
  for (const socket of open) socket.disconnect();
  open.clear();
});

function connectAs(person: Person, transports = ['websocket'], headers = {}): Promise<TestSocket> {
  const socket = openSocket(app.url, person.client, { transports, extraHeaders: headers });
  open.add(socket);
  return connectSocket(socket);
}

const patience = 5_000;

const closed = (socket: TestSocket) =>
  waitAtMost(patience, new Promise<string>((resolve) => socket.once('disconnect', resolve)));

function flood(socket: TestSocket, frames: number, size: number): void {
  const event = { userId: other.account._id, isTyping: true, padding: 'x'.repeat(size) };
  for (let sent = 0; sent < frames; sent += 1) socket.emit('typing', event);
}

test.each(['websocket', 'polling'])(
  'closes a socket that sends a thousand frames of 9 kB (%s)',
  async (way) => {
    const socket = await connectAs(flooder, [way]);
    const reader = await connectAs(other);
    const end = closed(socket);
    if (way === 'websocket') flood(socket, 1_000, 9_000);
    else
      for (let sent = 0; sent < 40 && socket.connected; sent += 1) {
        flood(socket, 1, 9_000);
        await sleep(5);
      }
    expect(await end).toMatch(/transport/);
    expect(reader.connected).toBe(true);
  },
);

test('closes a socket that sends thousands of tiny frames', async () => {
  const socket = await connectAs(flooder);
  const end = closed(socket);
  flood(socket, 1_000, 0);
  expect(await end).toMatch(/transport/);
});

test('a person who goes on with new sockets is refused, and nobody else', async () => {
  const bystander = await connectAs(other);
  const messages = collectMessages(bystander);
  const goOn = async () => {
    for (let count = 0; count < 20; count += 1) {
      const socket = await connectAs(flooder);
      const end = closed(socket);
      flood(socket, 40, 9_000);
      expect(await end).toMatch(/transport/);
    }
  };
  await expect(goOn()).rejects.toThrow('TOO_MANY_REQUESTS');
  const writer = await addPerson(app.url);
  const came = nextEvent(bystander, 'newMessage');
  await writer.client.call('POST /api/v1/messages/send/:userId', {
    params: { userId: other.account._id },
    body: { text: 'Still here?' },
  });
  await came;
  expect(messages).toHaveLength(1);
});

test('an address that has sent too much keeps the sockets that send little', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.99' };
  const quiet = await connectAs(other, ['websocket'], headers);
  const people = await Promise.all(Array.from({ length: 35 }, () => addPerson(app.url)));
  const sockets = await Promise.all(people.map((person) => connectAs(person, ['websocket'], headers)));
  const ends = sockets.map(closed);
  for (const socket of sockets) flood(socket, 18, 9_000);
  // Nobody sent too much alone. The last sockets are closed because of the address.
  expect(await Promise.race(ends)).toMatch(/transport/);
  const typed = nextEvent(sockets.find(({ connected }) => connected) ?? quiet, 'typing').catch(() => {});
  quiet.emit('typing', { userId: people[0]?.account._id ?? '', isTyping: true });
  await Promise.race([typed, sleep(100)]);
  expect(quiet.connected).toBe(true);
});

test('reconnecting with unsent messages and typing are no flood', async () => {
  const socket = await connectAs(flooder, ['polling', 'websocket']);
  const replies = Array.from({ length: 50 }, (_, index) =>
    socket.timeout(20_000).emitWithAck('send', {
      userId: other.account._id,
      text: `Message ${index} ${'word '.repeat(50)}`,
      clientId: crypto.randomUUID(),
    }),
  );
  for (let second = 0; second < 10; second += 1) flood(socket, 5, 0);
  await Promise.all(replies);
  expect(socket.connected).toBe(true);
});

test('closes a connection whose bytes never become a frame', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'host: x',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  const end = waitAtMost(patience, new Promise((resolve) => socket.once('close', () => resolve('closed'))));
  socket.on('error', () => {});
  // Pings of the WebSocket protocol are answered below Socket.IO.
  socket.write(Buffer.concat(Array.from({ length: 200_000 }, () => Buffer.from([0x89, 0x80, 0, 0, 0, 0]))));
  expect(await end).toBe('closed');
});
