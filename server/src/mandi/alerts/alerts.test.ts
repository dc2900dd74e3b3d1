import { limits } from '@upaj/contract/limits';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { daysAgo } from '#test/market-rows.ts';
import { insertMembers, markDeleted, type Member } from '#test/rows.ts';
import { insertSeries } from '#test/series.ts';

const add = 'POST /api/v1/alerts';
const list = 'GET /api/v1/alerts';
const change = 'PATCH /api/v1/alerts/:alertId';
const remove = 'DELETE /api/v1/alerts/:alertId';

const app = appForTests();
let farmer: Member;
let other: Member;

beforeAll(async () => {
  await insertSeries(
    app.database.db,
    { modal_price: 2600 },
    { modal_price: 2650, variety: 'Dara' },
    { modal_price: 2500, market: 'Jagraon' },
    { modal_price: 2700, state: 'Haryana', district: 'Karnal', market: 'Karnal' },
    { modal_price: 9000, market: 'Sahnewal', arrival_date: daysAgo(8) },
    { modal_price: 1550.5, commodity: 'Bullar', crop: null },
  );
});
beforeEach(async () => {
  [farmer, other] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
});

const wheat = { commodity: 'Wheat', type: 'above', targetPrice: 2800 };
const khanna = { state: 'Punjab', district: 'Ludhiana', market: 'Khanna' };
const addTo = async ({ client }: Member, body: object) => (await client.call(add, { body })).data;

test('an alert shows the best current price in its area, and whether the target is met', async () => {
  const of = async (body: object) => {
    const alert = await addTo(farmer, { ...wheat, ...body });
    return [alert.currentPrice, alert.currentMarket, alert.isMet];
  };
  expect(await of({})).toEqual([2700, 'Karnal', false]);
  expect(await of({ state: 'Punjab' })).toEqual([2650, 'Khanna', false]);
  expect(await of({ ...khanna, market: '' })).toEqual([2650, 'Khanna', false]);
  expect(await of({ ...khanna, market: 'Jagraon', targetPrice: 2500 })).toEqual([2500, 'Jagraon', true]);
  expect(await of({ type: 'below', targetPrice: '2500.5' })).toEqual([2500, 'Jagraon', true]);
  expect(await of({ targetPrice: 27, unit: 'kg' })).toEqual([27, 'Karnal', true]);
  expect(await of({ state: 'Kerala' })).toEqual([null, null, false]);
  expect(await of({ commodity: 'Rice' })).toEqual([null, null, false]);
});

test('alerts are listed latest first', async () => {
  const first = await addTo(farmer, { ...wheat, ...khanna });
  const second = await addTo(farmer, { commodity: 'bullar', type: 'below', targetPrice: 15, unit: 'kg' });
  expect(first).toEqual({
    _id: first._id,
    commodity: 'wheat',
    crop: 'wheat',
    ...khanna,
    type: 'above',
    targetPrice: 2800,
    unit: 'quintal',
    isActive: true,
    isMet: false,
    currentPrice: 2650,
    currentMarket: 'Khanna',
    lastFiredAt: null,
    createdAt: first.createdAt,
  });
  expect(second).toMatchObject({ commodity: 'Bullar', crop: null, currentPrice: 15.51, unit: 'kg' });
  expect((await farmer.client.call(list)).data).toEqual([second, first]);
  expect((await other.client.call(list)).data).toEqual([]);
});

test('a commodity is found by each of its names', async () => {
  await insertSeries(app.database.db, {
    modal_price: 3000,
    commodity: 'Paddy(Common)',
    crop: 'paddy',
    market: 'Rajpura',
  });
  for (const commodity of ['paddy', 'Paddy', 'धान', 'Paddy(Dhan)(Common)', 'paddy(common)'])
    expect(await addTo(farmer, { ...wheat, commodity })).toMatchObject({
      commodity: 'paddy',
      crop: 'paddy',
      currentPrice: 3000,
    });
  expect((await farmer.client.call(list)).data).toHaveLength(1);
});

test('a commodity is found by what people call it, unless mandis report one of that name', async () => {
  await insertSeries(
    app.database.db,
    { modal_price: 2100, commodity: 'Onion', crop: 'onion' },
    { modal_price: 30, commodity: 'Chakka', crop: null },
  );
  for (const commodity of ['kanda', 'வெங்காயம்', 'pyaj ka bhav'])
    expect(await addTo(farmer, { ...wheat, commodity })).toMatchObject({ crop: 'onion', currentPrice: 2100 });
  expect(await addTo(farmer, { ...wheat, commodity: 'chakka' })).toMatchObject({
    commodity: 'Chakka',
    crop: null,
  });
});

