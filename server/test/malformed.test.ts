import { connect } from 'node:net';
import { endpoints, type EndpointKey } from '@upaj/contract/endpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptFiles, startTestApp, tableRows, type TestApp } from '#test/app.ts';
import { addPerson, addPost, postFields, registration, type Person } from '#test/factories.ts';

/** The same requests every time; another seed finds others. */
const seed = 20_261_121;
const runs = 2_000;

let app: TestApp;
let person: Person;
let postId: string;
beforeAll(async () => {
  app = await startTestApp();
  person = await addPerson(app.url);
  postId = (await addPost(await addPerson(app.url)))._id;
});
afterAll(() => app.close());

const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\uffff',
    '../../etc/passwd',
    '__proto__',
    "' or 1=1 --",
    '%00',
    '9'.repeat(400),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.nat(60_000).map((length) => 'x'.repeat(length)),
);
const nasty = fc.oneof(
  nastyText,
  fc.constant(null),
  fc.double(),
  fc.boolean(),
  fc.array(nastyText, { maxLength: 3 }),
  fc.object({ maxDepth: 3 }),
);

const writing = (Object.keys(endpoints) as EndpointKey[]).filter((key) => 'body' in endpoints[key]);
/** To these a registration is a good body, whatever is wrong with the rest of it. */
const pleasedWithLess: EndpointKey[] = ['POST /api/v1/users/forgot-password', 'POST /api/v1/users/complete'];
const spoilt = writing.filter((key) => !pleasedWithLess.includes(key));
const isMultipart = (key: EndpointKey) => 'files' in endpoints[key];

interface Sent {
  method: string;
  path: string;
  type: string;
  body: Buffer | undefined;
}

const fill = (path: string, id: string) => path.replace(':postId', id).replace(':username', 'nobody');

function partsOf(fields: Record<string, unknown>, boundary: string): Buffer[] {
  return Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${String(value)}\r\n`,
    ),
  );
}

/** One field of a good body replaced by something nasty, or the field left out: never a good request. */
const spoiltBody = fc
  .record({ key: fc.constantFrom(...spoilt), value: nasty, place: fc.nat(), isLeftOut: fc.boolean() })
  .map(({ key, value, place, isLeftOut }): Sent => {
    const [method = '', path = ''] = key.split(' ');
    const isPost = path.includes('/post/');
    const good: Record<string, unknown> = path.endsWith('login')
      ? { email: 'nobody@upaj.example', password: 'harvest-2026' }
      : path.endsWith('availability')
        ? { isAvailable: 'no' }
        : isPost
          ? postFields()
          : registration({ password: 'password1', confirmPassword: 'password1' });
    const names = Object.keys(good);
    const name = names[place % names.length] ?? '';
    if (isLeftOut) delete good[name];
    else good[name] = value;
    const target = fill(path, postId);
    if (!isMultipart(key))
      return { method, path: target, type: 'application/json', body: Buffer.from(JSON.stringify(good)) };
    // Without a picture no post is made, whatever the text fields say.
    const parts = partsOf(good, 'upaj');
    return {
      method,
      path: target,
      type: 'multipart/form-data; boundary=upaj',
      body: Buffer.concat([...parts, Buffer.from('--upaj--\r\n')]),
    };
  });

/** Bytes that are no JSON and no multipart at all, under every kind of name. */
const brokenBody = fc
  .record({
    key: fc.constantFrom(...writing),
    type: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
      'multipart/form-data; boundary=upaj',
      'multipart/mixed; boundary=upaj',
      'text/plain',
      'application/x-www-form-urlencoded',
      'image/jpeg',
      'nonsense',
    ),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([Buffer.from([0xff]), bytes])),
      fc
        .constantFrom(
          '{',
          '[[[[[[',
          '{"__proto__":{"a":1}}',
          '{"constructor":{"prototype":{}}}',
          '"text"',
          'null',
          '[]',
          '123',
          `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
          '--upaj\r\n',
          '--upaj--\r\n',
          '--upaj\r\ncontent-disposition: form-data\r\n\r\nx\r\n--upaj--\r\n',
          '--upaj\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--upaj--\r\n',
          '--upaj\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\ncut off',
          '--upaj\r\ncontent-type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nx\r\n--in--\r\n--upaj--\r\n',
        )
        .map((text) => Buffer.from(text)),
      fc.constant(
        Buffer.concat([
          Buffer.from('{"email":"'),
          Buffer.from([0xc3, 0x28]),
          Buffer.from('@x.in","password":"harvest"}'),
        ]),
      ),
      fc.constant(Buffer.alloc(1_500_000, 'a')),
    ),
  })
  .map(({ key, type, body }): Sent => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path: fill(path, postId), type, body };
  });

/** Addresses that lead nowhere, or ask for what there is not. */
const brokenAddress = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: fc.oneof(
      nastyText.map((text) => `/api/v1/post/${encodeURIComponent(text.toWellFormed().slice(0, 200))}x`),
      fc.constantFrom(
        '/api/v1/post/%',
        '/api/v1/post/%ff',
        '/api/%2e%2e/x',
        '/api/v1',
        '/api/v1/like/like/1',
        '/api//',
        `/api/${'x'.repeat(5_000)}`,
      ),
      fc
        .tuple(
          fc.constantFrom(
            'limit',
            'cursor',
            'category',
            'sort',
            'priceRange',
            'state',
            'organic',
            'availability',
          ),
          nastyText.filter((text) => text !== ''),
        )
        .map(
          ([name, text]) =>
            `/api/v1/post/feed?${name}=${encodeURIComponent(text.toWellFormed().slice(0, 3_000))}~`,
        ),
      fc.constantFrom(
        '/api/v1/post/feed?limit=1&limit=2',
        '/api/v1/post/feed?cursor=%ff%fe',
        '/api/v1/post/feed?q=%00',
      ),
    ),
  })
  .map(({ method, path }): Sent => ({ method, path, type: 'application/json', body: undefined }));

test(
  `${runs} malformed requests are each refused in words, and nothing of them stays`,
  { timeout: 240_000 },
  async () => {
    const before = [await keptFiles(app), (await tableRows(app)).length];
    const request = fc.oneof(spoiltBody, brokenBody, brokenAddress);
    const property = fc.asyncProperty(request, async ({ method, path, type, body }) => {
      const { status, body: failure } = await person.client.fetch(path, {
        method,
        headers: { 'content-type': type },
        ...(body && { body: new Uint8Array(body) }),
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(failure).toMatchObject({
        success: false,
        statusCode: status,
        message: expect.stringMatching(/./),
      });
    });
    await fc.assert(property, { seed, numRuns: runs });
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect([await keptFiles(app), (await tableRows(app)).length]).toEqual(before);
    expect(app.logs.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

test('requests cut off in the middle leave nothing', async () => {
  const before = [await keptFiles(app), (await tableRows(app)).length];
  const cookie = [...person.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { port, hostname } = new URL(app.url);
  for (let count = 0; count < 20; count += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const head = `POST /api/v1/post/create-post HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=upaj\r\ncontent-length: 900000\r\n\r\n`;
        const part = '--upaj\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
        socket.write(head + part + 'x'.repeat(count * 1_000));
        setTimeout(() => socket.destroy(), 10);
      });
      socket.on('close', () => resolve());
    });
  }
  await expect.poll(async () => [await keptFiles(app), (await tableRows(app)).length]).toEqual(before);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});
