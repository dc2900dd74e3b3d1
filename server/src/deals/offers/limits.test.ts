import type { Offer } from '@upaj/contract/deals/offers';
import { limits } from '@upaj/contract/limits';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { insertOffer } from '#test/deal-rows.ts';
import { makeOffer, offerForm, readRefusal, respond, sendResponse } from '#test/offer-calls.ts';
import { insertMembers, insertPosts, type Member } from '#test/rows.ts';

const make = 'POST /api/v1/offers';

const app = appForTests();
let buyer: Member;
let seller: Member;
let stranger: Member;
let postId: string;
beforeEach(async () => {
  const { db } = app.database;
  [buyer, seller, stranger] = (await insertMembers(db, app.url, 3)) as [Member, Member, Member];
  [postId] = (await insertPosts(db, seller.id, 1)) as [string];
});

const tryToMake = async () => readRefusal(await buyer.client.send(make, { body: offerForm(postId) }));

test('an offer has a limit of rounds', async () => {
  let offer: Offer = await makeOffer(buyer, postId);
  for (let round = 2; round <= limits.offer.rounds; round += 1)
    offer = await respond(round % 2 === 0 ? seller : buyer, 'counter', offer);
  expect(offer.rounds).toHaveLength(limits.offer.rounds);
  const next = offer.turn === 'seller' ? seller : buyer;
  expect(readRefusal(await sendResponse(next, 'counter', offer))).toEqual([409, 'TOO_MANY_ROUNDS']);
  await respond(next, 'accept', offer);
});

test('a buyer has a limit of open offers, also at once', async () => {
  const { db } = app.database;
  const ids = await insertPosts(db, seller.id, limits.offer.open + 2);
  const free = ids.splice(-3);
  // The offers are inserted as rows, because calls would exceed the limit of new offers in an hour.
  for (const post_id of ids) await insertOffer(db, { buyer, seller }, { post_id });
  const made = await Promise.all(free.map((id) => buyer.client.send(make, { body: offerForm(id) })));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(made.filter(({ status }) => status === 409).map(readRefusal)).toEqual([
    [409, 'TOO_MANY_OFFERS'],
    [409, 'TOO_MANY_OFFERS'],
  ]);
});

test('a buyer has a limit of offers for a post in a day; a repeated one does not count', async () => {
  const forms = Array.from({ length: limits.offer.aDay }, () => offerForm(postId));
  for (const body of forms) {
    const { data } = await buyer.client.call(make, { body });
    await respond(buyer, 'withdraw', data);
    expect((await buyer.client.send(make, { body })).status).toBe(201);
  }
  expect(await tryToMake()).toEqual([409, 'TOO_MANY_OFFERS_TODAY']);
  expect((await buyer.client.send(make, { body: forms[0] })).status).toBe(201);
  await makeOffer(stranger, postId);
  const created_at = new Date(Date.now() - 25 * 60 * 60_000);
  const all = app.database.db.updateTable('offers').set({ created_at });
  await all
    .where('buyer_id', '=', buyer.id)
    .where('client_id', '=', String(forms[0]?.['clientId']))
    .execute();
  await makeOffer(buyer, postId);
  expect(await tryToMake()).toMatchObject([409, 'OFFER_OPEN', {}]);
});
