import type { Message } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeOffer, offerForm, termsForm } from '#test/deals.ts';
import { insertMembers, insertPosts, type Member } from '#test/rows.ts';

const make = 'POST /api/v1/offers';
const list = 'GET /api/v1/offers';
const one = 'GET /api/v1/offers/:offerId';

let app: TestApp;
let buyer: Member;
let seller: Member;
let postId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  [buyer, seller] = (await insertMembers(db, app.url, 2)) as [Member, Member];
  [postId] = (await insertPosts(db, seller.id, 1, () => ({ quantity: '50 quintal' }))) as [string];
});

type Action = 'counter' | 'accept' | 'decline' | 'withdraw';
const respond = (who: Member, action: Action, { _id: offerId, version }: Offer, changes = {}) => {
  const body = action === 'counter' ? { ...termsForm(), version, ...changes } : { version, ...changes };
  return who.client.send(`POST /api/v1/offers/:offerId/${action}`, { params: { offerId }, body });
};
const done = async (...given: Parameters<typeof respond>) => {
  const { status, body } = await respond(...given);
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(200);
  return (body as { data: Offer }).data;
};
const read = async (who: Member, { _id: offerId }: Offer) =>
  (await who.client.call(one, { params: { offerId } })).data;
const messagesOf = async (who: Member, other: Member): Promise<Message[]> =>
  (await who.client.call('GET /api/v1/messages/:userId', { params: { userId: other.id } })).messages;

test('a buyer makes an offer, and both see it, in the chat too', async () => {
  const body = offerForm(postId, { note: ' With bags. ' });
  const { status, body: sent } = await buyer.client.send(make, { body });
  expect(status).toBe(201);
  const { data: offer } = sent as { data: Offer };
  const party = { fullName: 'A Row', avatar: null, userType: 'farmer', isVerified: false };
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
        total: 52_500,
        validUntil: new Date(Date.parse(offer.createdAt) + 3 * 24 * 60 * 60_000).toISOString(),
        createdAt: offer.createdAt,
      },
    ],
    dealId: null,
    createdAt: offer.createdAt,
    changedAt: offer.createdAt,
  });
  expect(await read(buyer, offer)).toEqual(offer);
  expect(await read(seller, offer)).toEqual(offer);
  const page = await seller.client.call(list, { query: { box: 'received' } });
  expect(page).toMatchObject({ data: [offer], page: { total: 1, nextCursor: null } });
  const [message] = await messagesOf(seller, buyer);
  expect(message).toMatchObject({ senderId: buyer.id, number: 1, text: '', offer, offerVersion: 1 });
  const { unseenMessages } = await seller.client.call('GET /api/v1/messages/unseen');
  expect(unseenMessages).toEqual({ [buyer.id]: 1 });
});

test('each change is one more message', async () => {
  let offer = await makeOffer(buyer, postId);
  offer = await done(seller, 'counter', offer, { price: '2700', validDays: 7, note: 'Clean grain' });
  expect(await read(buyer, offer)).toEqual(offer);
  expect(offer).toMatchObject({
    turn: 'buyer',
    version: 2,
    rounds: [{ by: 'buyer' }, { by: 'seller', total: 54_000 }],
  });
  offer = await done(buyer, 'counter', offer, { price: '2650' });
  expect(offer).toMatchObject({ turn: 'seller', version: 3 });
  offer = await done(seller, 'accept', offer);
  expect(await read(buyer, offer)).toEqual(offer);
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
