import { randomUUID } from 'node:crypto';
import { todayInIndia, writeDay, dayInIndia } from '@upaj/contract/days';
import { limits } from '@upaj/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { insertMembers, type Member } from '#test/rows.ts';
import { insertSeries } from '#test/series.ts';
import { addWanted, wantedForm } from '#test/wanted.ts';

const list = 'GET /api/v1/wanted';
const one = 'GET /api/v1/wanted/:wantedId';
const post = 'POST /api/v1/wanted';
const change = 'PATCH /api/v1/wanted/:wantedId';
const remove = 'DELETE /api/v1/wanted/:wantedId';

let app: TestApp;
let merchant: Member;
let other: Member;
let farmer: Member;
beforeAll(async () => {
  app = await startTestApp();
  await insertSeries(app.database.db, { modal_price: 2600 });
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

const inDays = (days: number) => writeDay(dayInIndia() + days);
const idsFor = async ({ client }: Member, query: Record<string, string | number> = {}) =>
  (await client.call(list, { query })).data.map(({ _id }) => _id);
const endYesterday = (id: string) =>
  app.database.db
    .updateTable('wanted_posts')
    .set({ end_date: inDays(-1) })
    .where('id', '=', id)
    .execute();

test('a merchant posts what they want to buy, and others see it with the mandi’s price', async () => {
  const wanted = await addWanted(merchant, { note: ' Dry grain only. ' });
  expect(wanted).toEqual({
    _id: wanted._id,
    cropType: 'Wheat',
    category: 'Grains',
    quantity: 20.5,
    unit: 'tonne',
    maxPrice: 2700,
    priceUnit: 'per quintal',
    location: { state: 'Punjab', district: 'Ludhiana' },
    endDate: inDays(12),
    note: 'Dry grain only.',
    isOpen: true,
    isEnded: false,
    createdAt: wanted.createdAt,
    distanceKm: null,
    author: expect.objectContaining({ _id: merchant.id, userType: 'merchant' }),
    marketPrice: expect.objectContaining({ market: 'Khanna', modalPrice: 2600, distanceKm: 0 }),
  });
  const page = await farmer.client.call(list);
  expect([page.data, page.page]).toEqual([[wanted], { nextCursor: null, total: 1 }]);
  const params = { wantedId: wanted._id };
  expect((await farmer.client.call(one, { params })).data).toEqual(wanted);
});

test('the same client id creates one, also at the same time', async () => {
  const body = wantedForm({ clientId: randomUUID() });
  const sent = await Promise.all([1, 2, 3].map(() => merchant.client.call(post, { body })));
  expect(new Set(sent.map(({ data }) => data._id)).size).toBe(1);
  expect(await idsFor(farmer)).toHaveLength(1);
  await other.client.call(post, { body });
  expect(await idsFor(farmer)).toHaveLength(2);
});

test('farmers cannot post, and see a plain reason', async () => {
  expect(await farmer.client.fail(post, { body: wantedForm() })).toMatchObject({
    statusCode: 403,
    code: 'MERCHANTS_ONLY',
    message: 'Only merchants can post what they want to buy',
  });
  expect(await idsFor(farmer)).toEqual([]);
});

test.each([
  ['cropType', { cropType: ' ' }, 'cropRequired'],
  ['quantity', { quantity: '' }, 'quantityRequired'],
  ['quantity', { quantity: 0 }, 'quantityInvalid'],
  ['quantity', { quantity: '-5' }, 'quantityInvalid'],
  ['quantity', { quantity: 1e8 }, 'quantityTooHigh'],
  ['unit', { unit: 'lorry' }, 'unitRequired'],
  ['maxPrice', { maxPrice: undefined }, 'maxPriceRequired'],
  ['maxPrice', { maxPrice: 0 }, 'targetPriceInvalid'],
  ['maxPrice', { maxPrice: '-3' }, 'targetPriceInvalid'],
  ['priceUnit', { priceUnit: 'per tonne' }, 'priceUnitInvalid'],
  ['state', { state: 'Bavaria' }, 'stateInvalid'],
  ['district', { district: 'Karnal' }, 'districtInvalid'],
  ['endDate', { endDate: '' }, 'endDateRequired'],
  ['endDate', { endDate: '2026-02-30' }, 'endDateInvalid'],
  ['endDate', { endDate: inDays(-1) }, 'endDateInvalid'],
  ['endDate', { endDate: inDays(limits.wanted.days + 1) }, 'endDateInvalid'],
  ['note', { note: 'x'.repeat(limits.wanted.note + 1) }, 'tooLong'],
  ['note', { note: 'a\u0000b' }, 'invalid'],
  ['note', { note: 'a\ud83cb' }, 'invalid'],
  ['clientId', { clientId: 'mine' }, 'invalid'],
])('refuses a wrong %s: %o', async (field, changes, key) => {
  const refused = await merchant.client.fail(post, { body: wantedForm(changes) });
  expect(refused.statusCode).toBe(422);
  expect(refused.errors).toMatchObject([{ field, key }]);
});

test('the end date may be today and 90 days ahead', async () => {
  await addWanted(merchant, { endDate: todayInIndia() });
  await addWanted(merchant, { endDate: inDays(limits.wanted.days) });
  expect(await idsFor(farmer)).toHaveLength(2);
});

test('closed and ended ones are listed for their author only', async () => {
  const [open, closed, ended] = [
    await addWanted(merchant),
    await addWanted(merchant),
    await addWanted(merchant),
  ];
  await merchant.client.call(change, { params: { wantedId: closed._id }, body: { isOpen: false } });
  await endYesterday(ended._id);
  expect(await idsFor(farmer)).toEqual([open._id]);
  expect((await farmer.client.call(list)).page.total).toBe(1);
  const own = (await merchant.client.call(list)).data;
  expect(own.map(({ _id, isOpen, isEnded }) => [_id, isOpen, isEnded])).toEqual([
    [ended._id, true, true],
    [closed._id, false, false],
    [open._id, true, false],
  ]);
  await addWanted(other);
  expect(await idsFor(merchant)).toHaveLength(4);
  expect(await idsFor(merchant, { mine: 'true' })).toHaveLength(3);
  await merchant.client.call(change, { params: { wantedId: closed._id }, body: { isOpen: true } });
  expect(await idsFor(farmer)).toHaveLength(3);
});

test('an edit changes the named fields, and only of the author', async () => {
  const wanted = await addWanted(merchant);
  const params = { wantedId: wanted._id };
  const body = { maxPrice: 30, priceUnit: 'per kg', cropType: 'प्याज', note: '' };
  const { data } = await merchant.client.call(change, { params, body });
  expect(data).toEqual({ ...wanted, ...body, category: 'Vegetables', marketPrice: null });
  expect((await merchant.client.call(change, { params, body: {} })).data).toEqual(data);
  const place = { state: 'Haryana', district: 'Karnal' };
  expect((await merchant.client.call(change, { params, body: place })).data.location).toEqual(place);
  for (const wrong of [{ district: 'Ludhiana' }, { state: 'Punjab' }])
    expect((await merchant.client.fail(change, { params, body: wrong })).errors).toMatchObject([
      { field: 'district', key: 'districtInvalid' },
    ]);
  const late = { endDate: inDays(-1) };
  expect((await merchant.client.fail(change, { params, body: late })).statusCode).toBe(422);
  for (const person of [other, farmer]) {
    const refusal = { statusCode: 403, code: 'NOT_YOURS' };
    expect(await person.client.fail(change, { params, body: { isOpen: false } })).toMatchObject(refusal);
    expect(await person.client.fail(remove, { params })).toMatchObject(refusal);
  }
  expect(await idsFor(farmer)).toEqual([wanted._id]);
});

test('a deleted one is gone', async () => {
  const params = { wantedId: (await addWanted(merchant))._id };
  await merchant.client.call(remove, { params });
  const missing = { statusCode: 404, code: 'WANTED_NOT_FOUND' };
  expect(await idsFor(merchant)).toEqual([]);
  expect(await merchant.client.fail(change, { params, body: {} })).toMatchObject(missing);
  for (const key of [one, remove] as const)
    expect(await merchant.client.fail(key, { params })).toMatchObject(missing);
});

test('a merchant has at most 20 open, also when several are added at once', async () => {
  const added = await Promise.allSettled(
    Array.from({ length: limits.wanted.open + 3 }, () => addWanted(merchant)),
  );
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.wanted.open);
  const refusal = { statusCode: 409, code: 'TOO_MANY_WANTED' };
  expect(await merchant.client.fail(post, { body: wantedForm() })).toMatchObject(refusal);
  const [first = ''] = await idsFor(merchant);
  const params = { wantedId: first };
  await merchant.client.call(change, { params, body: { isOpen: false } });
  await addWanted(merchant);
  expect(await merchant.client.fail(change, { params, body: { isOpen: true } })).toMatchObject(refusal);
  await merchant.client.call(change, { params, body: { note: 'Closed ones can be edited.' } });
  await addWanted(other);
});

test('nothing is shown across a block in either direction, nor of closed accounts', async () => {
  const [wanted] = [await addWanted(merchant), await addWanted(other)];
  const params = { wantedId: wanted._id };
  const username = async (id: string) =>
    (
      await app.database.db
        .selectFrom('users')
        .select('username')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).username;
  for (const [blocker, blocked] of [
    [farmer, merchant],
    [merchant, farmer],
  ] as const) {
    const of = { params: { username: await username(blocked.id) } };
    await blocker.client.call('POST /api/v1/blocks/:username', of);
    expect(await idsFor(farmer)).toHaveLength(1);
    expect((await farmer.client.call(list)).page.total).toBe(1);
    expect(await farmer.client.fail(one, { params })).toMatchObject({ code: 'WANTED_NOT_FOUND' });
    await blocker.client.call('DELETE /api/v1/blocks/:username', of);
  }
  const suspension = { suspended_at: new Date() };
  await app.database.db.updateTable('users').set(suspension).where('id', '=', merchant.id).execute();
  expect(await idsFor(farmer)).toHaveLength(1);
  expect(await farmer.client.fail(one, { params })).toMatchObject({ code: 'WANTED_NOT_FOUND' });
});

test('strangers see nothing, and no response may be stored by a proxy', async () => {
  const wanted = await addWanted(merchant);
  const params = { wantedId: wanted._id };
  const stranger = new TestClient(app.url);
  const body = wantedForm();
  for (const key of [list, one, remove] as const)
    expect(await stranger.fail(key, { params })).toMatchObject({ statusCode: 401 });
  for (const key of [post, change] as const)
    expect(await stranger.fail(key, { params, body })).toMatchObject({ statusCode: 401 });
  for (const key of [list, one] as const)
    expect((await farmer.client.send(key, { params })).headers.get('cache-control')).toMatch(
      /no-store|private/,
    );
});

test('hostile texts are refused or stored as they are', async () => {
  const hostile = `'; drop table posts; -- <script>alert(1)</script> %_\\ \u202e`;
  const wanted = await addWanted(merchant, { cropType: hostile, note: hostile });
  expect(wanted.note).toBe(hostile.replace('\u202e', '').trim());
  const query = { cropType: hostile };
  expect(await idsFor(farmer, query)).toEqual([wanted._id]);
  expect((await farmer.client.fail(list, { query: { cropType: 'x'.repeat(10_000) } })).statusCode).toBe(422);
});
