import { beforeAll, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { confirm, type Parties } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo } from '#test/market-rows.ts';
import { makeOffer } from '#test/offer-calls.ts';
import { expectQueries } from '#test/queries.ts';
import { insertPosts } from '#test/rows.ts';

const figures = 'GET /api/v1/users/post-figures';
const purchases = 'GET /api/v1/users/purchases';

const app = appForTests();
let seller: Person;
let buyer: Person;
let stranger: Person;
let parties: Parties;
beforeAll(async () => {
  seller = await addPerson(app.url);
  buyer = await addPerson(app.url, { userType: 'merchant' });
  stranger = await addPerson(app.url);
  parties = { buyer, seller };
});

const none = { views: 0, likes: 0, saves: 0, chats: 0, offers: 0 };

test('authors see how many did what with their posts, by days', async () => {
  const { db } = app.database;
  const { _id: postId } = await addPost(seller, { variety: 'Sharbati' }, 2);
  const params = { postId };
  for (const { client } of [buyer, stranger, seller]) {
    await client.call('GET /api/v1/post/:postId', { params });
    await client.call('POST /api/v1/like/like/:postId', { params });
    await client.call('PUT /api/v1/post/:postId/save', { params });
  }
  const to = { userId: seller.account._id };
  for (const text of ['Is it dry?', 'And clean?'])
    await buyer.client.call('POST /api/v1/messages/send/:userId', { params: to, body: { text, postId } });
  await seller.client.call('POST /api/v1/messages/send/:userId', {
    params: { userId: buyer.account._id },
    body: { text: 'Yes', postId },
  });
  await makeOffer(buyer, postId);
  const today = { views: 2, likes: 2, saves: 2, chats: 1, offers: 1 };
  const read = async () => (await seller.client.call(figures)).data[0];
  expect(await read()).toMatchObject({ _id: postId, week: today, month: today, waitingOffers: 1, photos: 2 });

  // The stranger's like becomes 10 days old, and the save 40 days.
  for (const [table, days] of [
    ['likes', 10],
    ['saved_posts', 40],
  ] as const)
    await db
      .updateTable(table)
      .set({ created_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('user_id', '=', stranger.account._id)
      .execute();
  const viewed = [1, 2, 29, 30].map((days) => daysAgo(days));
  await db
    .insertInto('post_views')
    .values(viewed.map((day) => ({ post_id: postId, viewer_id: stranger.account._id, day })))
    .execute();
  await app.services.addViewDays();
  await app.services.addViewDays();
  const post = await read();
  expect(post).toMatchObject({
    week: { ...today, views: 4, likes: 1, saves: 1 },
    month: { ...today, views: 5, saves: 1 },
    allViews: 2,
    variety: 'Sharbati',
    marketPrice: null,
  });
  expect(post?.viewsByDay).toEqual([1, ...Array.from({ length: 26 }, () => 0), 1, 1, 2]);
  // The views of earlier days are deleted, as the nightly job does.
  await db.deleteFrom('post_views').where('day', '<', daysAgo(1)).execute();
  expect((await read())?.viewsByDay).toEqual(post?.viewsByDay);
});

test('no one sees the posts of others, and a post without visitors has zeros', async () => {
  const { _id: postId } = await addPost(stranger);
  const { data } = await stranger.client.call(figures);
  expect(data).toMatchObject([{ _id: postId, week: none, month: none, allViews: 0, waitingOffers: 0 }]);
  expect((await buyer.client.call(figures)).data).toEqual([]);
  for (const call of [figures, purchases] as const)
    expect((await new TestClient(app.url).send(call)).status).toBe(401);
});

test('posts are paged with three queries, then two', async () => {
  const author = await addPerson(app.url);
  const ids = await insertPosts(app.database.db, author.account._id, 25);
  const read = (cursor?: string) => author.client.call(figures, { query: { limit: 20, cursor } });
  const first = await read();
  const cursor = first.page.nextCursor ?? undefined;
  const second = await read(cursor);
  expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(ids.toReversed());
  expect([first.page.total, second.page]).toEqual([25, { nextCursor: null, total: 25 }]);
  await expectQueries(app.database, 3, () => read());
  await expectQueries(app.database, 2, () => read(cursor));
  expect((await author.client.send(figures, { query: { cursor: 'WzEsMl0' } })).status).toBe(422);
});

test('buyers see open offers, deals to pay or collect, and what they spent', async () => {
  const { db } = app.database;
  const merchant = await addPerson(app.url, { userType: 'merchant' });
  const ofMerchant = { ...parties, buyer: merchant };
  const offer = await makeOffer(merchant, (await addPost(seller))._id);
  const due = await insertDeal(db, ofMerchant);
  const collected = await insertDeal(db, ofMerchant);
  for (const step of ['delivered', 'paid'] as const) await confirm(merchant, collected, step);
  const cancelled = await insertDeal(db, ofMerchant);
  const now = new Date();
  await db
    .updateTable('deals')
    .set({ status: 'cancelled', ended_at: now, buyer_cancelled_at: now, buyer_paid_at: null })
    .where('id', '=', cancelled)
    .execute();
  await insertDeal(db, parties);
  const { data } = await merchant.client.call(purchases);
  expect(data.offers.map(({ _id }) => _id)).toEqual([offer._id]);
  expect(data.deals.map(({ _id }) => _id)).toEqual([due]);
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  expect(data.spent).toEqual([{ month, cropType: 'Wheat', deals: 1, total: 52_500 }]);
  await expectQueries(app.database, 3, () => merchant.client.call(purchases));
  expect((await stranger.client.call(purchases)).data).toEqual({ offers: [], deals: [], spent: [] });
});
