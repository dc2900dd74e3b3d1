import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { insertMembers, type Member } from '#test/rows.ts';
import { insertSeries, setPrice } from '#test/series.ts';

const add = 'POST /api/v1/alerts';
const list = 'GET /api/v1/alerts';
const edit = 'PATCH /api/v1/alerts/:alertId';

const app = appForTests();
let farmer: Member;
let other: Member;
let khanna: number;

beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('users').execute();
  await db.deleteFrom('rate_series').execute();
  [khanna] = (await insertSeries(
    db,
    { modal_price: 2600 },
    { modal_price: 2700, state: 'Haryana', district: 'Karnal', market: 'Karnal' },
    { modal_price: 1500, commodity: 'Bullar', crop: null },
  )) as [number];
  [farmer, other] = (await insertMembers(db, app.url, 2)) as [Member, Member];
});

const wheat = { commodity: 'Wheat', type: 'above', targetPrice: 2800 };
const inKhanna = { state: 'Punjab', district: 'Ludhiana', market: 'Khanna' };
const inKarnal = { state: 'Haryana', district: 'Karnal', market: 'Karnal' };
const addTo = async ({ client }: Member, body: object = {}) =>
  (await client.call(add, { body: { ...wheat, ...body } })).data;
const change = async (alertId: string, body: object) =>
  (await farmer.client.call(edit, { params: { alertId }, body })).data;
const alerts = async ({ client }: Member = farmer) => (await client.call(list)).data;
async function evaluate(): Promise<number> {
  const reached = await app.services.alerts.evaluate();
  await app.services.outbox.deliver();
  return reached;
}

test('every field of an alert can be changed, and fields that are left out stay', async () => {
  const alert = await addTo(farmer, inKhanna);
  const later = await addTo(farmer, { commodity: 'Bullar' });
  const changed = { ...alert, type: 'below', targetPrice: 25.5, unit: 'kg', currentPrice: 26 };
  expect(await change(alert._id, { type: 'below', targetPrice: '25.50', unit: 'kg' })).toEqual(changed);
  expect(await change(alert._id, { targetPrice: 24 })).toEqual({ ...changed, targetPrice: 24 });
  const moved = { ...changed, ...inKarnal, targetPrice: 24, currentPrice: 27, currentMarket: 'Karnal' };
  expect(await change(alert._id, inKarnal)).toEqual(moved);
  expect(await change(alert._id, {})).toEqual(moved);
  expect(await change(alert._id, { commodity: 'bullar', state: '', district: '', market: '' })).toEqual({
    ...moved,
    commodity: 'Bullar',
    crop: null,
    state: '',
    district: '',
    market: '',
    isMet: true,
    currentPrice: 15,
    currentMarket: 'Khanna',
  });
  expect((await alerts()).map(({ _id }) => _id)).toEqual([later._id, alert._id]);
});

test('an edit is refused at the fields and with the messages of a new alert, and changes nothing', async () => {
  const alert = await addTo(farmer, inKhanna);
  const fieldsOf = async (body: object) => {
    const answer = await farmer.client.fail(edit, { params: { alertId: alert._id }, body });
    expect(answer.statusCode).toBe(422);
    return answer.errors.map(({ field, key }) => `${field}: ${key}`);
  };
  expect(await fieldsOf({ commodity: 'Moon dust' })).toEqual(['commodity: commodityUnknown']);
  expect(await fieldsOf({ commodity: ' ' })).toEqual(['commodity: commodityRequired']);
  expect(await fieldsOf({ market: 'Khana' })).toEqual(['market: marketInvalid']);
  expect(await fieldsOf({ state: '', district: '' })).toEqual(['market: marketInvalid']);
  expect(await fieldsOf({ district: 'Karnal' })).toEqual(['district: districtInvalid']);
  expect(await fieldsOf({ state: 'Atlantis' })).toEqual(['state: stateInvalid']);
  expect(await fieldsOf({ type: 'beside' })).toEqual(['type: alertTypeRequired']);
  expect(await fieldsOf({ targetPrice: '' })).toEqual(['targetPrice: targetPriceRequired']);
  for (const targetPrice of [0, -1, '1.234', 'many', '1e3'])
    expect(await fieldsOf({ targetPrice })).toEqual(['targetPrice: targetPriceInvalid']);
  expect(await fieldsOf({ targetPrice: 99_999_999 })).toEqual(['targetPrice: targetPriceTooHigh']);
  expect(await fieldsOf({ unit: 'ton' })).toEqual(['unit: priceUnitInvalid']);
  expect(await fieldsOf({ isActive: 'no', type: 'beside' })).toEqual([
    'type: alertTypeRequired',
    'isActive: invalid',
  ]);
  expect(await alerts()).toEqual([alert]);
});

