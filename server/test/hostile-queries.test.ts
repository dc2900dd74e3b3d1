import fc from 'fast-check';
import { endpoints, type Endpoint, type EndpointKey } from '@upaj/contract/endpoints';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from './hooks.ts';
import { addPerson, addPost, type Person } from './factories.ts';
import { insertMessages } from './rows.ts';

// The tests below send values that look like a cursor, a number or a date, but that the database refuses.

const gets = (Object.keys(endpoints) as EndpointKey[]).filter((key) => key.startsWith('GET '));

const app = appForTests();
let member: Person;
let other: Person;
beforeAll(async () => {
  member = await addPerson(app.url);
  other = await addPerson(app.url);
  await addPost(other);
  await insertMessages(app.database.db, member.account._id, other.account._id);
});

const uuid = '01900000-0000-7000-8000-000000000000';
const numbers = [0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e10, 1e300, -1e300];
const times = [
  '2026-02-30 10:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 10:00:00+16',
  '2026-01-01T25:00:00Z',
  '10000-01-01',
  '-infinity',
];
const part = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    uuid,
    uuid.toUpperCase(),
    'wheat',
    '\u0000',
    '\ud800',
    ...numbers,
    ...times,
  ),
  fc.constantFrom(Date.now() * 1_000, Number.MAX_SAFE_INTEGER),
  fc.double(),
  fc.string(),
);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url');
const cursor = fc.oneof(
  fc.array(part, { maxLength: 5 }).map(encode),
  fc.tuple(fc.boolean(), part, fc.constant(uuid)).map(encode),
  fc.tuple(part, fc.constant(uuid), fc.integer({ min: 0, max: 10_001 })).map(encode),
  fc.tuple(fc.boolean(), part, fc.constant(uuid), fc.constant(5)).map(encode),
  fc.anything().map(encode),
);
const value = fc.oneof(
  cursor,
  fc.constantFrom('', ' ', 'null', 'NaN', 'Infinity', '0x10', '1e9', '%', '\u0000', '𝕏', ...times),
  fc.constantFrom(...numbers.map(String)),
  fc.string({ unit: 'binary' }),
);

const queryNames = (key: EndpointKey): string[] => {
  const { query } = endpoints[key] as Endpoint;
  return query ? Object.keys((query as unknown as { shape: object }).shape) : [];
};

const call = fc.constantFrom(...gets).chain((key) =>
  fc.record({
    key: fc.constant(key),
    query: fc.dictionary(fc.constantFrom('cursor', ...queryNames(key)), value, { maxKeys: 3 }),
    param: fc.option(value.filter((text) => text !== '')),
  }),
);

test('no value in a query or a path makes a read fail', async () => {
  const property = fc.asyncProperty(call, async ({ key, query, param }) => {
    const { _id, username } = other.account;
    const params: Record<string, string> = { username, userId: _id, postId: uuid, rateId: '1' };
    if (param !== null) for (const name of Object.keys(params)) params[name] = param;
    const { status } = await member.client.send(key, { params, query });
    expect(status).toBeLessThan(500);
  });
  await fc.assert(property, { numRuns: 1_000 });
});

test.each([
  ['GET /api/v1/messages/users', 'cursor', encode([true, '2026-02-30 10:00:00+00', uuid])],
  ['GET /api/v1/messages/users', 'cursor', encode([true, '0000-01-01 10:00:00+00', uuid])],
  ['GET /api/v1/messages/users', 'cursor', encode([true, '2026-01-01 10:00:00+16', uuid])],
  ['GET /api/v1/messages/users', 'cursor', encode([true, 8e18, uuid])],
  ['GET /api/v1/messages/:userId', 'after', '2147483648'],
  ['GET /api/v1/messages/:userId', 'cursor', '2147483648'],
  ['GET /api/v1/post/feed', 'cursor', encode([2 ** 31, uuid, 5])],
  ['GET /api/v1/notifications', 'cursor', encode([1e17, uuid, 5])],
  ['GET /api/v1/people', 'cursor', encode(['x'])],
] as const)('%s refuses %s=%s at that field', async (key, field, sent) => {
  const query = { [field]: sent, ...(key.endsWith('feed') && { sort: 'popular' }) };
  const failure = await member.client.fail(key, { params: { userId: other.account._id }, query });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field }] });
});
