import type { Notification } from '@upaj/contract/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';
import { storeEvents } from '#test/events.ts';

const save = 'POST /api/v1/saved-searches';
const onion = { title: 'Red onion', cropType: 'Onion', category: 'Vegetables', price: '28' };
const inNashik = { state: 'Maharashtra', district: 'Nashik', city: 'Nashik', pincode: '422001' };

let app: TestApp;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const { db } = app.database;
  for (const table of ['posts', 'saved_searches', 'notifications', 'events'] as const)
    await db.deleteFrom(table).execute();
  buyer = await addPerson(app.url, { userType: 'merchant' });
  seller = await addPerson(app.url);
});
afterAll(() => app.close());

const deliver = () => app.services.outbox.deliver();
const saveSearch = async (query: object, { client } = buyer) =>
  (await client.call(save, { body: query })).data;
const addOnion = (changes: Record<string, string> = {}, person = seller) =>
  addPost(person, { ...onion, ...inNashik, ...changes });
/** Inserts new posts and their events at once, so that one delivery has all of them. */
async function insertNewPosts(count: number, authorId = seller.account._id): Promise<string[]> {
  const { db } = app.database;
  const ids = await insertPosts(db, authorId, count, () => ({ crop_key: 'onion' }));
  await storeEvents(db, 'post.created', ...ids.map((postId) => ({ postId })));
  return ids;
}

async function findNotifications({ client } = buyer): Promise<Notification[]> {
  return (await client.call('GET /api/v1/notifications')).data.filter(({ kind }) => kind === 'saved-search');
}
const countsOf = async (person = buyer) =>
  (await findNotifications(person)).map(({ data }) => (data as { count: number }).count);
async function readAll(): Promise<void> {
  const [latest] = await findNotifications();
  const params = { notificationId: latest!._id };
  await buyer.client.call('PUT /api/v1/notifications/:notificationId/read', { params });
}
async function anHourLater(): Promise<void> {
  const { db } = app.database;
  await db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 61 * 60_000) })
    .execute();
  await db.updateTable('events').set({ due_at: new Date() }).execute();
  await deliver();
}

test('notifies of a new post by socket, once, with the search', async () => {
  const query = { cropType: 'Onion', state: 'Maharashtra', district: 'Nashik', priceRange: '0-50' };
  const { _id: searchId } = await saveSearch(query);
  const socket = await connectSocket(openSocket(app.url, buyer.client));
  await addOnion({ price: '60' });
  await addOnion({ district: 'Pune' });
  await addPost(seller);
  const received = nextEvent(socket, 'notification');
  await addOnion();
  expect(await received).toMatchObject({ kind: 'saved-search', data: { searchId, query, count: 1 } });
  socket.disconnect();
  await deliver();
  expect(await countsOf()).toEqual([1]);
});

test.each([
  [{ q: 'red onion' }, true],
  [{ q: 'white' }, false],
  [{ category: 'Vegetables' }, true],
  [{ q: 'pyaz' }, true],
  [{ q: 'kanda nashik' }, true],
  [{ q: 'pyaz', verbatim: 'true' }, false],
  [{ near: 'Pune, Maharashtra', within: 300 }, true],
  [{ near: 'Ludhiana, Punjab', within: 50 }, false],
  [{ state: 'Maharashtra' }, true],
  [{ state: 'Punjab' }, false],
  [{ cropType: 'प्याज' }, true],
  [{ cropType: 'Wheat' }, false],
  [{ organic: 'true' }, false],
  [{ priceRange: '50-100' }, false],
])('whether %j matches is %j, as in the feed', async (query, isMatching) => {
  await saveSearch(query);
  await addOnion();
  const feed = await buyer.client.call('GET /api/v1/post/feed', { query });
  expect(feed.data.length > 0).toBe(isMatching);
  await deliver();
  expect(await countsOf()).toEqual(isMatching ? [1] : []);
});

test('the posts of a crop that the feed lists when none fits the place do not notify', async () => {
  await saveSearch({ q: 'pyaz punjab' });
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([]);
  await addOnion({ state: 'Punjab', district: 'Ludhiana', city: 'Khanna', pincode: '141401' });
  await deliver();
  expect(await countsOf()).toEqual([1]);
});

test('posts that are added within the time of gathering are one notification', async () => {
  const gathering = await startTestApp({ feed: { gatherFor: 60 * 60_000 } });
  const { outbox } = gathering.services;
  const [merchant, farmer] = [await addPerson(gathering.url), await addPerson(gathering.url)];
  await saveSearch({ cropType: 'Onion' }, merchant);
  for (let added = 0; added < 3; added += 1) {
    await addOnion({}, farmer);
    await outbox.deliver();
  }
  expect(await countsOf(merchant)).toEqual([]);
  await gathering.database.db.updateTable('events').set({ due_at: new Date() }).execute();
  await outbox.deliver();
  expect(await countsOf(merchant)).toEqual([3]);
  await gathering.close();
});