test('an edited alert fires like a new one: when its new target is reached after the edit', async () => {
  const { _id } = await addTo(farmer, inKhanna);
  await setPrice(app.database.db, khanna, 2850);
  expect(await evaluate()).toBe(1);
  expect(await change(_id, { targetPrice: 2900 })).toMatchObject({ isMet: false });
  await setPrice(app.database.db, khanna, 2900);
  expect(await evaluate()).toBe(1);
  // The price is below the new target already, so the change adds no event.
  expect(await change(_id, { type: 'below', targetPrice: 3000 })).toMatchObject({ isMet: true });
  expect(await evaluate()).toBe(0);
  await setPrice(app.database.db, khanna, 3100);
  expect(await evaluate()).toBe(0);
  await setPrice(app.database.db, khanna, 3000);
  expect(await evaluate()).toBe(1);
  const { data } = await farmer.client.call('GET /api/v1/notifications');
  expect(data.map((one) => (one.kind === 'price-alert' ? one.data.targetPrice : null))).toEqual([
    3000, 2900, 2800,
  ]);
});

test('the same target in another unit does not fire again', async () => {
  const { _id } = await addTo(farmer, inKhanna);
  await setPrice(app.database.db, khanna, 2850);
  // The price has reached the target, but the alert was not evaluated yet.
  expect(await change(_id, { targetPrice: 28, unit: 'kg' })).toMatchObject({ targetPrice: 28, unit: 'kg' });
  expect(await evaluate()).toBe(1);
  await change(_id, { targetPrice: 2800, unit: 'quintal' });
  expect(await evaluate()).toBe(0);
});

test('editing a paused alert activates it, unless the edit says otherwise', async () => {
  const { _id } = await addTo(farmer);
  await change(_id, { isActive: false });
  expect(await change(_id, { targetPrice: 2900, isActive: false })).toMatchObject({
    targetPrice: 2900,
    isActive: false,
  });
  expect(await change(_id, { targetPrice: 2900 })).toMatchObject({ isActive: true });
  await change(_id, { isActive: false });
  expect(await change(_id, { targetPrice: 3000 })).toMatchObject({ isActive: true });
});

test('an edit that makes two alerts equal leaves one, also when it is repeated', async () => {
  const first = await addTo(farmer);
  const second = await addTo(farmer, { targetPrice: 2900 });
  await addTo(other, { targetPrice: 2900 });
  const both = await Promise.all([1, 2].map(() => change(first._id, { targetPrice: 29, unit: 'kg' })));
  expect(both.map(({ _id }) => _id)).toEqual([first._id, first._id]);
  expect(await alerts()).toMatchObject([{ _id: first._id, targetPrice: 29 }]);
  expect(await alerts(other)).toHaveLength(1);
  expect(
    await farmer.client.fail(edit, { params: { alertId: second._id }, body: { targetPrice: 1 } }),
  ).toMatchObject({ statusCode: 404, code: 'ALERT_NOT_FOUND' });
});

test('edits of two alerts to the same target at once leave one', async () => {
  const ids = [(await addTo(farmer))._id, (await addTo(farmer, { targetPrice: 2900 }))._id];
  const sent = await Promise.all(
    ids.map((alertId) => farmer.client.send(edit, { params: { alertId }, body: { targetPrice: 3000 } })),
  );
  // The request that comes second may find its alert removed by the first, because both alerts became equal.
  for (const { status } of sent) expect([200, 404]).toContain(status);
  expect(await alerts()).toMatchObject([{ targetPrice: 3000, isActive: true }]);
});

test('an alert of somebody else cannot be edited', async () => {
  const { _id } = await addTo(other, inKhanna);
  const params = { alertId: _id };
  const notThere = { statusCode: 404, code: 'ALERT_NOT_FOUND' };
  expect(await farmer.client.fail(edit, { params, body: { targetPrice: 1 } })).toMatchObject(notThere);
  const missing = { alertId: '01900000-0000-7000-8000-000000000000' };
  expect(await farmer.client.fail(edit, { params: missing, body: { targetPrice: 1 } })).toMatchObject(
    notThere,
  );
  expect(await alerts(other)).toMatchObject([{ targetPrice: 2800 }]);
});
