import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insertDeal, insertOffer } from '#test/deal-rows.ts';
import { insertMembers, insertMessages, markDeleted, type Member } from '#test/rows.ts';

let app: TestApp;
let buyer: Member;
let seller: Member;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [buyer, seller] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
});

const pair = () => ({ buyer, seller });
const terms = { quantity: 25, unit: 'quintal', price: 2100, priceUnit: 'per quintal' };
async function notify({ id }: Member, kind: 'offer' | 'deal', data: object): Promise<void> {
  const row = { id: uuidv7(), user_id: id, kind, data: JSON.stringify(data) };
  await app.database.db.insertInto('notifications').values(row).execute();
}
const findNotifications = async ({ client }: Member) =>
  (await client.call('GET /api/v1/notifications')).data.map(({ kind, data }) => ({ kind, ...data }));
const unread = async ({ client }: Member) =>
  (await client.call('GET /api/v1/notifications/unread')).data.count;
const rename = (to: object, { id }: Member) =>
  app.database.db.updateTable('users').set(to).where('id', '=', id).execute();

test('an offer is shown with the other side and the terms of the last round', async () => {
  const offerId = await insertOffer(app.database.db, pair());
  await notify(seller, 'offer', { offerId, event: 'made' });
  const common = { kind: 'offer', offerId, title: 'Sharbati wheat', dealId: null, ...terms };
  expect(await findNotifications(seller)).toEqual([
    { ...common, event: 'made', userId: buyer.id, name: 'A Row' },
  ]);
  const round = {
    offer_id: offerId,
    version: 2,
    action: 'counter',
    by_side: 'seller',
    quantity: 12.5,
    unit: 'tonne',
    price: 22.25,
    price_unit: 'per kg',
    delivery: 'delivered',
    total: 278125,
    note: '',
    valid_until: new Date(),
  };
  await app.database.db.insertInto('offer_changes').values(round).execute();
  await notify(buyer, 'offer', { offerId, event: 'countered' });
  expect(await findNotifications(seller)).toMatchObject([{ event: 'made', ...terms }]);
  await rename({ full_name: 'Gurpreet Singh' }, seller);
  expect(await findNotifications(buyer)).toEqual([
    {
      ...common,
      event: 'countered',
      userId: seller.id,
      name: 'Gurpreet Singh',
      quantity: 12.5,
      unit: 'tonne',
      price: 22.25,
      priceUnit: 'per kg',
    },
  ]);
});

test('a deal is shown with its number, and without the name of a former member or across a block', async () => {
  const dealId = await insertDeal(app.database.db, pair(), { number: 48_213_097 });
  const { offer_id: offerId } = await app.database.db
    .selectFrom('deals')
    .select('offer_id')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  await notify(buyer, 'offer', { offerId, event: 'accepted' });
  await notify(buyer, 'deal', { dealId, event: 'delivered' });
  const deal = { kind: 'deal', dealId, event: 'delivered', number: '4821 3097', title: 'Sharbati wheat' };
  expect(await findNotifications(buyer)).toMatchObject([
    { ...deal, by: 'seller', name: 'A Row' },
    { kind: 'offer', dealId, name: 'A Row' },
  ]);
  const block = { blocker_id: buyer.id, blocked_id: seller.id };
  await app.database.db.insertInto('blocks').values(block).execute();
  const nameless = [
    { ...deal, name: null },
    { kind: 'offer', dealId, name: null },
  ];
  expect(await findNotifications(buyer)).toMatchObject(nameless);
  await app.database.db.deleteFrom('blocks').where('blocker_id', '=', buyer.id).execute();
  await markDeleted(app.database.db, seller.id);
  expect(await findNotifications(buyer)).toMatchObject(nameless);
});

test('a notification of an offer that no longer exists is not shown', async () => {
  await notify(buyer, 'offer', { offerId: randomUUID(), event: 'made' });
  await notify(buyer, 'deal', { dealId: randomUUID(), event: 'due' });
  expect(await findNotifications(buyer)).toEqual([]);
  expect(await unread(buyer)).toBe(0);
});

test('reading the message of an offer, or opening a deal, marks its own notifications as read', async () => {
  const { db } = app.database;
  const [offerId, other] = [await insertOffer(db, pair()), await insertOffer(db, pair())];
  await notify(seller, 'offer', { offerId, event: 'made' });
  await notify(seller, 'offer', { offerId: other, event: 'made' });
  await notify(buyer, 'offer', { offerId, event: 'declined' });
  const [messageId = ''] = await insertMessages(db, buyer.id, seller.id);
  await db.updateTable('messages').set({ offer_id: offerId }).where('id', '=', messageId).execute();
  await seller.client.call('PUT /api/v1/messages/mark/:messageId', { params: { messageId } });
  expect([await unread(seller), await unread(buyer)]).toEqual([1, 1]);

  const dealId = await insertDeal(db, pair());
  await notify(seller, 'deal', { dealId, event: 'delivered' });
  await app.services.notifications.readAbout(
    seller.id,
    { kind: 'offer', field: 'offerId', ids: [other] },
    { kind: 'deal', field: 'dealId', ids: [dealId] },
  );
  expect(await unread(seller)).toBe(0);
});
