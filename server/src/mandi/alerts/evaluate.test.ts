import type { PriceAlertData } from '@upaj/contract/mandi/notifications';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#src/app.ts';
import { readEnv } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo } from '#test/market-rows.ts';
import { insertMembers, markDeleted, type Member } from '#test/rows.ts';
import { insertSeries, setPrice } from '#test/series.ts';
import { alertsStore } from './store.ts';

const app = appForTests();
let farmer: Member;
let khanna: number;
let karnal: number;
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('users').execute();
  await db.deleteFrom('rate_series').execute();
  [farmer] = (await insertMembers(db, app.url, 1)) as [Member];
  const inHaryana = { state: 'Haryana', district: 'Karnal', market: 'Karnal' };
  [khanna, karnal] = (await insertSeries(db, { modal_price: 2500 }, { modal_price: 2450, ...inHaryana })) as [
    number,
    number,
  ];
});

async function evaluate(commodities?: string[]): Promise<number> {
  const reached = await app.services.alerts.evaluate(commodities);
  await app.services.outbox.deliver();
  return reached;
}

const price = (series: number, to: number, date?: string) => setPrice(app.database.db, series, to, date);
const wheat = { commodity: 'Wheat', type: 'above', targetPrice: 2600 };

async function add(body: object = {}, { client }: Member = farmer): Promise<string> {
  const { data } = await client.call('POST /api/v1/alerts', { body: { ...wheat, ...body } });
  return data._id;
}

async function notificationsOf({ client }: Member = farmer): Promise<PriceAlertData[]> {
  const { data } = await client.call('GET /api/v1/notifications');
  return data.flatMap((expected) => (expected.kind === 'price-alert' ? [expected.data] : [])).reverse();
}

test('notifies once when the price is reached, and again only after it was left', async () => {
  const alertId = await add({ state: 'Punjab' });
  expect(await evaluate()).toBe(0);
  await price(khanna, 2600);
  expect(await evaluate()).toBe(1);
  expect(await evaluate()).toBe(0);
  await price(khanna, 2750);
  expect(await evaluate()).toBe(0);
  await price(khanna, 2599.99);
  expect(await evaluate()).toBe(0);
  await price(khanna, 2650);
  expect(await evaluate()).toBe(1);
  const expected: PriceAlertData = {
    alertId,
    rateId: String(khanna),
    commodity: 'Wheat',
    crop: 'wheat',
    market: 'Khanna',
    district: 'Ludhiana',
    state: 'Punjab',
    type: 'above',
    targetPrice: 2600,
    price: 2600,
    unit: 'quintal',
    arrivalDate: daysAgo(0),
    isSample: false,
  };
  expect(await notificationsOf()).toEqual([expected, { ...expected, price: 2650 }]);
  const { data } = await farmer.client.call('GET /api/v1/alerts');
  expect(data).toMatchObject([{ isMet: true, currentPrice: 2650, lastFiredAt: expect.any(String) }]);
});

test('an alert already met when added fires the next time', async () => {
  await add({ targetPrice: 2400 });
  expect(await evaluate()).toBe(0);
  await price(khanna, 2300);
  await price(karnal, 2300);
  await evaluate();
  await price(khanna, 2400);
  expect(await evaluate()).toBe(1);
});

test('an alert below fires on the lowest price, in its own unit', async () => {
  await add({ type: 'below', targetPrice: '24.05', unit: 'kg' });
  await price(khanna, 2405.01);
  expect(await evaluate()).toBe(0);
  await price(karnal, 2404.5);
  await price(khanna, 2405);
  expect(await evaluate()).toBe(1);
  expect(await notificationsOf()).toMatchObject([
    { type: 'below', price: 24.05, targetPrice: 24.05, unit: 'kg', market: 'Karnal' },
  ]);
});

test.each([
  ['anywhere', {}, { khanna: 1, karnal: 1 }],
  ['in a state', { state: 'Punjab' }, { khanna: 1, karnal: 0 }],
  ['in a district', { state: 'Haryana', district: 'Karnal' }, { khanna: 0, karnal: 1 }],
  ['at a mandi', { state: 'Punjab', district: 'Ludhiana', market: 'Khanna' }, { khanna: 1, karnal: 0 }],
])('an alert %s covers the mandis there', async (_, place, expected) => {
  await add(place);
  await price(khanna, 2700);
  expect(await evaluate()).toBe(expected.khanna);
  await price(khanna, 2500);
  await evaluate();
  await price(karnal, 2700);
  expect(await evaluate()).toBe(expected.karnal);
});

test('the next day’s rates of one state do not notify the whole country again', async () => {
  await add();
  await price(khanna, 2700, daysAgo(1));
  expect(await evaluate()).toBe(1);
  await price(karnal, 2620);
  expect(await evaluate()).toBe(0);
  await price(khanna, 2500);
  expect(await evaluate()).toBe(0);
});

test('prices older than a week do not notify', async () => {
  await add();
  await price(khanna, 2700, daysAgo(8));
  await price(karnal, 2800, daysAgo(3_000));
  expect(await evaluate()).toBe(0);
  await price(khanna, 2700, daysAgo(7));
  expect(await evaluate()).toBe(1);
});

