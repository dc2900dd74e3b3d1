import { failureSchema } from '@upaj/contract/envelope';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForTests } from './hooks.ts';
import { TestClient } from './client.ts';
import { addPerson, photo, postFields, toForm, type Person } from './factories.ts';
import { findLeftovers } from './leftovers.ts';
import { sendRaw } from './wire.ts';

const create = 'POST /api/v1/post/create-post';
const login = '/api/v1/users/login';
const megabyte = 1024 * 1024;

const app = appForTests();
let person: Person;
beforeAll(async () => {
  person = await addPerson(app.url);
});

const line = (text: string) => `${text}\r\nhost: upaj.example\r\n`;
const chunked = `${line(`POST ${login} HTTP/1.1`)}content-type: application/json\r\ntransfer-encoding: chunked\r\n`;

describe('invalid HTTP is refused with an error in the API’s shape', () => {
  test.each([
    ['an unknown method', `${line('FETCH /api/v1/post/feed HTTP/1.1')}\r\n`, 400],
    ['a method that no route has', `${line('PROPFIND /api/v1/post/feed HTTP/1.1')}\r\n`, 404],
    ['an address with a space', `${line('GET /api/v1/post feed HTTP/1.1')}\r\n`, 400],
    ['a header without a name', `${line('GET /healthz HTTP/1.1')}: x\r\n\r\n`, 400],
    ['headers of 40 kB', `${line('GET /healthz HTTP/1.1')}x: ${'y'.repeat(40_000)}\r\n\r\n`, 413],
    ['a length that is no number', `${line(`POST ${login} HTTP/1.1`)}content-length: ten\r\n\r\n`, 400],
    ['two lengths', `${line(`POST ${login} HTTP/1.1`)}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 400],
    ['length and chunks', `${chunked}content-length: 5\r\n\r\n0\r\n\r\n`, 400],
    ['a broken chunk', `${chunked}\r\nZZ\r\n{}\r\n0\r\n\r\n`, 400],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ])('%s', async (_, bytes, status) => {
    const answer = await sendRaw(app.url, bytes);
    expect(answer?.status).toBe(status);
    const failure = failureSchema.parse(JSON.parse(answer?.body ?? ''));
    expect(failure.message).not.toBe('');
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });

  test.each([
    ['no host', 'GET /api/v1/post/feed HTTP/1.1\r\n\r\n', 400],
    ['an expectation', `${line(`POST ${login} HTTP/1.1`)}expect: miracles\r\ncontent-length: 0\r\n\r\n`, 417],
  ])('except %s, which Node refuses itself', async (_, bytes, status) => {
    expect((await sendRaw(app.url, bytes))?.status).toBe(status);
  });
});

test.each([
  ['{"email":"a@upaj.example","email":"b@upaj.example","password":"x"}', 400],
  [String.raw`{"email":"a@upaj.example","\u0065mail":"b@upaj.example","password":"x"}`, 400],
  ['{"email":"a@upaj.example","password":[{"a":1,"b":{"c":"}","c":1}}]}', 400],
  [
    String.raw`{"email":"a@upaj.example","password":"\"email\":{","x":[{"a":1},{"a":2}],"y":{"email":1}}`,
    401,
  ],
])('of JSON %s the status is %s', async (body, status) => {
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(app.url + login, { method: 'POST', headers, body })).status).toBe(status);
});

test.each([
  ['[', 1_000],
  ['{"a":', 300],
  ['"[\\"", [', 200],
])('nesting of %s is refused before it is parsed', async (part, count) => {
  const headers = { 'content-type': 'application/json' };
  const body = part.repeat(count);
  const answer = await fetch(app.url + login, { method: 'POST', headers, body });
  expect(failureSchema.parse(await answer.json())).toMatchObject({
    statusCode: 400,
    code: 'MALFORMED_REQUEST',
  });
});

test('a log-in is refused by its length before it is read, with a length and without', async () => {
  const { client } = person;
  const body = `{"email":"${'['.repeat(3_000)}`;
  const told = `${line(`POST ${login} HTTP/1.1`)}content-type: application/json\r\ncontent-length: 3000\r\n\r\n`;
  expect((await sendRaw(app.url, told))?.status).toBe(413);
  const chunks = `${chunked}\r\n${body.length.toString(16)}\r\n${body}\r\n`;
  expect((await sendRaw(app.url, chunks))?.status).toBe(413);
  const longest = { email: `${'x'.repeat(200)}@upaj.example`, password: '\u0000'.repeat(128) };
  expect((await client.fail('POST /api/v1/users/login', { body: longest })).statusCode).toBe(401);
});

describe('a body that is too large gets a response, not a cut connection', () => {
  const bulk = 'x'.repeat(12 * megabyte);

  test('JSON of 12 MB', async () => {
    const failure = await person.client.fail('POST /api/v1/users/login', { body: { email: bulk } });
    expect(failure).toMatchObject({ statusCode: 413, code: 'TOO_LARGE' });
  });

  test('a photo of 30 MB', async () => {
    const images = [new Blob([bulk, bulk, bulk.slice(6 * megabyte)])];
    expect(await person.client.fail(create, { form: toForm(postFields(), { images }) })).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'images', key: 'imageTooLarge' }],
    });
  });

  test('photos without log-in', async () => {
    const images = [new Blob([bulk]), new Blob([bulk])];
    const form = toForm(postFields(), { images });
    expect(await new TestClient(app.url).fail(create, { form })).toMatchObject({ statusCode: 401 });
  });

  test('forty photos', async () => {
    const one = await photo();
    const form = toForm(postFields(), { images: Array.from({ length: 40 }, () => one) });
    const { status, body } = await person.client.send(create, { form });
    expect([413, 422]).toContain(status);
    expect(failureSchema.parse(body).message).not.toBe('');
  });

  test('a hundred fields', async () => {
    const more = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 'x']));
    const { status, body } = await person.client.send(create, { form: toForm({ ...postFields(), ...more }) });
    expect(status).toBe(413);
    expect(failureSchema.parse(body).code).toBe('TOO_LARGE');
  });

  test('a field of 100 kB', async () => {
    const form = toForm(postFields({ description: bulk.slice(0, 100_000) }));
    expect(await person.client.fail(create, { form })).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'description', key: 'tooLong' }],
    });
  });
});

