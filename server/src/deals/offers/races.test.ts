import type { Offer } from '@upaj/contract/deals/offers';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import type { Received } from '#test/client.ts';
import { waitForWaiting } from '#test/locks.ts';
import { makeOffer, offerForm, readOffer, readRefusal, respond, sendResponse } from '#test/offer-calls.ts';
import { confirm } from '#test/deal-calls.ts';
import { insertMembers, insertPosts, type Member } from '#test/rows.ts';

const app = appForTests();
let buyer: Member;
let seller: Member;
let postIds: string[];
beforeEach(async () => {
  const { db } = app.database;
  [buyer, seller] = (await insertMembers(db, app.url, 2)) as [Member, Member];
  postIds = await insertPosts(db, seller.id, 10, () => ({ quantity: '500 quintal' }));
  // The database refuses to delete a post that the seller's count of posts lacks, so the inserted posts are counted.
  await db.updateTable('users').set({ total_posts: 10 }).where('id', '=', seller.id).execute();
});

const isDone = ({ status }: Received<unknown>) => status < 300;

/** Expects versions without gaps, and for each version at most one message, one deal and one event. */
async function expectConsistent(offer: Offer): Promise<void> {
  const { db } = app.database;
  const changes = await db
    .selectFrom('offer_changes')
    .select('version')
    .where('offer_id', '=', offer._id)
    .orderBy('version')
    .execute();
  expect(changes.map(({ version }) => version)).toEqual(
    Array.from({ length: offer.version }, (_, index) => index + 1),
  );
  const messages = await db
    .selectFrom('messages')
    .select('offer_version')
    .where('offer_id', '=', offer._id)
    .orderBy('offer_version')
    .execute();
  expect(messages.map((message) => message.offer_version)).toEqual(changes.map(({ version }) => version));
  const deals = await db.selectFrom('deals').select('id').where('offer_id', '=', offer._id).execute();
  expect(deals.map(({ id }) => id)).toEqual(offer.dealId ? [offer.dealId] : []);
  expect(offer.dealId !== null).toBe(offer.status === 'accepted');
}

test('of a withdrawal and an acceptance at once, one happens and the other one sees it', async () => {
  for (const postId of postIds) {
    const offer = await makeOffer(buyer, postId);
    const responses = await Promise.all([
      sendResponse(buyer, 'withdraw', offer),
      sendResponse(seller, 'accept', offer),
    ]);
    expect(responses.filter(isDone)).toHaveLength(1);
    const now = await readOffer(buyer, offer);
    const lost = responses.find((response) => !isDone(response));
    expect(lost && readRefusal(lost)).toEqual([409, 'OFFER_ENDED', now]);
    expect(now.version).toBe(2);
    await expectConsistent(now);
  }
});

test('of two counters, an acceptance and a decline at once, one happens', async () => {
  for (const postId of postIds) {
    const offer = await makeOffer(buyer, postId);
    const responses = await Promise.all([
      sendResponse(seller, 'counter', offer, { price: '2700' }),
      sendResponse(seller, 'counter', offer, { price: '2800' }),
      sendResponse(seller, 'accept', offer),
      sendResponse(seller, 'decline', offer),
    ]);
    expect(responses.filter(isDone)).toHaveLength(1);
    await expectConsistent(await readOffer(seller, offer));
  }
});

test('an acceptance sent many times at once makes one deal and takes the quantity once', async () => {
  const [postId = ''] = postIds;
  const offer = await makeOffer(buyer, postId);
  const responses = await Promise.all(Array.from({ length: 6 }, () => sendResponse(seller, 'accept', offer)));
  expect(responses.every(isDone)).toBe(true);
  expect(new Set(responses.map(({ body }) => JSON.stringify((body as { data: Offer }).data))).size).toBe(1);
  await expectConsistent(await readOffer(buyer, offer));
  const { db } = app.database;
  const post = await db.selectFrom('posts').select('quantity').where('id', '=', postId).executeTakeFirst();
  expect(post).toEqual({ quantity: '480 quintal' });
});

