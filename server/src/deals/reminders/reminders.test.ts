import { todayInIndia } from '@upaj/contract/days';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { insertDeal, insertOffer } from '#test/deal-rows.ts';
import { termsForm } from '#test/offer-calls.ts';
import { insertMembers, insertPosts, markDeleted, type Member } from '#test/rows.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

const app = appForTests();
let buyer: Member;
let seller: Member;
beforeEach(async () => {
  [buyer, seller] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
});

const fromNow = (time: number) => new Date(Date.now() + time);
const pair = () => ({ buyer, seller });
const addOffer = (changes: object = {}) => insertOffer(app.database.db, pair(), changes);
const addDeal = (daysAgo: number, changes: object = {}) =>
  insertDeal(app.database.db, pair(), { changed_at: fromNow(-daysAgo * day), ...changes });
const setDeal = (id: string, to: object) =>
  app.database.db.updateTable('deals').set(to).where('id', '=', id).execute();
const remind = () => app.services.reminders.remind();
const eventsOf = async ({ client }: Member) => {
  await app.services.outbox.deliver();
  const { data: notifications } = await client.call('GET /api/v1/notifications');
  return notifications.map(({ data }) => (data as { event: string }).event);
};
const events = async () => ({ buyer: await eventsOf(buyer), seller: await eventsOf(seller) });

test('the side whose turn it is is reminded once in the last 6 hours of a round', async () => {
  const id = await addOffer({ valid_until: fromNow(6 * hour + 60_000) });
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: [] });
  await app.database.db
    .updateTable('offers')
    .set({ valid_until: fromNow(6 * hour - 60_000) })
    .where('id', '=', id)
    .execute();
  await remind();
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: ['expiring'] });
});

test('a counter-offer that is about to expire reminds the other side', async () => {
  const { db } = app.database;
  const [post_id] = await insertPosts(db, seller.id, 1);
  const id = await addOffer({ valid_until: fromNow(hour), post_id });
  await remind();
  const body = { ...termsForm(), version: 1, validDays: 1 };
  await seller.client.call('POST /api/v1/offers/:offerId/counter', { params: { offerId: id }, body });
  await remind();
  expect(await events()).toEqual({ buyer: ['countered'], seller: ['expiring'] });
  await db
    .updateTable('offers')
    .set({ valid_until: fromNow(hour) })
    .where('id', '=', id)
    .execute();
  await remind();
  expect(await events()).toEqual({ buyer: ['expiring'], seller: ['expiring'] });
});

test('ended and expired offers, and those across a block, remind of nothing', async () => {
  await addOffer({ valid_until: fromNow(hour), status: 'declined' });
  await addOffer({ valid_until: fromNow(-hour) });
  await addOffer({ valid_until: fromNow(hour) });
  const block = { blocker_id: buyer.id, blocked_id: seller.id };
  await app.database.db.insertInto('blocks').values(block).execute();
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: [] });
});

test('both sides are reminded of a deal after 3 and 7 days, then no more', async () => {
  const id = await addDeal(2.9);
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: [] });
  for (const [days, times] of [
    [3.1, 1],
    [6.9, 1],
    [7.1, 2],
    [30, 2],
  ] as const) {
    await setDeal(id, { changed_at: fromNow(-days * day) });
    await remind();
    await remind();
    const due = Array.from({ length: times }, () => 'due');
    expect([days, await events()]).toEqual([days, { buyer: due, seller: due }]);
  }
});

test('after the first confirmation only the side that is next is reminded, and of no ended deal', async () => {
  const done = new Date();
  await addDeal(4, { seller_delivered_at: done, seller_paid_at: done });
  await addDeal(4, { status: 'cancelled', buyer_cancelled_at: done, ended_at: done });
  await remind();
  expect(await events()).toEqual({ buyer: ['due'], seller: [] });
});

test('a seller is reminded of the money only after the buyer said to have paid', async () => {
  const done = new Date();
  const id = await addDeal(4, { seller_delivered_at: done });
  await remind();
  await setDeal(id, { buyer_delivered_at: done, status: 'delivered', reminders: 0 });
  await remind();
  expect(await events()).toEqual({ buyer: ['due', 'due'], seller: [] });
  await setDeal(id, { buyer_paid_at: done, reminders: 0 });
  await remind();
  expect(await events()).toEqual({ buyer: ['due', 'due'], seller: ['due'] });
});

test('a side that wants to cancel or reported a problem is not reminded', async () => {
  const done = new Date();
  await addDeal(4, { seller_delivered_at: done, buyer_cancelled_at: done });
  const id = await addDeal(4, { seller_delivered_at: done });
  const { db } = app.database;
  await db
    .insertInto('deal_events')
    .values({ deal_id: id, number: 2, kind: 'problem', by_side: 'buyer', text: 'Wet' })
    .execute();
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: [] });
});

const dayOf = (time: number) => todayInIndia(Date.now() + time);

test('both sides are reminded once of goods that are picked up, from seven in the morning of the day before', async () => {
  const id = await addDeal(0, { pickup_date: dayOf(17 * hour + day) });
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: [] });
  await setDeal(id, { pickup_date: dayOf(17 * hour) });
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await events()).toEqual({ buyer: ['pickup'], seller: ['pickup'] });
  const { data } = await buyer.client.call('GET /api/v1/notifications');
  expect(data[0]?.data).toMatchObject({ dealId: id, pickupDate: dayOf(17 * hour) });
});

test('nobody is reminded of a day that has passed, of goods that were handed over, or of an ended deal', async () => {
  const done = new Date();
  await addDeal(0, { pickup_date: dayOf(-day) });
  await addDeal(0, { pickup_date: dayOf(0), seller_delivered_at: done });
  await addDeal(0, { pickup_date: dayOf(0), status: 'cancelled', buyer_cancelled_at: done, ended_at: done });
  await remind();
  expect(await events()).toEqual({ buyer: [], seller: [] });
});

test('no one is reminded of a deal with a deleted account', async () => {
  await addDeal(4, { buyer_paid_at: new Date(), pickup_date: dayOf(0) });
  await markDeleted(app.database.db, buyer.id);
  await remind();
  expect(await eventsOf(seller)).toEqual([]);
});

test('a deal that was not looked at for 8 days reminds once', async () => {
  await addDeal(8);
  await remind();
  await remind();
  expect(await eventsOf(buyer)).toEqual(['due']);
});

test('jobs that run at the same time remind once', async () => {
  for (let count = 0; count < 20; count += 1) {
    await addOffer({ valid_until: fromNow(hour) });
    await addDeal(4);
  }
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  await app.services.outbox.deliver();
  const all = await app.database.db
    .selectFrom('notifications')
    .select(['user_id', 'data'])
    .where('user_id', 'in', [buyer.id, seller.id])
    .execute();
  const keys = all.map(({ user_id, data }) => JSON.stringify([user_id, data]));
  expect(keys).toHaveLength(60);
  expect(new Set(keys).size).toBe(60);
});
