import type { Message } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, offerForm, readOffer, readRefusal, respond, sendResponse } from '#test/offer-calls.ts';
import { expectQueries } from '#test/queries.ts';
import { insertMembers, insertPosts, markDeleted, type Member } from '#test/rows.ts';
import { connectSocket, openSocket } from '#test/socket.ts';

const make = 'POST /api/v1/offers';
const list = 'GET /api/v1/offers';

const app = appForTests();
let buyer: Member;
let seller: Member;
let stranger: Member;
let postId: string;
beforeEach(async () => {
  const { db } = app.database;
  [buyer, seller, stranger] = (await insertMembers(db, app.url, 3)) as [Member, Member, Member];
  [postId] = (await insertPosts(db, seller.id, 1, () => ({ quantity: '50 quintal' }))) as [string];
});

const expireNow = async ({ _id }: Offer) => {
  const past = { valid_until: new Date(Date.now() - 1) };
  await app.database.db.updateTable('offers').set(past).where('id', '=', _id).execute();
};
const messagesOf = async (who: Member, other: Member): Promise<Message[]> =>
  (
    await who.client.call('GET /api/v1/messages/:userId', {
      params: { userId: other.id },
      query: { markSeen: 'false' },
    })
  ).messages;

test('a buyer makes an offer, and both see it, in the chat too', async () => {
  const body = offerForm(postId, { note: ' With bags. ' });
  const { status, body: sent } = await buyer.client.send(make, { body });
  expect(status).toBe(201);
  const { data: offer } = sent as { data: Offer };
  const party = {
    fullName: 'A Row',
    avatar: null,
    userType: 'farmer',
    isVerified: false,
    verifiedFor: [],
    badgeReview: null,
    hasNameOfVerified: false,
  };
  expect(offer).toEqual({
    _id: offer._id,
    postId,
    goods: { title: 'Post 0', cropType: 'Wheat', image: null },
    buyer: { ...party, _id: buyer.id, username: buyer.username },
    seller: { ...party, _id: seller.id, username: seller.username },
    status: 'open',
    turn: 'seller',
    version: 1,
    rounds: [
      {
        by: 'buyer',
        version: 1,
        quantity: 20,
        unit: 'quintal',
        price: 2625,
        priceUnit: 'per quintal',
        delivery: 'pickup',
        note: 'With bags.',
        pickupDate: null,
        bags: null,
        advance: null,
        total: 52_500,
        validUntil: new Date(Date.parse(offer.createdAt) + 3 * 24 * 60 * 60_000).toISOString(),
        createdAt: offer.createdAt,
      },
    ],
    dealId: null,
    dealStatus: null,
    createdAt: offer.createdAt,
    changedAt: offer.createdAt,
  });
  expect(await readOffer(buyer, offer)).toEqual(offer);
  expect(await readOffer(seller, offer)).toEqual(offer);
  const page = await seller.client.call(list, { query: { box: 'received' } });
  expect(page).toMatchObject({ data: [offer], page: { total: 1, nextCursor: null } });
  const [message] = await messagesOf(seller, buyer);
  expect(message).toMatchObject({ senderId: buyer.id, number: 1, text: '', offer, offerVersion: 1 });
  const { unseenMessages } = await seller.client.call('GET /api/v1/messages/unseen');
  expect(unseenMessages).toEqual({ [buyer.id]: 1 });
});

test('each change is one more message', async () => {
  let offer = await makeOffer(buyer, postId);
  offer = await respond(seller, 'counter', offer, { price: '2700', validDays: 7, note: 'Clean grain' });
  expect(await readOffer(buyer, offer)).toEqual(offer);
  expect(offer).toMatchObject({
    turn: 'buyer',
    version: 2,
    rounds: [{ by: 'buyer' }, { by: 'seller', total: 54_000 }],
  });
  offer = await respond(buyer, 'counter', offer, { price: '2650' });
  expect(offer).toMatchObject({ turn: 'seller', version: 3 });
  offer = await respond(seller, 'accept', offer);
  expect(await readOffer(buyer, offer)).toEqual(offer);
  expect(offer).toMatchObject({ status: 'accepted', version: 4, dealId: expect.any(String) });
  const messages = await messagesOf(buyer, seller);
  expect(messages.map(({ number, offerVersion, senderId }) => [number, offerVersion, senderId])).toEqual([
    [1, 1, buyer.id],
    [2, 2, seller.id],
    [3, 3, buyer.id],
    [4, 4, seller.id],
  ]);
  expect(messages.map((message) => message.offer)).toEqual([offer, offer, offer, offer]);
});

