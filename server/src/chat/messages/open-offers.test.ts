import { expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { insertMembers, insertPosts, type Member } from '#test/rows.ts';

const app = appForTests();

test('the open offers of two people come with their chat, wherever its messages are', async () => {
  const { db } = app.database;
  const [buyer, seller, stranger] = (await insertMembers(db, app.url, 3)) as [Member, Member, Member];
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