test('a commodity that no mandi reports is refused at its field', async () => {
  const fieldsOf = async (body: object) => {
    const { statusCode, errors } = await farmer.client.fail(add, { body: { ...wheat, ...body } });
    expect(statusCode).toBe(422);
    return errors.map(({ field, key }) => `${field}: ${key}`);
  };
  expect(await fieldsOf({ commodity: 'Moon dust' })).toEqual(['commodity: commodityUnknown']);
  expect(await fieldsOf({ commodity: ' ' })).toEqual(['commodity: commodityRequired']);
  expect(await fieldsOf({ ...khanna, market: 'Khana' })).toEqual(['market: marketInvalid']);
  expect(await fieldsOf({ ...khanna, district: 'Amritsar' })).toEqual(['market: marketInvalid']);
  expect(await fieldsOf({ market: 'Khanna' })).toEqual(['market: marketInvalid']);
  expect(await fieldsOf({ state: 'Punjab', district: 'Karnal' })).toEqual(['district: districtInvalid']);
  expect(await fieldsOf({ district: 'Ludhiana' })).toEqual(['district: districtInvalid']);
  expect(await fieldsOf({ state: 'Atlantis' })).toEqual(['state: stateInvalid']);
  expect(await fieldsOf({ type: 'beside' })).toEqual(['type: alertTypeRequired']);
  expect(await fieldsOf({ targetPrice: '' })).toEqual(['targetPrice: targetPriceRequired']);
  for (const targetPrice of [0, -1, '1.234', 'many', '1e3'])
    expect(await fieldsOf({ targetPrice })).toEqual(['targetPrice: targetPriceInvalid']);
  expect(await fieldsOf({ targetPrice: 99_999_999 })).toEqual(['targetPrice: targetPriceTooHigh']);
  expect(await fieldsOf({ unit: 'ton' })).toEqual(['unit: priceUnitInvalid']);
  expect((await farmer.client.call(list)).data).toEqual([]);
});

test('adding an equal alert returns the existing one, reactivated if paused', async () => {
  const first = await addTo(farmer, wheat);
  const params = { alertId: first._id };
  expect((await farmer.client.call(change, { params, body: { isActive: false } })).data.isActive).toBe(false);
  expect(await addTo(farmer, { ...wheat, commodity: 'गेहूं', targetPrice: '28.00', unit: 'kg' })).toEqual(first);
  expect(await addTo(other, wheat)).not.toMatchObject({ _id: first._id });
  const again = await Promise.all([1, 2, 3].map(() => addTo(farmer, { ...wheat, targetPrice: 2801 })));
  expect(new Set(again.map(({ _id }) => _id)).size).toBe(1);
});

test('the limit is 50 alerts, also with concurrent requests', async () => {
  const bodies = Array.from({ length: limits.alerts - 1 }, (_, index) => ({
    ...wheat,
    targetPrice: 100 + index,
  }));
  for (const body of bodies) await addTo(farmer, body);
  const atOnce = [5001, 5002, 5003].map((targetPrice) =>
    farmer.client.send(add, { body: { ...wheat, targetPrice } }),
  );
  const statuses = (await Promise.all(atOnce)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  expect((await farmer.client.call(list)).data).toHaveLength(limits.alerts);
  expect(await farmer.client.fail(add, { body: { ...wheat, targetPrice: 6000 } })).toMatchObject({
    code: 'TOO_MANY_ALERTS',
  });
  expect(await addTo(farmer, { ...wheat, targetPrice: 100 })).toMatchObject({ targetPrice: 100 });
  expect(await addTo(other, wheat)).toMatchObject({ isActive: true });
});

test('an alert can only be seen and changed by its owner', async () => {
  const { _id: alertId } = await addTo(farmer, wheat);
  const params = { alertId };
  const missing = { alertId: '01900000-0000-7000-8000-000000000000' };
  const notThere = { statusCode: 404, code: 'ALERT_NOT_FOUND' };
  expect(await other.client.fail(change, { params, body: { isActive: false } })).toMatchObject(notThere);
  expect(await other.client.fail(remove, { params })).toMatchObject(notThere);
  expect(await farmer.client.fail(remove, { params: missing })).toMatchObject(notThere);
  expect(await farmer.client.fail(change, { params: { alertId: 'x' }, body: {} })).toMatchObject({
    statusCode: 404,
  });
  expect(await farmer.client.fail(change, { params, body: { isActive: 'no' } })).toMatchObject({
    statusCode: 422,
  });
  expect((await farmer.client.call(list)).data).toMatchObject([{ _id: alertId, isActive: true }]);
  await farmer.client.call(remove, { params });
  expect((await farmer.client.call(list)).data).toEqual([]);
  expect(await farmer.client.fail(remove, { params })).toMatchObject(notThere);
});

test('fails if the account is deleted meanwhile', async () => {
  await markDeleted(app.database.db, farmer.id);
  const form = { ...khanna, commodity: 'Wheat', type: 'above', targetPrice: 2800, unit: 'quintal' } as const;
  await expect(app.services.alerts.addAlert(farmer.id, form)).rejects.toMatchObject({
    code: 'NOT_LOGGED_IN',
  });
  expect(
    await app.database.db.selectFrom('price_alerts').selectAll().where('user_id', '=', farmer.id).execute(),
  ).toEqual([]);
});