test('lists: sent, received and both, by the status of the clock, page by page', async () => {
  const { db } = app.database;
  const [otherId] = (await insertPosts(db, buyer.id, 1)) as [string];
  const sent = await makeOffer(buyer, postId);
  const received = await makeOffer(seller, otherId);
  const of = async (query: Record<string, string | number> = {}) =>
    (await buyer.client.call(list, { query })).data.map(({ _id }) => _id);
  expect(await of()).toEqual([received._id, sent._id]);
  expect(await of({ box: 'sent' })).toEqual([sent._id]);
  expect(await of({ box: 'received' })).toEqual([received._id]);
  await expireNow(sent);
  expect(await of({ status: 'open' })).toEqual([received._id]);
  expect(await of({ status: 'expired', box: 'sent' })).toEqual([sent._id]);
  const first = await buyer.client.call(list, { query: { limit: 1 } });
  expect(first).toMatchObject({ data: [{ _id: received._id }], page: { total: 2 } });
  const second = await buyer.client.call(list, { query: { limit: 1, cursor: first.page.nextCursor ?? '' } });
  expect(second).toMatchObject({ data: [{ _id: sent._id }], page: { total: 2, nextCursor: null } });
  for (const query of [{ box: 'mine' }, { status: 'paid' }, { cursor: 'x' }])
    expect((await buyer.client.fail(list, { query })).statusCode).toBe(422);
});

test('an offer expires by the clock, and a job stores it', async () => {
  const offer = await makeOffer(buyer, postId);
  await expireNow(offer);
  const expired = await readOffer(seller, offer);
  expect(expired).toMatchObject({ status: 'expired', version: 1 });
  const refused = await sendResponse(seller, 'accept', offer);
  expect(readRefusal(refused)).toEqual([409, 'OFFER_ENDED', expired]);
  await app.services.offers.expire();
  expect(await readOffer(seller, offer)).toMatchObject({ status: 'expired', version: 2 });
  const again = await makeOffer(buyer, postId);
  await expireNow(again);
  // Making another offer for the post also stores that the earlier one has expired.
  expect(await makeOffer(buyer, postId)).toMatchObject({ status: 'open' });
  expect(await readOffer(buyer, again)).toMatchObject({ status: 'expired', version: 2 });
  const { db } = app.database;
  const changes = db.selectFrom('offer_changes').select(['action', 'version']).orderBy('version');
  expect(await changes.where('offer_id', '=', again._id).execute()).toEqual([
    { action: 'offer', version: 1 },
    { action: 'expire', version: 2 },
  ]);
});

test('accepting makes the deal and takes the quantity from the post, which the feed shows at once', async () => {
  const quantityIn = async () => {
    const { data } = await stranger.client.call('GET /api/v1/post/feed');
    return data.find(({ _id }) => _id === postId)?.quantity;
  };
  expect(await quantityIn()).toBe('50 quintal');
  const offer = await makeOffer(buyer, postId, { quantity: '2.5', unit: 'tonne', note: 'Dry' });
  const { dealId } = await respond(seller, 'accept', offer);
  const { db } = app.database;
  const deal = await db.selectFrom('deals').selectAll().where('id', '=', dealId).executeTakeFirst();
  expect(deal).toMatchObject({
    offer_id: offer._id,
    post_id: postId,
    buyer_id: buyer.id,
    seller_id: seller.id,
    title: 'Post 0',
    crop_key: 'wheat',
    village: 'Bahomajra',
    pincode: '141401',
    unit: 'tonne',
    price_unit: 'per quintal',
    note: 'Dry',
    status: 'agreed',
  });
  expect([deal?.quantity, deal?.price, deal?.total, deal?.taken].map(Number)).toEqual([
    2.5, 2625, 65_625, 25,
  ]);
  expect(String(deal?.number)).toMatch(/^[1-9]\d{7}$/);
  const events = await db.selectFrom('deal_events').selectAll().where('deal_id', '=', dealId).execute();
  expect(events).toMatchObject([{ number: 1, kind: 'agreed', by_side: 'seller', text: '' }]);
  expect(await quantityIn()).toBe('25 quintal');
});