test('a repeated field is refused by name', async () => {
  const form = toForm(postFields(), { images: [await photo()] });
  form.append('title', 'Another title');
  expect(await person.client.fail(create, { form })).toMatchObject({
    statusCode: 422,
    errors: [{ field: 'title', key: 'invalid' }],
  });
});

test('a part without a name is refused', async () => {
  for (const extra of ['', '; filename="a.jpg"']) {
    const part = `--x\r\ncontent-disposition: form-data${extra}\r\n\r\ntext\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const path = '/api/v1/post/create-post';
    const { body } = await person.client.fetch(path, { method: 'POST', headers, body: part });
    expect(body).toMatchObject({ statusCode: 400, code: 'MALFORMED_REQUEST' });
  }
});

test('an idempotency key that is not a UUID is refused', async () => {
  for (const key of ['x', '', `${'0'.repeat(8)}`, "' or 1=1"]) {
    const form = toForm(postFields(), { images: [await photo()] });
    const headers = { 'idempotency-key': key };
    expect((await person.client.fail(create, { form, headers })).statusCode).toBe(400);
  }
});

test('no file or row remains', async () => {
  const find = () => findLeftovers(app.database.db, app.dataDir);
  await expect.poll(find).toEqual([]);
  expect((await person.client.call('GET /api/v1/post/current-posts')).page.total).toBe(0);
  expect(app.logs.filter((text) => text.includes('"level":50'))).toEqual([]);
});
