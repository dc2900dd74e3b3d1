import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import {
  makeOffer,
  offerForm,
  readOffer,
  readRefusal,
  respond,
  sendResponse,
  termsForm,
} from '#test/offer-calls.ts';
import { changeUser, dumpTables, insertMembers, insertPosts, type Member } from '#test/rows.ts';

const make = 'POST /api/v1/offers';
const actions = ['counter', 'accept', 'decline', 'withdraw'] as const;

const app = appForTests();
let buyer: Member;
let seller: Member;
let stranger: Member;
let postId: string;
beforeEach(async () => {
  const { db } = app.database;
  [buyer, seller, stranger] = (await insertMembers(db, app.url, 3)) as [Member, Member, Member];
  [postId] = (await insertPosts(db, seller.id, 1)) as [string];
  // Deleting the post subtracts one from this count, which the inserted post has not raised.
  await db.updateTable('users').set({ total_posts: 1 }).where('id', '=', seller.id).execute();
});

const changePost = (changes: { is_available?: boolean; is_hidden_by_moderation?: boolean }) =>
  app.database.db.updateTable('posts').set(changes).where('id', '=', postId).execute();
const suspend = ({ id }: Member) =>
  app.database.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
const block = (from: Member, to: Member) =>
  from.client.call('POST /api/v1/blocks/:username', { params: { username: to.username } });
const tryToMake = async (who: Member, changes = {}) =>
  readRefusal(await who.client.send(make, { body: offerForm(postId, changes) }));
const tryTo = async (...given: Parameters<typeof sendResponse>) => readRefusal(await sendResponse(...given));

/** Expects that nothing of deals, chat or notifications is written. */
async function expectNothingWritten(work: () => Promise<unknown>): Promise<void> {
  const tables = [
    'offers',
    'offer_changes',
    'deals',
    'deal_events',
    'messages',
    'conversations',
    'events',
    'notifications',
    'posts',
  ];
  await app.services.outbox.deliver();
  const written = async () => {
    const dump = await dumpTables(app.database.db);
    return tables.map((table) => dump[table]);
  };
  const before = await written();
  await work();
  expect(await written()).toEqual(before);
}

test('a stranger gets 404 for everything', async () => {
  const offer = await makeOffer(buyer, postId);
  const notFound = [404, 'OFFER_NOT_FOUND'];
  await expectNothingWritten(async () => {
    for (const action of actions) expect(await tryTo(stranger, action, offer)).toEqual(notFound);
    const nowhere = { _id: uuidv7(), version: 1 };
    for (const action of actions) expect(await tryTo(buyer, action, nowhere)).toEqual(notFound);
  });
  const params = { offerId: offer._id };
  const got = await stranger.client.send('GET /api/v1/offers/:offerId', { params });
  expect(readRefusal(got)).toEqual(notFound);
  expect((await stranger.client.call('GET /api/v1/offers')).data).toEqual([]);
});

test('no one makes an offer on their own post', async () => {
  await expectNothingWritten(async () => {
    expect(await tryToMake(seller)).toEqual([403, 'OWN_POST']);
  });
});

test.each([
  ['the buyer blocked the seller', () => block(buyer, seller)],
  ['the seller blocked the buyer', () => block(seller, buyer)],
])('%s: no offer, counter or acceptance, but an end', async (_, separate) => {
  const { db } = app.database;
  const [other = ''] = await insertPosts(db, seller.id, 1);
  const offers = [await makeOffer(buyer, postId), await makeOffer(buyer, other)] as const;
  await separate();
  await expectNothingWritten(async () => {
    expect(await tryToMake(buyer)).toEqual([403, 'BLOCKED']);
    expect(await tryTo(seller, 'counter', offers[0])).toEqual([403, 'BLOCKED']);
    expect(await tryTo(seller, 'accept', offers[0])).toEqual([403, 'BLOCKED']);
  });
  expect(await readOffer(buyer, offers[0])).toEqual(offers[0]);
  await app.services.outbox.deliver();
  const heard = async () => [
    await db.selectFrom('events').select('id').execute(),
    await db.selectFrom('notifications').select('id').where('user_id', 'in', [buyer.id, seller.id]).execute(),
    (await seller.client.call('GET /api/v1/messages/unseen')).unseenMessages,
    (await buyer.client.call('GET /api/v1/messages/unseen')).unseenMessages,
  ];
  const before = await heard();
  expect(await respond(seller, 'decline', offers[0])).toMatchObject({ status: 'declined', version: 2 });
  expect(await respond(buyer, 'withdraw', offers[1])).toMatchObject({ status: 'withdrawn', version: 2 });
  expect(await heard()).toEqual(before);
});

