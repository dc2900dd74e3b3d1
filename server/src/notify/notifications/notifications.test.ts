import type { PriceAlertData } from '@upaj/contract/mandi/notifications';
import type { Notification } from '@upaj/contract/notifications';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { findUndelivered, insertNotifications, priceNotification } from '#test/notifications.ts';
import { insertMembers, type Member } from '#test/rows.ts';
import { connectSocket, nextEvent, openSocket, type TestSocket } from '#test/socket.ts';

const list = 'GET /api/v1/notifications';
const unread = 'GET /api/v1/notifications/unread';
const read = 'PUT /api/v1/notifications/:notificationId/read';
const settings = 'GET /api/v1/notifications/settings';
const change = 'PATCH /api/v1/notifications/settings';

let app: TestApp;
let farmer: Member;
let other: Member;
const open = new Set<TestSocket>();
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [farmer, other] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
});
afterEach(() => {
  for (const socket of open) socket.disconnect();
  open.clear();
});

const insert = ({ id }: Member, ...prices: number[]) =>
  insertNotifications(app.database.db, id, ...prices.map((price) => ({ price })));
const deliver = () => app.services.outbox.deliver();
const pricesOf = (notifications: readonly Notification[]) =>
  notifications.map(({ data }) => (data as PriceAlertData).price);
const countOf = async ({ client }: Member) => (await client.call(unread)).data.count;
const markRead = ({ client }: Member, notificationId: string) =>
  client.call(read, { params: { notificationId } });

async function connectTo({ client }: Member): Promise<TestSocket> {
  const socket = openSocket(app.url, client, { transports: ['websocket'] });
  open.add(socket);
  return connectSocket(socket);
}

async function setUser({ id }: Member, to: object): Promise<void> {
  await app.database.db.updateTable('users').set(to).where('id', '=', id).execute();
}

test('lists notifications latest first, in pages, only to their owner', async () => {
  const ids = await insert(farmer, ...Array.from({ length: 25 }, (_, index) => 2600 + index));
  const first = await farmer.client.call(list, { query: { limit: 10 } });
  expect(first.data[0]).toEqual({
    _id: ids[24]!,
    kind: 'price-alert',
    data: priceNotification({ price: 2624 }),
    isRead: false,
    createdAt: '2026-11-20T12:00:24.000Z',
  });
  expect(first.page.total).toBe(25);
  await insertNotifications(app.database.db, farmer.id, { price: 9999 });
  const prices = pricesOf(first.data);
  let cursor = first.page.nextCursor;
  while (cursor) {
    const page = await farmer.client.call(list, { query: { limit: 10, cursor } });
    prices.push(...pricesOf(page.data));
    cursor = page.page.nextCursor;
  }
  expect(prices.filter((price) => price !== 9999)).toEqual(
    Array.from({ length: 25 }, (_, index) => 2624 - index),
  );
  expect((await other.client.call(list)).data).toEqual([]);
  expect(await farmer.client.fail(list, { query: { cursor: 'nonsense' } })).toMatchObject({
    statusCode: 422,
  });
});

test('pages through notifications of the same moment without gaps or duplicates', async () => {
  await insert(farmer, 1, 2, 3, 4, 5, 6, 7);
  await app.database.db
    .updateTable('notifications')
    .set({ created_at: new Date() })
    .where('user_id', '=', farmer.id)
    .execute();
  const seen: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await farmer.client.call(list, { query: { limit: 3, cursor } });
    seen.push(...pricesOf(page.data));
    cursor = page.page.nextCursor;
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test('marking one as read marks all older ones and updates the other devices', async () => {
  const [, second, third] = await insert(farmer, 2600, 2700, 2800);
  await insert(other, 2600);
  const socket = await connectTo(farmer);
  expect(await countOf(farmer)).toBe(3);
  const received = nextEvent(socket, 'notificationsRead');
  expect((await markRead(farmer, second!)).data).toEqual({ count: 1 });
  expect(await received).toEqual({ count: 1 });
  const { data } = await farmer.client.call(list);
  expect(data.map(({ isRead }) => isRead)).toEqual([false, true, true]);
  expect((await markRead(farmer, second!)).data).toEqual({ count: 1 });
  expect((await markRead(farmer, third!)).data).toEqual({ count: 0 });
  expect([await countOf(farmer), await countOf(other)]).toEqual([0, 1]);
});

test('no one can mark another user’s notification as read', async () => {
  const [id] = await insert(farmer, 2600);
  await insert(other, 2600);
  const params = { notificationId: id! };
  const notThere = { statusCode: 404, code: 'NOTIFICATION_NOT_FOUND' };
  expect(await other.client.fail(read, { params })).toMatchObject(notThere);
  const missing = { notificationId: '01900000-0000-7000-8000-000000000000' };
  expect(await farmer.client.fail(read, { params: missing })).toMatchObject(notThere);
  expect(await farmer.client.fail(read, { params: { notificationId: 'x' } })).toMatchObject({
    statusCode: 404,
  });
  const stranger = new TestClient(app.url);
  for (const key of [list, unread, read, settings, change] as const)
    expect(await stranger.fail(key, { params })).toMatchObject({ code: 'NOT_LOGGED_IN' });
  expect([await countOf(farmer), await countOf(other)]).toEqual([1, 1]);
});

test('emails can be turned off and on, and the push key is the same for everyone', async () => {
  const { data } = await farmer.client.call(settings);
  expect(data).toMatchObject({ byEmail: true, isEmailVerified: false });
  expect(Buffer.from(data.pushKey, 'base64url')).toHaveLength(65);
  expect((await farmer.client.call(change, { body: { byEmail: false } })).data.byEmail).toBe(false);
  await setUser(other, { email_verified: true });
  expect((await other.client.call(settings)).data).toEqual({ ...data, isEmailVerified: true });
  expect(await farmer.client.fail(change, { body: { byEmail: 'yes' } })).toMatchObject({ statusCode: 422 });
});

test('every device of the user gets each notification, and no one else does', async () => {
  const [one, two, others] = await Promise.all([farmer, farmer, other].map(connectTo));
  const received: Notification[][] = [[], [], []];
  for (const [index, socket] of [one!, two!, others!].entries())
    socket.on('notification', (notification) => received[index]!.push(notification));
  const came = [one!, two!].map((socket) =>
    nextEvent(socket, 'notification', (notification) => pricesOf([notification])[0] === 2700),
  );
  await insert(farmer, 2600, 2700);
  await deliver();
  await Promise.all(came);
  await deliver();
  const { data } = await farmer.client.call(list);
  expect(received).toEqual([data.toReversed(), data.toReversed(), []]);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'delivery waits for no lock: it tries again later',
  { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } },
  async () => {
    const { db } = app.database;
    const [id = ''] = await insert(farmer, 2600);
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('notifications').select('id').where('id', '=', id).forUpdate().execute();
      await deliver();
      expect(await findUndelivered(db, farmer.id)).toEqual([id]);
    });
    await db
      .updateTable('events')
      .set({ due_at: new Date(0) })
      .execute();
    await deliver();
    expect(await findUndelivered(db, farmer.id)).toEqual([]);
  },
);
