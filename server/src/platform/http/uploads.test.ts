import { connect, type Socket } from 'node:net';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, postFields, registration, toForm, type Person } from '#test/factories.ts';
import { listFiles } from '#test/leftovers.ts';
import { sendRaw } from '#test/wire.ts';
import { toAppError } from './errors.ts';

const create = 'POST /api/v1/post/create-post';
const MB = 1024 * 1024;

let app: TestApp;
let person: Person;
let free = Infinity;
beforeAll(async () => {
  const bodyTimes = { stall: 3_000, stretch: 4_000, leastPerStretch: 1_000, longest: 60_000 };
  app = await startTestApp({ uploads: { bodyTimes, findFreeBytes: async () => free } });
  person = await addPerson(app.url);
});
afterAll(() => app.close());

function head(path: string, length: number, type: string, cookie = ''): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
}

const multipart = 'multipart/form-data; boundary=x';
const filePart = '--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
const posts = '/api/v1/post/create-post';

test('refuses an anonymous upload before its body arrives', async () => {
  const response = await sendRaw(app.url, head(posts, 5 * MB, multipart));
  expect(response).toMatchObject({ status: 401 });
});

test('refuses a body above the limit of its route before it arrives', async () => {
  const tooMuch: [string, number, string][] = [
    [posts, 103 * MB, multipart],
    ['/api/v1/users/register', 13 * MB, multipart],
    ['/api/v1/users/login', MB, 'application/json'],
  ];
  for (const [path, length, type] of tooMuch)
    expect([
      path,
      await sendRaw(app.url, head(path, length, type, person.client.cookieHeader)),
    ]).toMatchObject([path, { status: 413 }]);
});

test('limits photos of messages before the body arrives', async () => {
  const sender = await addPerson(app.url);
  const path = `/api/v1/messages/send-pictures/${person.account._id}`;
  const form = () => toForm({ text: '' });
  await Promise.all(
    Array.from({ length: 120 }, () => sender.client.fetch(path, { method: 'POST', body: form() })),
  );
  const response = await sendRaw(app.url, head(path, 5 * MB, multipart, sender.client.cookieHeader));
  expect(response).toMatchObject({ status: 429 });
});

test('limits registrations, invalid ones included, before reading the body', async () => {
  const path = '/api/v1/users/register';
  const client = new TestClient(app.url);
  const headers = { 'x-forwarded-for': '203.0.113.60' };
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const form = toForm({ fullName: '' });
      return (await client.fetch(path, { method: 'POST', body: form, headers })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([422]));
  const [first = '', ...rest] = head(path, 5 * MB, multipart).split('\r\n');
  const start = [first, 'x-forwarded-for: 203.0.113.60', ...rest].join('\r\n');
  expect(await sendRaw(app.url, start)).toMatchObject({ status: 429 });
});

test('ends a stalled body with 408 and stores nothing', async () => {
  const started = head(posts, MB, multipart, person.client.cookieHeader) + filePart + 'x'.repeat(70_000);
  expect(await sendRaw(app.url, started, 30_000)).toMatchObject({ status: 408 });
  const json = `${head('/api/v1/users/login', 1_000, 'application/json')}{"email":`;
  expect(await sendRaw(app.url, json, 30_000)).toMatchObject({ status: 408 });
  await expect.poll(() => listFiles(join(app.dataDir, 'uploads'))).toEqual([]);
});

async function drip(start: string, body: Buffer, size: number): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const response = new Promise<number>((resolve) => {
    socket.once('data', (data) => resolve(Number(data.toString().slice(9, 12))));
  });
  socket.on('error', () => {});
  socket.write(start);
  let status: number | undefined;
  for (let at = 0; status === undefined; at += size) {
    if (at < body.length) socket.write(body.subarray(at, at + size));
    status = await Promise.race([response, sleep(200, undefined)]);
  }
  socket.destroy();
  return status;
}

test('accepts a slow connection but not a dripping one', async () => {
  const form = toForm(postFields(), { images: [await photo({ width: 400, height: 300 })] });
  const request = new Request('http://x', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = request.headers.get('content-type') ?? '';
  const start = head(posts, body.length, type, person.client.cookieHeader);
  expect(await drip(start, body, Math.ceil(body.length / 15))).toBe(201);
  expect(await drip(start, body, 1)).toBe(408);
});

test('unfinished uploads of strangers from one address hold 32 MB at most', async () => {
  const sockets: Socket[] = [];
  const responses: string[] = [];
  const { hostname, port } = new URL(app.url);
  const avatar = filePart.replace('images', 'avatar');
  const bytes = Buffer.from(head('/api/v1/users/register', 10.5 * MB, multipart) + avatar);
  const file = Buffer.alloc(10 * MB - 1, 1);
  for (let count = 0; count < 6; count += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('data', (data) => responses.push(data.toString().slice(9, 12)));
    socket.write(Buffer.concat([bytes, file]));
    sockets.push(socket);
  }
  const sizes: number[] = [];
  await expect
    .poll(
      async () => {
        const folder = join(app.dataDir, 'uploads');
        const files = await listFiles(folder);
        const found = await Promise.all(
          files.map((name) => stat(join(folder, name)).catch(() => ({ size: 0 }))),
        );
        sizes.push(found.reduce((sum, { size }) => sum + size, 0));
        return responses.filter((status) => status === '429').length;
      },
      { interval: 20 },
    )
    .toBeGreaterThanOrEqual(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(32 * MB);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => listFiles(join(app.dataDir, 'uploads'))).toEqual([]);
  expect((await addPost(person)).images).toHaveLength(1);
});

/** Opens uploads that declare a size, send the start of a photo and then nothing for a while. */
function claim(count: number, start: (index: number) => string): { statuses: string[]; end(): void } {
  const { hostname, port } = new URL(app.url);
  const statuses: string[] = [];
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('data', (data) => statuses.push(data.toString().slice(9, 12)));
    socket.write(start(index));
    return socket;
  });
  return { statuses, end: () => sockets.forEach((socket) => socket.destroy()) };
}

