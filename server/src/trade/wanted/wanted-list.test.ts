import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insertMembers, type Member } from '#test/rows.ts';
import { addWanted } from '#test/wanted.ts';

const list = 'GET /api/v1/wanted';

let app: TestApp;
let merchant: Member;
let other: Member;
let farmer: Member;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('wanted_posts').execute();
  [merchant, other, farmer] = (await insertMembers(db, app.url, 3)) as [Member, Member, Member];
  await db
    .updateTable('users')
    .set({ user_type: 'merchant' })
    .where('id', 'in', [merchant.id, other.id])
    .execute();
});

const idsFor = async ({ client }: Member, query: Record<string, string | number> = {}) =>
  (await client.call(list, { query })).data.map(({ _id }) => _id);

test('filters, and pages in both orders', async () => {
  const wheat = await addWanted(merchant);
  const onion = await addWanted(other, { cropType: 'प्याज', maxPrice: 18, priceUnit: 'per kg' });
  const nashik = { state: 'Maharashtra', district: 'Nashik' };
  const grapes = await addWanted(other, { ...nashik, cropType: 'Grapes', maxPrice: 90, priceUnit: 'per kg' });
  const fruit = await addWanted(other, {
    ...nashik,
    cropType: 'Dragon fruit',
    maxPrice: 90,
    priceUnit: 'per box',
  });
  const of = (query: Record<string, string>) => idsFor(farmer, query);
  expect(await of({ category: 'Vegetables' })).toEqual([onion._id]);
  expect(await of({ cropType: 'Onion' })).toEqual([onion._id]);
  expect(await of({ cropType: 'kanda' })).toEqual([onion._id]);
  expect(await of({ cropType: 'dragon FRUIT' })).toEqual([fruit._id]);
  expect(await of({ state: 'Maharashtra', district: 'Nashik' })).toEqual([fruit._id, grapes._id]);
  expect(await of({ priceRange: '0-50' })).toEqual([onion._id, wheat._id]);
  expect(await of({ following: 'true' })).toEqual([]);
  for (const [sort, expected] of [
    ['latest', [fruit, grapes, onion, wheat]],
    ['price-high', [fruit, grapes, wheat, onion]],
  ] as const) {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { sort, limit: 1, ...(cursor && { cursor }) };
      const page = await farmer.client.call(list, { query });
      expect(page.page.total).toBe(4);
      found.push(...page.data.map(({ _id }) => _id));
      cursor = page.page.nextCursor;
    } while (cursor);
    expect(found).toEqual(expected.map(({ _id }) => _id));
  }
  for (const query of [{ sort: 'popular' }, { cursor: 'x' }, { category: 'Gold' }, { mine: '1' }])
    expect((await farmer.client.fail(list, { query })).statusCode).toBe(422);
});

test('the nearest first, with the distance, from the own district or another', async () => {
  const karnal = await addWanted(merchant, { state: 'Haryana', district: 'Karnal' });
  const ludhiana = await addWanted(merchant);
  const madurai = await addWanted(merchant, { state: 'Tamil Nadu', district: 'Madurai' });
  const needed = { statusCode: 422, errors: [{ field: 'near', key: 'districtRequired' }] };
  expect(await farmer.client.fail(list, { query: { sort: 'nearest' } })).toMatchObject(needed);
  const near = 'Karnal, Haryana';
  expect(await idsFor(farmer, { near, sort: 'nearest' })).toEqual([karnal._id, ludhiana._id, madurai._id]);
  expect(await idsFor(farmer, { near: 'Madurai', sort: 'nearest' })).toEqual([
    madurai._id,
    karnal._id,
    ludhiana._id,
  ]);
  expect(await idsFor(farmer, { near, within: 300 })).toEqual([ludhiana._id, karnal._id]);
  const first = await farmer.client.call(list, { query: { near, sort: 'nearest', within: 300, limit: 1 } });
  expect(first).toMatchObject({ data: [{ _id: karnal._id, distanceKm: 0 }], page: { total: 2 } });
  const cursor = first.page.nextCursor ?? '';
  const query = { near, sort: 'nearest', within: 300, limit: 1, cursor };
  const second = await farmer.client.call(list, { query });
  expect(second).toMatchObject({ data: [{ _id: ludhiana._id }], page: { nextCursor: null } });
  expect(second.data[0]?.distanceKm).toBeGreaterThan(100);
  expect((await farmer.client.fail(list, { query: { near: 'Atlantis' } })).statusCode).toBe(422);
});

test('a search is understood as in the feed: crops, places, and words of the crop and the note', async () => {
  const nashik = { state: 'Maharashtra', district: 'Nashik' };
  const wheat = await addWanted(merchant, { note: 'Sharbati, 100% DRY_grain only' });
  const onion = await addWanted(merchant, { ...nashik, cropType: 'प्याज', note: 'लाल, बड़े' });
  const seeds = await addWanted(other, { ...nashik, cropType: 'Onion seeds' });
  const fruit = await addWanted(other, { cropType: 'Dragon fruit', note: 'No gehun, please' });
  const of = async (q: string, query: Record<string, string> = {}) => idsFor(farmer, { q, ...query });
  for (const [q, expected] of [
    ['onion', [seeds, onion]],
    ['kanda', [onion]],
    ['गेहूं', [wheat]],
    ['gehun', [fruit, wheat]],
    ['gehu punjab', [wheat]],
    ['nasik', [seeds, onion]],
    ['pyaz haryana', []],
    ['onion लाल', [onion]],
    ['sharbati', [wheat]],
    ['dry_grain', [wheat]],
    ['100%', [wheat]],
    ['d%y', []],
    ['dragon', [fruit]],
    ['zqxv', []],
    ['!!!', []],
    ['dragon !', [fruit]],
    [`'; drop table posts; --`, []],
  ] as const)
    expect([q, await of(q)]).toEqual([q, expected.map(({ _id }) => _id)]);
  expect(await of('gehun', { verbatim: 'true' })).toEqual([fruit._id]);
  expect(await of('onion', { cropType: 'Onion' })).toEqual([onion._id]);
  expect(await of('onion', { state: 'Punjab' })).toEqual([]);
  expect(await idsFor(merchant, { q: 'onion', mine: 'true' })).toEqual([onion._id]);
  const near = { near: 'Karnal, Haryana', sort: 'nearest' };
  expect(await of('gehun', near)).toEqual([fruit._id, wheat._id]);
  expect((await farmer.client.fail(list, { query: { q: 'x'.repeat(10_000) } })).statusCode).toBe(422);
});