test('declining an offer does not count as a conversation', async () => {
  await respond(seller, 'decline', await makeOffer(buyer, postId));
  const review = { params: { username: seller.username }, body: { rating: 1, comment: 'Did not want ₹1.' } };
  expect((await buyer.client.fail('POST /api/v1/reviews/:username', review)).code).toBe('REVIEW_NOT_ALLOWED');
});

test('a suspended side: no offer, counter or acceptance', async () => {
  const offer = await makeOffer(buyer, postId);
  await suspend(buyer);
  await expectNothingWritten(async () => {
    expect(await tryTo(seller, 'counter', offer)).toEqual([403, 'BLOCKED']);
    expect(await tryTo(seller, 'accept', offer)).toEqual([403, 'BLOCKED']);
  });
  await respond(seller, 'decline', offer);
  await app.database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', seller.id)
    .execute();
  const { code, message } = await stranger.client.fail(make, { body: offerForm(postId) });
  expect([code, message]).toEqual(['BLOCKED', expect.stringContaining('the account is closed')]);
});

test.each([
  ['sold out', () => changePost({ is_available: false })],
  ['hidden', () => changePost({ is_hidden_by_moderation: true })],
  ['deleted', () => seller.client.call('DELETE /api/v1/post/:postId', { params: { postId } })],
])('a post that is %s is not for sale', async (_, end) => {
  const offer = await makeOffer(buyer, postId);
  await end();
  const notForSale = [409, 'POST_NOT_FOR_SALE'];
  await expectNothingWritten(async () => {
    expect(await tryToMake(stranger)).toEqual(notForSale);
    expect(await tryTo(seller, 'counter', offer)).toEqual(notForSale);
    expect(await tryTo(seller, 'accept', offer)).toEqual(notForSale);
  });
  expect(await respond(buyer, 'withdraw', offer)).toMatchObject({
    status: 'withdrawn',
    goods: { title: 'Post 0' },
  });
});

test('one open offer per buyer and post', async () => {
  const offer = await makeOffer(buyer, postId);
  await expectNothingWritten(async () => {
    expect(await tryToMake(buyer, { quantity: 5 })).toEqual([409, 'OFFER_OPEN', offer]);
  });
  await makeOffer(stranger, postId);
  await respond(buyer, 'withdraw', offer);
  await makeOffer(buyer, postId);
});

test('only the side whose turn it is responds, and the other one withdraws', async () => {
  const offer = await makeOffer(buyer, postId);
  await expectNothingWritten(async () => {
    for (const action of ['counter', 'accept', 'decline'] as const)
      expect(await tryTo(buyer, action, offer)).toEqual([409, 'NOT_YOUR_TURN', offer]);
    expect(await tryTo(seller, 'withdraw', offer)).toEqual([409, 'NOT_YOUR_TURN', offer]);
  });
  const countered = await respond(seller, 'counter', offer);
  await expectNothingWritten(async () => {
    for (const action of ['counter', 'accept', 'decline'] as const)
      expect(await tryTo(seller, action, countered)).toEqual([409, 'NOT_YOUR_TURN', countered]);
    expect(await tryTo(buyer, 'withdraw', countered)).toEqual([409, 'NOT_YOUR_TURN', countered]);
  });
});

test('a response to an older version shows what happened instead', async () => {
  const offer = await makeOffer(buyer, postId);
  const countered = await respond(seller, 'counter', offer, { price: '2700' });
  await expectNothingWritten(async () => {
    expect(await tryTo(buyer, 'withdraw', offer)).toEqual([409, 'OFFER_CHANGED', countered]);
    expect(await tryTo(buyer, 'accept', offer)).toEqual([409, 'OFFER_CHANGED', countered]);
    expect(await tryTo(seller, 'counter', offer, { price: '2650' })).toEqual([
      409,
      'OFFER_CHANGED',
      countered,
    ]);
    expect(await tryTo(seller, 'accept', countered, { version: 7 })).toEqual([
      409,
      'OFFER_CHANGED',
      countered,
    ]);
  });
});

