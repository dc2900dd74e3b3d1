import { awaitedSides, type DealState } from '@upaj/contract/deals/deal-machine';
import { sides, type Side } from '@upaj/contract/deals/offer-machine';
import { beforeEach, expect, test } from 'vitest';
import { insertDeal, insertOffer } from '#test/deal-rows.ts';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { insertMembers, insertPosts, type Member } from '#test/rows.ts';

const app = appForTests();
let buyer: Member;
let seller: Member;
let stranger: Member;
beforeEach(async () => {
  [buyer, seller, stranger] = (await insertMembers(app.database.db, app.url, 3)) as [Member, Member, Member];
});

const waitingFor = async ({ client }: Member) => (await client.call('GET /api/v1/messages/unseen')).waiting;

test('open offers wait for the side whose turn it is', async () => {
  const pair = { buyer, seller };
  const { db } = app.database;
  await insertOffer(db, pair, { turn: 'seller' });
  await insertOffer(db, pair, { turn: 'seller' });
  await insertOffer(db, pair, { turn: 'buyer' });
  await insertOffer(db, pair, { turn: 'buyer', status: 'declined' });
  await insertOffer(db, pair, { turn: 'buyer', valid_until: new Date(Date.now() - 1000) });
  expect(await waitingFor(seller)).toEqual({ offers: 2, deals: 0 });
  expect(await waitingFor(buyer)).toEqual({ offers: 1, deals: 0 });
  expect(await waitingFor(stranger)).toEqual({ offers: 0, deals: 0 });
});

test('deals wait for the sides that the contract’s machine says, in every state', async () => {
  const at = new Date();
  const expected = { buyer: 0, seller: 0 };
  for (let bits = 0; bits < 64; bits += 1) {
    const timeOf = (bit: number) => ((bits >> bit) & 1 ? at : null);
    const pair = (first: number): Record<Side, Date | null> => ({
      buyer: timeOf(first),
      seller: timeOf(first + 1),
    });
    const [delivered, paid, cancelled] = [pair(0), pair(2), pair(4)];
    const isDelivered = delivered.buyer && delivered.seller;
    const isPaid = paid.buyer && paid.seller;
    const isUntouched = !(delivered.buyer ?? delivered.seller ?? paid.buyer ?? paid.seller);
    // A combination that ends the deal is left out, because ended deals wait for nobody.
    if ((isDelivered && isPaid) || (cancelled.buyer && cancelled.seller)) continue;
    if (isUntouched && (cancelled.buyer ?? cancelled.seller)) continue;
    const status = isDelivered ? 'delivered' : isPaid ? 'paid' : 'agreed';
    await insertDeal(
      app.database.db,
      { buyer, seller },
      {
        status,
        buyer_delivered_at: delivered.buyer,
        seller_delivered_at: delivered.seller,
        buyer_paid_at: paid.buyer,
        seller_paid_at: paid.seller,
        buyer_cancelled_at: cancelled.buyer,
        seller_cancelled_at: cancelled.seller,
      },
    );
    const text = ({ buyer: one, seller: other }: Record<Side, Date | null>) => ({
      buyer: one && one.toISOString(),
      seller: other && other.toISOString(),
    });
    const state: DealState = {
      status,
      confirmations: { delivered: text(delivered), paid: text(paid) },
      cancellations: text(cancelled),
    };
    for (const side of sides) if (awaitedSides(state).includes(side)) expected[side] += 1;
    expect(await waitingFor(buyer), `${bits}`).toEqual({ offers: 0, deals: expected.buyer });
    expect(await waitingFor(seller), `${bits}`).toEqual({ offers: 0, deals: expected.seller });
  }
  const done = { status: 'cancelled', buyer_cancelled_at: at, ended_at: at };
  await insertDeal(app.database.db, { buyer, seller }, done);
  expect(await waitingFor(buyer)).toEqual({ offers: 0, deals: expected.buyer });
  expect(await waitingFor(stranger)).toEqual({ offers: 0, deals: 0 });
});

test('the open offers of two people come with their chat, wherever its messages are', async () => {
  const { db } = app.database;
  const [postId] = await insertPosts(db, seller.id, 1);
  const offer = await makeOffer(buyer, postId!);
  await makeOffer(stranger, postId!);
  const openOf = async (who: Member, other: Member, query = {}) =>
    (await who.client.call('GET /api/v1/messages/:userId', { params: { userId: other.id }, query }))
      .openOffers;
  expect(await openOf(buyer, seller, { limit: 1, after: 1 })).toEqual([offer]);
  expect(await openOf(seller, buyer)).toEqual([offer]);
  expect(await openOf(buyer, stranger)).toEqual([]);
  const countered = await respond(seller, 'counter', offer);
  expect(await openOf(buyer, seller)).toEqual([countered]);
  await db
    .updateTable('offers')
    .set({ valid_until: new Date(Date.now() - 1) })
    .where('id', '=', offer._id)
    .execute();
  expect(await openOf(buyer, seller)).toEqual([]);
});
