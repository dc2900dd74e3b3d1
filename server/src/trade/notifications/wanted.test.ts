import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';
import { addWanted, insertWanted } from '#test/wanted.ts';
import { storeEvents } from '#test/events.ts';

let app: TestApp;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('wanted_posts').execute();
  await db.deleteFrom('events').execute();
  await db.deleteFrom('posts').execute();
  await db.updateTable('users').set({ major_product: '' }).execute();
  merchant = await addMerchant();
});

const addMerchant = (fullName = 'Anita Rao') => addPerson(app.url, { userType: 'merchant', fullName });
const notificationsOf = async ({ client }: Person) => (await client.call('GET /api/v1/notifications')).data;
const dataOf = async (person: Person) => (await notificationsOf(person)).map(({ data }) => data);
const deliver = () => app.services.outbox.deliver();
const readAll = async (person: Person) => {
  const [newest] = await notificationsOf(person);
  const params = { notificationId: newest?._id ?? '' };
  await person.client.call('PUT /api/v1/notifications/:notificationId/read', { params });
};
async function anHourLater(): Promise<void> {
  const { db } = app.database;
  await db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 61 * 60_000) })
    .execute();
  await db.updateTable('events').set({ due_at: new Date() }).execute();
  await deliver();
}
const block = (blocker: Person, { account }: Person) =>
  blocker.client.call('POST /api/v1/blocks/:username', { params: { username: account.username } });

test.each([
  ['by their main product', { majorProduct: 'Wheat and basmati paddy' }, undefined],
  ['by their main product in Hindi', { majorProduct: 'गेहूँ, आलू' }, undefined],
  ['by a post of the crop', { majorProduct: 'Potato' }, { cropType: 'gehun' }],
])('a new wanted post notifies farmers %s, immediately when connected', async (_, changes, posted) => {
  const farmer = await addPerson(app.url, changes);
  if (posted) await addPost(farmer, { cropType: 'गेहूं' });
  const socket = await connectSocket(openSocket(app.url, farmer.client));
  const received = nextEvent(socket, 'notification', () => true);
  const wanted = await addWanted(merchant);
  const { fullName, username } = merchant.account;
  const data = { count: 1, crops: 1, name: fullName, username, wantedId: wanted._id, cropType: 'Wheat' };
  expect(await received).toMatchObject({ kind: 'wanted', data, isRead: false });
  socket.close();
  expect(await dataOf(farmer)).toEqual([data]);
  expect(await notificationsOf(merchant)).toEqual([]);
});

test('a farmer is notified at most once an hour, and sees in it how many merchants want the crop', async () => {
  const farmer = await addPerson(app.url);
  const [second, third] = [await addMerchant('Ravi'), await addMerchant('Meena')];
  await addWanted(merchant);
  await deliver();
  const [first] = await notificationsOf(farmer);
  await addWanted(second);
  await addWanted(third);
  await deliver();
  const grouped = await notificationsOf(farmer);
  expect(grouped).toMatchObject([{ _id: first?._id, data: { count: 3, crops: 1, cropType: 'Wheat' } }]);
  await readAll(farmer);
  const later = await addWanted(second);
  await deliver();
  expect(await notificationsOf(farmer)).toHaveLength(1);
  await anHourLater();
  expect(await notificationsOf(farmer)).toMatchObject([
    { isRead: false, data: { count: 1, name: 'Ravi', wantedId: later._id } },
    { isRead: true },
  ]);
  await anHourLater();
  await addPost(farmer, { cropType: 'Onion' });
  await addWanted(merchant, { cropType: 'प्याज' });
  await deliver();
  // The new notification, about two wanted posts, has replaced the unread one.
  expect(await notificationsOf(farmer)).toMatchObject([
    { isRead: false, data: { count: 2, crops: 2 } },
    { isRead: true },
  ]);
});

test('the nearest 200 farmers are notified', async () => {
  const { db } = app.database;
  const near = await addPerson(app.url, { majorProduct: 'Litchi' });
  await db
    .updateTable('users')
    .set({ state: 'Haryana', district: 'Karnal' })
    .where('id', '=', near.account._id)
    .execute();
  const far = Array.from({ length: 201 }, (_, index) => farmerRow(index));
  await db.insertInto('users').values(far).execute();
  await addWanted(merchant, { cropType: 'Litchi' });
  await deliver();
  const notified = await db.selectFrom('notifications').select('user_id').execute();
  expect(notified).toHaveLength(200);
  expect(notified.map((row) => row.user_id)).toContain(near.account._id);
  await db
    .deleteFrom('users')
    .where(
      'id',
      'in',
      far.map(({ id }) => id),
    )
    .execute();
});

function farmerRow(index: number) {
  const id = `0190${String(index).padStart(4, '0')}-0000-7000-8000-000000000000`;
  return {
    id,
    username: `grower-${index}`,
    email: `${id}@upaj.example`,
    full_name: 'A Grower',
    contact: '9876543210',
    user_type: 'farmer',
    is_complete: true,
    major_product: 'लीची',
    state: 'Tamil Nadu',
    district: 'Madurai',
  };
}

test('no farmer is notified across a block, when suspended, or of another crop', async () => {
  const blocking = await addPerson(app.url);
  const blocked = await addPerson(app.url);
  const suspended = await addPerson(app.url);
  const other = await addPerson(app.url, { majorProduct: 'Sweet Potato' });
  const trader = await addPerson(app.url, { userType: 'merchant', majorProduct: 'Wheat' });
  await block(blocking, merchant);
  await block(merchant, blocked);
  const { db } = app.database;
  const id = suspended.account._id;
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
  await addWanted(merchant);
  await addWanted(merchant, { cropType: 'Potato' });
  await deliver();
  for (const person of [blocking, blocked, other, trader]) expect(await notificationsOf(person)).toEqual([]);
  expect(await db.selectFrom('notifications').select('id').execute()).toEqual([]);
});