const address = (index: number) => `x-forwarded-for: 198.51.${Math.floor(index / 250)}.${index % 250}\r\n`;

function fromAddress(index: number, path: string, length: number): string {
  return head(path, length, multipart).replace('\r\n', `\r\n${address(index)}`);
}

const avatarPart = filePart.replace('images', 'avatar');
const register = '/api/v1/users/register';

test.each([
  [
    'one member',
    60,
    5,
    (who: Person[]) => () => head(posts, 100 * MB, multipart, cookieOf(who, 0)) + filePart,
  ],
  [
    'twelve members',
    720,
    64,
    (who: Person[]) => (index: number) => head(posts, 100 * MB, multipart, cookieOf(who, index)) + filePart,
  ],
  ['strangers', 480, 5, () => (index: number) => fromAddress(index, register, 11 * MB) + avatarPart],
])('what %s only declare takes no space from others', async (_, count, gigabytes, startFor) => {
  const claiming = await Promise.all(Array.from({ length: 12 }, () => addPerson(app.url)));
  free = gigabytes * 1024 * MB;
  const start = startFor(claiming);
  const claims = claim(count, (index) => `${start(index)}${'x'.repeat(1_000)}`);
  try {
    const uploads = join(app.dataDir, 'uploads');
    await expect
      .poll(async () => (await listFiles(uploads)).length + claims.statuses.length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(count);
    expect((await addPost(person)).images).toHaveLength(1);
    const newcomer = { form: toForm(registration(), { avatar: [await photo()] }) };
    expect((await new TestClient(app.url).send('POST /api/v1/users/register', newcomer)).status).toBe(201);
    expect(new Set(claims.statuses)).toEqual(new Set());
  } finally {
    claims.end();
    free = Infinity;
  }
  await expect.poll(() => listFiles(join(app.dataDir, 'uploads'))).toEqual([]);
});

const cookieOf = (people: Person[], index: number) => people[index % people.length]?.client.cookieHeader;

test('an upload ends when the disk fills while it arrives', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const status = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString().slice(9, 12)));
  });
  socket.write(head(posts, 9 * MB, multipart, person.client.cookieHeader) + filePart + 'x'.repeat(100_000));
  try {
    const uploads = join(app.dataDir, 'uploads');
    await expect.poll(async () => (await listFiles(uploads)).length).toBe(1);
    free = 1_000;
    socket.write(Buffer.alloc(4 * MB, 1));
    expect(await status).toBe('507');
    await expect.poll(() => listFiles(uploads)).toEqual([]);
  } finally {
    free = Infinity;
    socket.destroy();
  }
});

test('strangers who hold all bytes make room for one who comes later', async () => {
  const file = 'x'.repeat(10 * MB - 1);
  const claims = claim(18, (index) => fromAddress(index % 6, register, 10.5 * MB) + avatarPart + file);
  try {
    await expect
      .poll(() => claims.statuses.length, { timeout: 20_000, interval: 10 })
      .toBeGreaterThanOrEqual(5);
    expect(new Set(claims.statuses)).toEqual(new Set(['503']));
    const avatar = [new Blob([Buffer.alloc(9 * MB, 1)])];
    const headers = { 'x-forwarded-for': '198.51.200.1' };
    const form = toForm(registration(), { avatar });
    const read = await new TestClient(app.url).fetch(register, { method: 'POST', body: form, headers });
    // All of it was read, and it is no photo.
    expect(read.status).toBe(422);
  } finally {
    claims.end();
  }
});

test('text of a form counts more than photos, because it is held in memory', async () => {
  const part = (index: number) =>
    `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n${'x'.repeat(30_000)}\r\n`;
  const text = Array.from({ length: 50 }, (_, index) => part(index)).join('');
  const claims = claim(20, () => head(posts, 5 * MB, multipart, person.client.cookieHeader) + text);
  await expect.poll(() => claims.statuses.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(9);
  expect(new Set(claims.statuses)).toEqual(new Set(['429']));
  claims.end();
});

test('on a full disk photos are refused with a message, and everything else works', async () => {
  free = 1_000;
  const form = async () => toForm(postFields(), { images: [await photo()] });
  const refused = await person.client.send(create, { form: await form() });
  expect(refused).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
  expect(refused.headers.get('retry-after')).toBe('600');
  const client = new TestClient(app.url);
  const newcomer = { form: toForm(registration()) };
  expect((await client.send('POST /api/v1/users/register', newcomer)).status).toBe(201);
  expect((await client.send('GET /api/v1/post/feed')).status).toBe(200);
  expect(await listFiles(join(app.dataDir, 'uploads'))).toEqual([]);
  const readiness = async () => {
    const ready = await fetch(`${app.url}/readyz`);
    return [ready.status, await ready.json()];
  };
  expect(await readiness()).toMatchObject([200, { status: 'degraded', disk: 'failing', database: 'ok' }]);
  free = Infinity;
  expect((await person.client.send(create, { form: await form() })).status).toBe(201);
  expect(await readiness()).toMatchObject([200, { status: 'ok', disk: 'ok' }]);
});

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])('%s counts as a full disk, however deep the cause', (code) => {
  const error = Object.assign(new Error(code), { code });
  expect(toAppError(error)).toMatchObject({ code: 'STORAGE_FULL' });
  expect(toAppError(new Error('cannot write file', { cause: error }))).toMatchObject({
    code: 'STORAGE_FULL',
  });
});