test('nothing follows an end', async () => {
  for (const [who, action, status] of [
    ['seller', 'accept', 'accepted'],
    ['seller', 'decline', 'declined'],
    ['buyer', 'withdraw', 'withdrawn'],
  ] as const) {
    const by = who === 'seller' ? seller : buyer;
    const ended = await respond(by, action, await makeOffer(buyer, postId));
    expect(ended.status).toBe(status);
    await expectNothingWritten(async () => {
      for (const side of [buyer, seller])
        for (const next of actions)
          expect(await tryTo(side, next, ended)).toEqual([409, 'OFFER_ENDED', ended]);
    });
  }
});

test('a repeated change returns what it did', async () => {
  const body = offerForm(postId);
  const [first, second] = [await buyer.client.call(make, { body }), await buyer.client.call(make, { body })];
  expect(second.data).toEqual(first.data);
  const counter = { price: '2700', validDays: 5 };
  const countered = await respond(seller, 'counter', first.data, counter);
  const accepted = await respond(buyer, 'accept', countered);
  await changePost({ is_available: false });
  await expectNothingWritten(async () => {
    expect(await respond(seller, 'counter', first.data, counter)).toEqual(accepted);
    expect(await respond(buyer, 'accept', countered)).toEqual(accepted);
    expect((await buyer.client.call(make, { body })).data).toEqual(accepted);
    // These are no repetitions: the seller did not accept, the counter had other terms, and the buyer did not decline.
    expect(await tryTo(seller, 'accept', countered)).toEqual([409, 'OFFER_ENDED', accepted]);
    expect(await tryTo(seller, 'counter', first.data, { ...counter, validDays: 6 })).toEqual([
      409,
      'OFFER_ENDED',
      accepted,
    ]);
    expect(await tryTo(buyer, 'decline', countered)).toEqual([409, 'OFFER_ENDED', accepted]);
  });
});

test('wrong terms are refused at their fields, in an offer and in a counter', async () => {
  const { _id: offerId } = await makeOffer(buyer, postId);
  const wrong = { price: 0, priceUnit: 'per bag' };
  const refused = [
    await stranger.client.fail(make, { body: offerForm(postId, wrong) }),
    await seller.client.fail('POST /api/v1/offers/:offerId/counter', {
      params: { offerId },
      body: { ...termsForm(wrong), version: 1 },
    }),
  ];
  for (const { statusCode, errors } of refused)
    expect([statusCode, errors]).toMatchObject([422, [{ field: 'price', key: 'targetPriceInvalid' }]]);
});

test.each(['buyer', 'seller'] as const)(
  'a moderator restricts the %s: nobody agrees on anything new with them until the day',
  async (side) => {
    const { db } = app.database;
    const { person, other } =
      side === 'buyer' ? { person: buyer, other: seller } : { person: seller, other: buyer };
    let offer = await makeOffer(buyer, postId);
    if (side === 'seller') offer = await respond(seller, 'counter', offer);
    await changeUser(db, person.id, { restricted_until: new Date(Date.now() + 60_000) });
    const [another = ''] = await insertPosts(db, seller.id, 1);
    await expectNothingWritten(async () => {
      for (const action of ['accept', 'counter'] as const)
        expect(await tryTo(other, action, offer)).toEqual([409, 'CANNOT_DEAL']);
      if (side === 'seller')
        expect(await tryToMake(buyer, { postId: another })).toEqual([409, 'CANNOT_DEAL']);
    });
    await changeUser(db, person.id, { restricted_until: new Date(Date.now() - 1) });
    expect(await respond(other, 'accept', offer)).toMatchObject({ status: 'accepted' });
  },
);

test('an offer of a restricted member can be declined', async () => {
  const offer = await makeOffer(buyer, postId);
  await changeUser(app.database.db, buyer.id, { restricted_until: new Date(Date.now() + 60_000) });
  expect(await respond(seller, 'decline', offer)).toMatchObject({ status: 'declined' });
});