test('a notification disappears with its wanted post, and behind a block', async () => {
  const farmer = await addPerson(app.url);
  const wanted = await addWanted(merchant);
  await deliver();
  expect(await notificationsOf(farmer)).toHaveLength(1);
  await block(farmer, merchant);
  expect(await notificationsOf(farmer)).toEqual([]);
  const { username } = merchant.account;
  await farmer.client.call('DELETE /api/v1/blocks/:username', { params: { username } });
  expect(await notificationsOf(farmer)).toHaveLength(1);
  await merchant.client.call('DELETE /api/v1/wanted/:wantedId', { params: { wantedId: wanted._id } });
  expect(await notificationsOf(farmer)).toEqual([]);
  expect((await farmer.client.call('GET /api/v1/notifications/unread')).data.count).toBe(0);
});

test('a merchant is notified of new posts that match, once an hour for each wanted post', async () => {
  const farmer = await addPerson(app.url, { majorProduct: '' });
  const { _id: wantedId } = await addWanted(merchant, { maxPrice: 3000 });
  const per = { priceUnit: 'per kg' };
  await addPost(farmer, { ...per, price: '30.01' });
  await addPost(farmer, { ...per, price: '20', cropType: 'Rice' });
  await deliver();
  expect(await notificationsOf(merchant)).toEqual([]);
  const post = await addPost(farmer, { ...per, price: '30' });
  await deliver();
  const found = [{ wantedId, cropType: 'Wheat', postId: post._id, title: post.title, count: 1 }];
  expect(await dataOf(merchant)).toEqual(found);
  await deliver();
  expect(await dataOf(merchant)).toEqual(found);
  const cheaper = await addPost(farmer, { priceUnit: 'per quintal', price: '2900', title: 'Cheaper' });
  await deliver();
  expect(await dataOf(merchant)).toMatchObject([{ count: 2, postId: cheaper._id, title: 'Cheaper' }]);
  await readAll(merchant);
  const later = await addPost(farmer, { ...per, price: '25', title: 'Later' });
  await deliver();
  expect(await notificationsOf(merchant)).toHaveLength(1);
  await anHourLater();
  expect(await dataOf(merchant)).toMatchObject([{ count: 1, postId: later._id }, { count: 2 }]);
  await anHourLater();
  expect(await notificationsOf(merchant)).toHaveLength(2);
});

test('no merchant is notified of own posts, of hidden ones, across a block, or for what is closed', async () => {
  const farmer = await addPerson(app.url, { majorProduct: '' });
  const blocked = await addMerchant();
  const closed = await addMerchant();
  const suspended = await addMerchant();
  await addWanted(merchant, { cropType: 'Garlic' });
  for (const person of [blocked, closed, suspended]) await addWanted(person);
  const { _id: wantedId } = (await closed.client.call('GET /api/v1/wanted', { query: { mine: 'true' } }))
    .data[0]!;
  await closed.client.call('PATCH /api/v1/wanted/:wantedId', {
    params: { wantedId },
    body: { isOpen: false },
  });
  await block(farmer, blocked);
  const { db } = app.database;
  const id = suspended.account._id;
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
  await addPost(farmer);
  await addPost(merchant, { cropType: 'Garlic' });
  await insertPosts(db, farmer.account._id, 1, () => ({ crop_key: 'garlic', is_author_suspended: true }));
  await deliver();
  expect(await db.selectFrom('notifications').select('id').execute()).toEqual([]);
});

test('a wanted post that was closed meanwhile notifies no farmer', async () => {
  const farmer = await addPerson(app.url);
  const { db } = app.database;
  const wantedId = await insertWanted(db, merchant.account._id);
  const setOpen = (isOpen: boolean) =>
    db.updateTable('wanted_posts').set({ is_open: isOpen }).where('id', '=', wantedId).execute();
  await setOpen(false);
  await storeEvents(db, 'wanted.created', { wantedId });
  await deliver();
  expect(await notificationsOf(farmer)).toEqual([]);
  await setOpen(true);
  await storeEvents(db, 'wanted.created', { wantedId });
  await deliver();
  expect(await dataOf(farmer)).toMatchObject([{ count: 1, wantedId }]);
});

test('for a new post the newest thousand open wanted posts of its crop are looked at', async () => {
  const { db } = app.database;
  const farmer = await addPerson(app.url, { majorProduct: '' });
  const { _id: wantedId } = await addWanted(merchant, { maxPrice: 4000 });
  const {
    id: _,
    max_per_kg: __,
    price_rank: ___,
    ...row
  } = await db.selectFrom('wanted_posts').selectAll().where('id', '=', wantedId).executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    db
      .insertInto('wanted_posts')
      .values(
        Array.from({ length: 1_000 }, () => ({ ...row, id: uuidv7(), client_id: uuidv7(), ...changes })),
      )
      .execute();
  await insert({ is_open: false });
  await addPost(farmer);
  await deliver();
  expect(await dataOf(merchant)).toMatchObject([{ wantedId, count: 1 }]);
  await insert({ end_date: '2026-01-01' });
  await addPost(farmer);
  await deliver();
  expect(await dataOf(merchant)).toMatchObject([{ wantedId, count: 1 }]);
});
