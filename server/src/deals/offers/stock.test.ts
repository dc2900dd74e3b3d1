import type { Offer } from '@upaj/contract/deals/offers';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { daysAgo } from '#src/platform/db/times.ts';
import { cancel, confirm } from '#test/deal-calls.ts';
import { makeOffer, readOffer, readRefusal, respond, sendResponse } from '#test/offer-calls.ts';
import { insertBlock, insertMembers, insertPosts, type Member } from '#test/rows.ts';

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

test('more than what is left is accepted only knowingly; then the post is sold out, and waiting buyers are notified', async () => {
  const [postId] = (await insertPosts(app.database.db, seller.id, 1, () => ({
    quantity: '100 quintal',
  }))) as [string];
  const [other, blocked] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
  const offers = [];
  for (const who of [buyer, stranger, other, blocked])
    offers.push(await makeOffer(who, postId, { quantity: 60 }));
  const [first, second, third] = offers as [Offer, Offer, Offer];
  await insertBlock(app.database.db, blocked.id, seller.id);
  await respond(seller, 'accept', first);
  const refused = await sendResponse(seller, 'accept', second);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'NOT_ENOUGH_LEFT', left: '40 quintal', offer: second },
  });
  expect(await readOffer(seller, second)).toEqual(second);
  const accepted = await respond(seller, 'accept', second, { acceptsShortage: true });
  // The seller repeats the acceptance because the first response may have been lost.
  expect(await respond(seller, 'accept', second)).toEqual(accepted);
  const read = async () =>
    (await seller.client.call('GET /api/v1/post/:postId', { params: { postId } })).data;
  expect(await read()).toMatchObject({ quantity: '0 quintal', isAvailable: false });
  expect(readRefusal(await sendResponse(seller, 'accept', third, { acceptsShortage: true }))).toEqual([
    409,
    'POST_NOT_FOR_SALE',
  ]);
  await app.services.outbox.deliver();
  const eventsOf = async ({ client }: Member) =>
    (await client.call('GET /api/v1/notifications')).data.map(({ data }) => 'event' in data && data.event);
  expect(await eventsOf(other)).toEqual(['soldOut']);
  expect(await eventsOf(stranger)).toEqual(['accepted']);
  expect(await eventsOf(blocked)).toEqual([]);
  // A seller who shows the post as available again still cannot sell the same goods twice.
  const params = { postId };
  await seller.client.call('PATCH /api/v1/post/:postId/availability', {
    params,
    body: { isAvailable: true },
  });
  expect(readRefusal(await sendResponse(seller, 'accept', third))).toEqual([409, 'NOT_ENOUGH_LEFT', third]);
  await cancel(seller, accepted.dealId ?? '');
  // The first deal took its 60 quintals, and the cancelled one gave back the other 40.
  expect(await read()).toMatchObject({ quantity: '40 quintal', isAvailable: true });
});

test('a sold-out post is for sale again when a cancelled deal gives its goods back', async () => {
  const { dealId } = await respond(seller, 'accept', await makeOffer(buyer, postId, { quantity: 50 }));
  const read = async () =>
    (await seller.client.call('GET /api/v1/post/:postId', { params: { postId } })).data;
  expect(await read()).toMatchObject({ quantity: '0 quintal', isAvailable: false });
  await cancel(buyer, dealId ?? '');
  expect(await read()).toMatchObject({ quantity: '50 quintal', isAvailable: true });
});

test('a deal of which nobody confirms anything lapses after 14 days, and its goods are for sale again', async () => {
  const { db } = app.database;
  const accept = async (who: Member, quantity: number) =>
    (await respond(seller, 'accept', await makeOffer(who, postId, { quantity }))).dealId ?? '';
  const [untouched, confirmed] = [await accept(buyer, 20), await accept(stranger, 30)];
  await confirm(stranger, confirmed, 'paid');
  const rest = async (days: number) => {
    await db
      .updateTable('deals')
      .set({ changed_at: daysAgo(days) })
      .execute();
    await app.services.deals.endUntouched();
  };
  const read = async ({ client }: Member, dealId: string) =>
    (await client.call('GET /api/v1/deals/:dealId', { params: { dealId } })).data;
  const readPost = async () =>
    (await seller.client.call('GET /api/v1/post/:postId', { params: { postId } })).data;

  await rest(13);
  expect((await read(buyer, untouched)).status).toBe('agreed');
  expect(await readPost()).toMatchObject({ quantity: '0 quintal', isAvailable: false });
  await rest(14);
  expect((await read(buyer, untouched)).events.at(-1)).toMatchObject({ kind: 'lapsed', by: null });
  expect((await read(seller, untouched)).status).toBe('cancelled');
  expect((await read(stranger, confirmed)).status).toBe('agreed');
  expect(await readPost()).toMatchObject({ quantity: '20 quintal', isAvailable: true });
  await app.services.outbox.deliver();
  for (const { client } of [buyer, seller]) {
    const { data } = await client.call('GET /api/v1/notifications');
    expect(data.filter((one) => one.kind === 'deal').map((one) => one.data.event)).toEqual(
      client === seller.client ? ['lapsed', 'paid'] : ['lapsed'],
    );
  }
  await rest(30);
  expect(await readPost()).toMatchObject({ quantity: '20 quintal' });
});