test('an offer sent many times at once is one, and of different ones one is open', async () => {
  const [postId = '', other = ''] = postIds;
  const body = offerForm(postId);
  const same = await Promise.all([1, 2, 3].map(() => buyer.client.call('POST /api/v1/offers', { body })));
  expect(new Set(same.map(({ data }) => data._id)).size).toBe(1);
  const different = await Promise.all(
    [1, 2, 3].map(() => buyer.client.send('POST /api/v1/offers', { body: offerForm(other) })),
  );
  expect(different.filter(isDone)).toHaveLength(1);
  for (const response of different.filter((each) => !isDone(each)))
    expect(readRefusal(response).slice(0, 2)).toEqual([409, 'OFFER_OPEN']);
});

test('acceptances of several offers for one post all take their quantity', async () => {
  const [postId = ''] = postIds;
  const { db } = app.database;
  const buyers = await insertMembers(db, app.url, 5);
  const offers = await Promise.all(buyers.map((each) => makeOffer(each, postId)));
  const responses = await Promise.all(offers.map((offer) => sendResponse(seller, 'accept', offer)));
  expect(responses.every(isDone)).toBe(true);
  const post = await db.selectFrom('posts').select('quantity').where('id', '=', postId).executeTakeFirst();
  expect(post).toEqual({ quantity: '400 quintal' });
});

test('a withdrawal, a deletion of the post and messages at the same time cause no deadlock', async () => {
  const failures: unknown[] = [];
  await Promise.all(
    postIds.map(async (postId, index) => {
      const offer = await makeOffer(buyer, postId);
      const responses = await Promise.all([
        sendResponse(seller, index % 2 ? 'accept' : 'counter', offer),
        sendResponse(buyer, 'withdraw', offer),
        seller.client.send('DELETE /api/v1/post/:postId', { params: { postId } }),
        seller.client.send('POST /api/v1/messages/send/:userId', {
          params: { userId: buyer.id },
          body: { text: 'Is it still on?' },
        }),
        buyer.client.send('POST /api/v1/messages/send/:userId', {
          params: { userId: seller.id },
          body: { text: 'About this one', postId },
        }),
      ]);
      failures.push(...responses.filter(({ status }) => status >= 500));
      await expectConsistent(await readOffer(buyer, offer));
    }),
  );
  expect(failures).toEqual([]);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'an acceptance that waited for an edit does not deadlock with an offer that waits for it',
  { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } },
  async () => {
    const { db } = app.database;
    const [postId = ''] = postIds;
    const [other] = (await insertMembers(db, app.url, 1)) as [Member];
    const offer = await makeOffer(buyer, postId);
    const responses = await db.transaction().execute(async (reader) => {
      // A comment or a message about the post takes the same lock.
      await reader.selectFrom('posts').select('id').where('id', '=', postId).forKeyShare().execute();
      const waiting = await db.transaction().execute(async (editor) => {
        await editor.updateTable('posts').set({ price: 2_700 }).where('id', '=', postId).execute();
        const accepted = sendResponse(seller, 'accept', offer);
        await waitForWaiting(db, 1);
        const made = other.client.send('POST /api/v1/offers', { body: offerForm(postId) });
        await waitForWaiting(db, 2);
        return [accepted, made];
      });
      return Promise.all(waiting);
    });
    expect(responses.map(({ status }) => status)).toEqual([200, 201]);
  },
);

test('confirmations of a deal while its post is deleted cause no deadlock', async () => {
  const deals = await Promise.all(
    postIds.map(async (postId) => respond(seller, 'accept', await makeOffer(buyer, postId))),
  );
  const responses = await Promise.all(
    deals.flatMap(({ dealId, postId }) => [
      confirm(buyer, dealId ?? '', 'paid'),
      confirm(seller, dealId ?? '', 'delivered'),
      seller.client.send('DELETE /api/v1/post/:postId', { params: { postId: postId ?? '' } }),
    ]),
  );
  expect(responses.filter((response) => !isDone(response))).toEqual([]);
});
