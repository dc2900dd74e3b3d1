import { limits } from '@upaj/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';

const list = 'GET /api/v1/saved-searches';
const save = 'POST /api/v1/saved-searches';
const remove = 'DELETE /api/v1/saved-searches/:searchId';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  person = await addPerson(app.url);
});
afterAll(() => app.close());

const onions = { cropType: 'Onion', state: 'Maharashtra', district: 'Nashik', priceRange: '0-50' } as const;

test('saves a search once, without sort, page and unused fields', async () => {
  const { client } = person;
  const { data: first } = await client.call(save, { body: { q: 'red', ...onions } });
  expect(first.query).toEqual({ q: 'red', ...onions });
  const untidy = {
    ...onions,
    q: ' red ',
    organic: 'false',
    category: '',
    sort: 'popular',
    limit: 5,
    cursor: 'x',
  };
  const { data: again } = await client.call(save, { body: { ...untidy, availability: 'available' } });
  expect(again).toEqual(first);
  const { data: second } = await client.call(save, { body: { organic: 'true' } });
  expect((await client.call(list)).data).toEqual([second, first]);
  await expectQueries(app.database, 1, () => client.call(list));
});

test('a distance is from the district that the user had, whatever the form of the numbers', async () => {
  const { client } = person;
  const query = { cropType: 'Onion', within: '50', sort: 'nearest' };
  expect(await client.fail(save, { body: query })).toMatchObject({
    errors: [{ field: 'near', key: 'districtRequired' }],
  });
  const address = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: 'X', pincode: '141401' };
  await app.database.db.updateTable('users').set(address).where('id', '=', person.account._id).execute();
  const { data: search } = await person.client.call(save, { body: { ...query, near: 'Ludhiana, Punjab' } });
  expect(search.query).toEqual({ cropType: 'Onion', within: 50, near: 'Ludhiana, Punjab' });
  const { data: again } = await person.client.call(save, { body: { ...query, near: 'Ludhiana' } });
  expect(again).toEqual(search);
});

test('a district without its state, which the feed does not use, is not saved', async () => {
  const { data: search } = await person.client.call(save, { body: { q: 'onion', district: 'Nashik' } });
  expect(search.query).toEqual({ q: 'onion' });
});

test('concurrent requests for one search save it once', async () => {
  const saved = await Promise.all(
    Array.from({ length: 5 }, () => person.client.call(save, { body: onions })),
  );
  expect(new Set(saved.map(({ data }) => data._id)).size).toBe(1);
  expect((await person.client.call(list)).data).toHaveLength(1);
});

test.each([
  [{}, 'q', 'searchEmpty'],
  [{ sort: 'popular', availability: 'available', following: 'true', organic: 'false' }, 'q', 'searchEmpty'],
  [{ district: 'Nashik' }, 'q', 'searchEmpty'],
  [{ state: 'Atlantis' }, 'state', 'stateInvalid'],
  [{ category: 'Gold' }, 'category', 'categoryInvalid'],
  [{ q: 'x'.repeat(101) }, 'q', 'tooLong'],
  [{ q: 'wheat', state: 'Punjab', district: '\ud800' }, 'district', 'invalid'],
])('refuses %j', async (body, field, key) => {
  const refused = await person.client.send(save, { body });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field, key }] } });
  expect((await person.client.call(list)).data).toEqual([]);
});

test('a user has at most 50, also when saving several at once', async () => {
  const { client } = person;
  const searches = Array.from({ length: limits.savedSearches + 3 }, (_, index) => ({ q: `onion ${index}` }));
  const answers = await Promise.all(searches.map((body) => client.send(save, { body })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.savedSearches);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused).toMatchObject({ status: 409, body: { code: 'TOO_MANY_SEARCHES' } });
  const [saved] = (await client.call(list)).data;
  // At the limit, saving a search that exists already is still possible.
  expect((await client.call(save, { body: saved!.query })).data).toEqual(saved);
  await client.call(remove, { params: { searchId: saved!._id } });
  await client.call(save, { body: { q: 'one more' } });
});

test('others neither see nor remove it; strangers are refused', async () => {
  const other = await addPerson(app.url);
  const { data: search } = await person.client.call(save, { body: onions });
  const params = { searchId: search._id };
  expect((await other.client.call(list)).data).toEqual([]);
  expect(await other.client.send(remove, { params })).toMatchObject({
    status: 404,
    body: { code: 'SEARCH_NOT_FOUND' },
  });
  const { data: theirs } = await other.client.call(save, { body: onions });
  expect(theirs._id).not.toBe(search._id);
  const stranger = new TestClient(app.url);
  expect((await stranger.send(list)).status).toBe(401);
  expect((await stranger.send(save, { body: onions })).status).toBe(401);
  expect((await stranger.send(remove, { params })).status).toBe(401);
  expect((await person.client.call(list)).data).toEqual([search]);
  await person.client.call(remove, { params });
  expect((await person.client.send(remove, { params })).status).toBe(404);
  expect((await other.client.call(list)).data).toHaveLength(1);
});
