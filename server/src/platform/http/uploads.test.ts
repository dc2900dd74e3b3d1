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
import { toAppError, type AppError } from './errors.ts';
import { uploadBudget } from './upload-budget.ts';

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

test('all uploads together are limited, and strangers cannot block members', () => {
  const budget = uploadBudget();
  const open = (key: string, kind: 'member' | 'stranger' = 'member') => budget.open({ kind, key }, 200 * MB);
  const all = ['a', 'b', 'c', 'd'].map((id) => open(id));
  for (const held of all) held.take(128 * MB);
  const codeOf = (work: () => void) => {
    try {
      work();
      return 'ok';
    } catch (error) {
      return (error as AppError).code;
    }
  };
  expect(codeOf(() => open('a').take(1))).toBe('TOO_MANY_REQUESTS');
  expect(codeOf(() => open('e').take(1))).toBe('TOO_BUSY');
  const strangers = ['a', 'b', 'c', 'd'].map((address) => open(address, 'stranger'));
  for (const held of strangers) held.take(32 * MB);
  expect(codeOf(() => open('a', 'stranger').take(1))).toBe('TOO_MANY_REQUESTS');
  expect(codeOf(() => open('e', 'stranger').take(1))).toBe('TOO_BUSY');
  all[0]?.release();
  all[0]?.release();
  expect(codeOf(() => open('e').take(1))).toBe('ok');
});

test('free space is counted for all uploads under way', () => {
  const budget = uploadBudget();
  const first = budget.open({ kind: 'member', key: 'a' }, 30 * MB);
  const second = budget.open({ kind: 'stranger', key: 'a' }, 10 * MB);
  expect(budget.expected).toBe(40 * MB);
  first.release();
  first.release();
  second.release();
  expect(budget.expected).toBe(0);
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