test('an alert without a price is unchanged: a mandi that reopens does not notify twice', async () => {
  await add({ state: 'Punjab' });
  await price(khanna, 2700);
  expect(await evaluate()).toBe(1);
  await price(khanna, 2700, daysAgo(8));
  expect(await evaluate()).toBe(0);
  await price(khanna, 2710);
  expect(await evaluate()).toBe(0);
  await price(khanna, 2500);
  expect(await evaluate()).toBe(0);
  await price(khanna, 2700);
  expect(await evaluate()).toBe(1);
});

test.each(['PATCH', 'POST'])('without a price, an alert resumed by %s is unchanged', async (method) => {
  const params = { alertId: await add() };
  const setActive = (isActive: boolean) =>
    farmer.client.call('PATCH /api/v1/alerts/:alertId', { params, body: { isActive } });
  await price(khanna, 2700);
  expect(await evaluate()).toBe(1);
  await setActive(false);
  for (const series of [khanna, karnal]) await price(series, 2700, daysAgo(8));
  await (method === 'PATCH' ? setActive(true) : add());
  await price(khanna, 2700);
  expect(await evaluate()).toBe(0);
});

test('only alerts on changed commodities or crops are evaluated', async () => {
  const { db } = app.database;
  await add();
  await insertSeries(db, { modal_price: 10, commodity: 'Bullar', crop: null });
  await add({ commodity: 'Bullar', targetPrice: 20 });
  await price(khanna, 2700);
  await db.updateTable('rate_series').set({ modal_price: 30 }).where('commodity', '=', 'Bullar').execute();
  expect(await evaluate([])).toBe(0);
  expect(await evaluate(['Rice'])).toBe(0);
  expect(await evaluate(['Wheat', 'Rice'])).toBe(1);
  expect(await evaluate(['Bullar'])).toBe(1);
  expect((await notificationsOf()).map(({ commodity }) => commodity)).toEqual(['Wheat', 'Bullar']);
});

test('a paused alert does not notify, and a resumed one waits for the next time', async () => {
  const params = { alertId: await add() };
  const setActive = (isActive: boolean) =>
    farmer.client.call('PATCH /api/v1/alerts/:alertId', { params, body: { isActive } });
  await setActive(false);
  await price(khanna, 2700);
  expect(await evaluate()).toBe(0);
  expect((await setActive(true)).data).toMatchObject({ isActive: true, isMet: true });
  expect(await evaluate()).toBe(0);
  await price(khanna, 2500);
  await evaluate();
  await price(khanna, 2700);
  expect(await evaluate()).toBe(1);
});

test('resuming does not change an active alert', async () => {
  const params = { alertId: await add() };
  await price(khanna, 2700);
  await farmer.client.call('PATCH /api/v1/alerts/:alertId', { params, body: { isActive: true } });
  await farmer.client.call('POST /api/v1/alerts', { body: wheat });
  expect(await evaluate()).toBe(1);
});

test('removed alerts, and those of suspended or deleted users, do not notify', async () => {
  const [suspended, deleted] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
  const params = { alertId: await add() };
  for (const person of [suspended, deleted]) await add({}, person);
  await farmer.client.call('DELETE /api/v1/alerts/:alertId', { params });
  const set = (id: string, to: object) =>
    app.database.db.updateTable('users').set(to).where('id', '=', id).execute();
  await set(suspended.id, { suspended_at: new Date() });
  await markDeleted(app.database.db, deleted.id);
  await price(khanna, 2700);
  expect(await evaluate()).toBe(0);
  await set(suspended.id, { suspended_at: null });
  expect(await evaluate()).toBe(1);
});

test('concurrent evaluations, also in two processes, notify once', async () => {
  const people = await insertMembers(app.database.db, app.url, 6);
  for (const person of people) await add({}, person);
  await price(khanna, 2700);
  const { url } = app.database;
  const second = url ? await connect({ databaseUrl: url, dataDir: '' }) : undefined;
  const stores = [app.database, second ?? app.database].map(({ db }) => alertsStore({ db }));
  const fired = await Promise.all(
    Array.from({ length: 8 }, (_, index) => stores[index % 2]!.evaluate(index < 4 ? undefined : ['Wheat'])),
  );
  expect(fired.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 6]);
  await second?.close();
  await app.services.outbox.deliver();
  for (const person of people) expect(await notificationsOf(person)).toHaveLength(1);
});

test('the server delivers notifications found by a command', async () => {
  await add();
  await price(khanna, 2700);
  const { db } = app.database;
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: app.dataDir, LOG_LEVEL: 'error' });
  const { server, services } = await createApp({ env, db, webDir: app.dataDir });
  expect(await services.alerts.evaluate()).toBe(1);
  await server.close();
  await app.jobs.find(({ name }) => name === 'deliver-notifications')!.run(new AbortController().signal);
  expect(await notificationsOf()).toHaveLength(1);
});

test('sample data is marked', async () => {
  await app.database.db.updateTable('rate_series').set({ is_sample: true }).execute();
  await add();
  await price(khanna, 2700);
  await evaluate();
  expect(await notificationsOf()).toMatchObject([{ isSample: true }]);
});
