import { beforeEach, expect, test } from 'vitest';
import { limits } from '@upaj/contract/limits';
import { appForTests } from '#test/hooks.ts';
import { insertOffer } from '#test/deal-rows.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { makeOffer, offerForm, readOffer, readRefusal, respond, sendResponse } from '#test/offer-calls.ts';
import { insertPosts } from '#test/rows.ts';
import { addWanted } from '#test/wanted.ts';

const app = appForTests();
const make = 'POST /api/v1/offers';
let farmer: Person;
let merchant: Person;
let postId: string;
let wantedId: string;
beforeEach(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  ({ _id: postId } = await addPost(farmer, { quantity: '400 quintal' }));
  ({ _id: wantedId } = await addWanted(merchant));
});

const offerTo = ({ client }: Person, changes: Record<string, unknown> = {}) =>
  client.send(make, { body: offerForm(postId, { wantedId, ...changes }) });

test('a farmer offers a post to the author of a wanted post, who accepts', async () => {
  const offer = await makeOffer(farmer, postId, { wantedId });
  expect(offer).toMatchObject({
    status: 'open',
    turn: 'buyer',
    version: 1,
    buyer: { _id: merchant.account._id },
    seller: { _id: farmer.account._id },
    rounds: [{ by: 'seller', version: 1 }],
  });
  expect(await readOffer(merchant, offer)).toEqual(offer);
  const { messages } = await merchant.client.call('GET /api/v1/messages/:userId', {
    params: { userId: farmer.account._id },
    query: {},
  });
  expect(messages).toMatchObject([{ senderId: farmer.account._id, offer: { _id: offer._id } }]);
  expect(readRefusal(await sendResponse(farmer, 'accept', offer))).toMatchObject([409, 'NOT_YOUR_TURN', {}]);
  const accepted = await respond(merchant, 'accept', offer);
  expect(accepted).toMatchObject({ status: 'accepted', dealStatus: 'agreed' });
});

test('it is in the boxes of its maker and of its receiver, and can be withdrawn', async () => {
  const offer = await makeOffer(farmer, postId, { wantedId });
  const box = async ({ client }: Person, name: 'sent' | 'received') =>
    (await client.call('GET /api/v1/offers', { query: { box: name } })).data.map(({ _id }) => _id);
  expect([await box(farmer, 'sent'), await box(farmer, 'received')]).toEqual([[offer._id], []]);
  expect([await box(merchant, 'sent'), await box(merchant, 'received')]).toEqual([[], [offer._id]]);
  expect(await respond(farmer, 'withdraw', offer)).toMatchObject({ status: 'withdrawn' });
});

test('repeated, it is the same offer; another one is refused while it is open', async () => {
  const body = offerForm(postId, { wantedId });
  const sent = await Promise.all([1, 2, 3].map(() => farmer.client.call(make, { body })));
  expect(new Set(sent.map(({ data }) => data._id)).size).toBe(1);
  expect(readRefusal(await offerTo(farmer))).toMatchObject([409, 'OFFER_OPEN', { _id: sent[0]?.data._id }]);
});

test('only an own post can be offered, and only for an open wanted post of someone else', async () => {
  const stranger = await addPerson(app.url);
  expect(readRefusal(await offerTo(stranger))).toEqual([404, 'POST_NOT_FOUND']);
  expect(readRefusal(await offerTo(merchant))).toEqual([404, 'POST_NOT_FOUND']);
  const { _id: ownPost } = await addPost(merchant);
  expect(readRefusal(await offerTo(merchant, { postId: ownPost }))).toEqual([403, 'OWN_POST']);
  expect(readRefusal(await offerTo(farmer, { wantedId: postId }))).toEqual([404, 'WANTED_NOT_FOUND']);
  const params = { wantedId };
  await merchant.client.call('PATCH /api/v1/wanted/:wantedId', { params, body: { isOpen: false } });
  expect(readRefusal(await offerTo(farmer))).toEqual([404, 'WANTED_NOT_FOUND']);
  await merchant.client.call('PATCH /api/v1/wanted/:wantedId', { params, body: { isOpen: true } });
  await merchant.client.call('POST /api/v1/blocks/:username', {
    params: { username: farmer.account.username },
  });
  expect(readRefusal(await offerTo(farmer))).toEqual([404, 'WANTED_NOT_FOUND']);
});

test('offers of sellers count for the limit of the seller, not of the buyer', async () => {
  const { db } = app.database;
  const pair = { buyer: merchant, seller: farmer };
  const ids = await insertPosts(db, farmer.account._id, limits.offer.open);
  for (const post_id of ids) {
    const id = await insertOffer(db, pair, { post_id, turn: 'buyer' });
    await db.updateTable('offer_changes').set({ by_side: 'seller' }).where('offer_id', '=', id).execute();
  }
  expect(readRefusal(await offerTo(farmer))).toEqual([409, 'TOO_MANY_OFFERS']);
  await makeOffer(merchant, postId);
});