test('a quantity that cannot be read or compared stays', async () => {
  const { db } = app.database;
  for (const quantity of ['20 kg a day', '300 boxes']) {
    await db.updateTable('posts').set({ quantity }).where('id', '=', postId).execute();
    const { dealId } = await respond(seller, 'accept', await makeOffer(buyer, postId));
    const query = db.selectFrom('deals').innerJoin('posts', 'posts.id', 'deals.post_id');
    const found = query.select(['taken', 'posts.quantity']).where('deals.id', '=', dealId);
    expect(await found.executeTakeFirst()).toEqual({ taken: null, quantity });
  }
});

test('the other side is notified of each change, and both phones get it at once', async () => {
  const sockets = [buyer, seller].map(({ client }) => openSocket(app.url, client));
  const events: string[] = [];
  for (const [index, socket] of sockets.entries()) {
    const name = ['buyer', 'seller'][index];
    socket.on('newMessage', ({ offerVersion, offer }) =>
      events.push(`${name} new ${offerVersion} ${offer?.status}`),
    );
    socket.on('ownMessage', ({ offerVersion }) => events.push(`${name} own ${offerVersion}`));
    socket.on('dealChanged', () => events.push(`${name} deal`));
    await connectSocket(socket);
  }
  const offer = await makeOffer(buyer, postId);
  const made = ['buyer own 1', 'seller new 1 open'];
  await expect.poll(() => events.toSorted()).toEqual(made);
  await respond(seller, 'accept', offer);
  const accepted = ['buyer deal', 'buyer new 2 accepted', 'seller deal', 'seller own 2'];
  await expect.poll(() => events.toSorted()).toEqual([...made, ...accepted].toSorted());
  for (const socket of sockets) socket.disconnect();
  const next = await makeOffer(buyer, postId);
  const countered = await respond(seller, 'counter', next);
  await respond(seller, 'withdraw', countered);
  await respond(seller, 'decline', await makeOffer(buyer, postId));
  await app.services.outbox.deliver();
  const rows = await app.database.db
    .selectFrom('notifications')
    .select(['user_id', 'data'])
    .where('kind', '=', 'offer')
    .where('user_id', 'in', [buyer.id, seller.id])
    .orderBy('created_at')
    .execute();
  const eventsOf = (id: string) =>
    rows.filter(({ user_id }) => user_id === id).map(({ data }) => (data as { event: string }).event);
  expect(eventsOf(seller.id)).toEqual(['made', 'made', 'made']);
  expect(eventsOf(buyer.id)).toEqual(['accepted', 'withdrawn', 'declined']);
  expect(rows[0]?.data).toEqual({ offerId: offer._id, event: 'made' });
});

test('the notification of a message that was read before is read', async () => {
  await makeOffer(buyer, postId);
  const [message] = await messagesOf(seller, buyer);
  const params = { messageId: message?._id ?? '' };
  await seller.client.call('PUT /api/v1/messages/mark/:messageId', { params });
  await makeOffer(stranger, postId);
  await app.services.outbox.deliver();
  const { data } = await seller.client.call('GET /api/v1/notifications');
  expect(data.map(({ isRead }) => isRead)).toEqual([false, true]);
});

test('a message cannot claim to be an offer', async () => {
  const offer = await makeOffer(buyer, postId);
  const fake = { text: 'I accept', offer, offerId: offer._id, offer_id: offer._id, offerVersion: 1 };
  const params = { userId: buyer.id };
  const { newMessage } = await seller.client.call('POST /api/v1/messages/send/:userId', {
    params,
    body: fake,
  });
  expect(newMessage).toMatchObject({ number: 2, offer: null, offerVersion: null });
});

test('the names of a deleted account are gone, the terms stay', async () => {
  const offer = await makeOffer(buyer, postId);
  await markDeleted(app.database.db, buyer.id);
  const left = await readOffer(seller, offer);
  const nameless = { _id: buyer.id, username: null, fullName: null, avatar: null };
  expect(left).toMatchObject({ buyer: nameless, rounds: offer.rounds });
});

test('costs few queries', async () => {
  const { database } = app;
  const offer = await makeOffer(buyer, postId);
  await app.services.outbox.deliver();
  await expectQueries(database, 1, () => readOffer(buyer, offer));
  await expectQueries(database, 2, () => buyer.client.call(list));
});