test('at most once an hour; then all together, in one unread notification', async () => {
  await saveSearch({ cropType: 'Onion' });
  await insertNewPosts(2);
  await deliver();
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([2]);
  await anHourLater();
  expect(await countsOf()).toEqual([3]);
  await readAll();
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([3]);
  await anHourLater();
  expect(await countsOf()).toEqual([1, 3]);
});

test('matches whose event was set aside do not silence a search', async () => {
  const { _id: searchId } = await saveSearch({ cropType: 'Onion' });
  const { db } = app.database;
  const [postId] = await insertPosts(db, seller.account._id, 1, () => ({ crop_key: 'onion' }));
  await db
    .insertInto('saved_search_matches')
    .values({ search_id: searchId, post_id: postId!, matched_at: new Date(Date.now() - 5 * 3_600_000) })
    .execute();
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([2]);
});

test('own, hidden and sold-out posts, blocked people and suspended sellers do not notify', async () => {
  await saveSearch({ cropType: 'Onion' });
  await addOnion();
  await deliver();
  const [blocker, blocked, suspended] = [
    await addPerson(app.url),
    await addPerson(app.url),
    await addPerson(app.url),
  ];
  const { db } = app.database;
  await addOnion({}, buyer);
  for (const person of [blocker, blocked, suspended]) await addOnion({}, person);
  const [hidden, soldOut] = [await addOnion(), await addOnion()];
  // The matches wait until the hour is over. Only posts that can be shown then are counted.
  await deliver();
  expect(await db.selectFrom('saved_search_matches').selectAll().execute()).toHaveLength(5);
  const of = ({ account }: Person) => ({ params: { username: account.username } });
  await blocker.client.call('POST /api/v1/blocks/:username', of(buyer));
  await buyer.client.call('POST /api/v1/blocks/:username', of(blocked));
  await db
    .updateTable('posts')
    .set({ is_author_suspended: true })
    .where('author_id', '=', suspended.account._id)
    .execute();
  await db.updateTable('posts').set({ is_hidden_by_moderation: true }).where('id', '=', hidden._id).execute();
  await seller.client.call('PATCH /api/v1/post/:postId/availability', {
    params: { postId: soldOut._id },
    body: { isAvailable: false },
  });
  await anHourLater();
  expect(await countsOf()).toEqual([1]);
  // The matches that were not shown do not delay the next notification by an hour.
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([2]);
});

test('a suspended user is not notified, and a removed search takes its matches along', async () => {
  const { _id: searchId } = await saveSearch({ cropType: 'Onion' });
  const other = await addPerson(app.url);
  await saveSearch({ cropType: 'Onion' }, other);
  const { db } = app.database;
  await db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', other.account._id)
    .execute();
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([1]);
  expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(1);
  await buyer.client.call('DELETE /api/v1/saved-searches/:searchId', { params: { searchId } });
  const left = await db
    .selectFrom('saved_search_matches')
    .where('search_id', '=', searchId)
    .selectAll()
    .execute();
  expect(left).toEqual([]);
});

test('counts at most 100 posts', async () => {
  await saveSearch({ cropType: 'Onion' });
  await insertNewPosts(130);
  await deliver();
  expect(await countsOf()).toEqual([100]);
});

test('a saved search that cannot be matched does not stop the others, and is logged', async () => {
  const { _id: searchId } = await saveSearch({ q: 'red onion' });
  const { db } = app.database;
  await db
    .updateTable('saved_searches')
    .set({ filter: JSON.stringify({ words: 5 }) })
    .where('id', '=', searchId)
    .execute();
  await saveSearch({ cropType: 'Onion' });
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([1]);
  expect(app.logs.filter((line) => line.includes('could not be matched'))).toHaveLength(1);
});

test('a place of two states is the one near the user when the search is saved', async () => {
  const here = { state: 'Himachal Pradesh', district: 'Bilaspur', city: 'Ghumarwin', pincode: '174021' };
  const there = { state: 'Chhattisgarh', district: 'Bilaspur', city: 'Bilha', pincode: '495224' };
  const moveTo = async ({ state, district }: typeof here) => {
    const { _id: id } = buyer.account;
    await app.database.db.updateTable('users').set({ state, district }).where('id', '=', id).execute();
    app.services.sessions.refreshUser(id);
  };
  await moveTo(here);
  const first = await saveSearch({ q: 'bilaspur' });
  await addOnion(there);
  await deliver();
  expect(await countsOf()).toEqual([]);
  await addOnion(here);
  await deliver();
  expect(await countsOf()).toEqual([1]);
  await moveTo(there);
  await app.database.db.deleteFrom('posts').execute();
  expect(await saveSearch({ q: 'bilaspur' })).toEqual(first);
  await addOnion(here);
  await addOnion(there);
  await deliver();
  await anHourLater();
  expect(await countsOf()).toEqual([2]);
});

test('posts that are older than the search do not notify', async () => {
  await addOnion();
  await saveSearch({ cropType: 'Onion' });
  await addOnion();
  await deliver();
  expect(await countsOf()).toEqual([1]);
});
