import type { OfferData } from '@upaj/contract/deals/notifications';
import type { OfferAction } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import { makeOffer, respond, sendResponse } from '#test/offer-calls.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';
import { storeEvents } from '#test/events.ts';

const like = 'POST /api/v1/like/like/:postId';

let app: TestApp;
let mailServer: TestMailServer;
let seller: Person;
let buyer: Person;
let stranger: Person;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: mailServer.url } });
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});
beforeEach(async () => {
  seller = await addPerson(app.url);
  buyer = await addPerson(app.url, { userType: 'merchant' });
  stranger = await addPerson(app.url, { userType: 'merchant' });
});

const deliver = () => app.services.outbox.deliver();
async function listOf({ client }: Person): Promise<string[]> {
  await deliver();
  return (await client.call('GET /api/v1/notifications')).data.map(
    ({ kind, data, isRead }) => `${'event' in data ? data.event : kind}${isRead ? '' : ' new'}`,
  );
}
const unread = async ({ client }: Person) =>
  (await client.call('GET /api/v1/notifications/unread')).data.count;
async function readAll({ client }: Person): Promise<void> {
  await deliver();
  const { data } = await client.call('GET /api/v1/notifications');
  // This may fail, because a simultaneous step may have replaced the notification.
  await client.send('PUT /api/v1/notifications/:notificationId/read', {
    params: { notificationId: data[0]?._id ?? '' },
  });
}
const step = async (person: Person, action: OfferAction, offer: Offer) => {
  const changed = await respond(person, action, offer);
  await deliver();
  return changed;
};
const repeat = (offer: Offer, person: Person, event: OfferData['event'], at: Date) =>
  storeEvents(app.database.db, 'offer.changed', {
    offerId: offer._id,
    event,
    userId: person.account._id,
    messageId: null,
    at: at.toJSON(),
  });

test('a negotiation is one row with its newest step, on top and new again', async () => {
  const post = await addPost(seller);
  let offer = await makeOffer(buyer, post._id);
  expect(await listOf(seller)).toEqual(['made new']);
  offer = await step(seller, 'counter', offer);
  await readAll(seller);
  await stranger.client.call(like, { params: { postId: post._id } });
  expect(await listOf(seller)).toEqual(['like new', 'made']);
  offer = await step(buyer, 'counter', offer);
  expect(await listOf(seller)).toEqual(['countered new', 'like new']);
  expect(await unread(seller)).toBe(2);
  expect(await listOf(buyer)).toEqual(['countered new']);
  offer = await step(seller, 'counter', offer);
  offer = await step(buyer, 'counter', offer);
  expect([await unread(seller), await unread(buyer)]).toEqual([2, 1]);
  await step(seller, 'accept', offer);
  expect(await listOf(buyer)).toEqual(['accepted new']);
  expect([await unread(seller), await unread(buyer)]).toEqual([2, 1]);
  expect([await listOf(stranger), await unread(stranger)]).toEqual([[], 0]);
});

test('each negotiation and each of its sides has a row of its own', async () => {
  const [wheat, onion] = [await addPost(seller), await addPost(seller)];
  const first = await makeOffer(buyer, wheat._id);
  await makeOffer(buyer, onion._id);
  const third = await makeOffer(stranger, wheat._id);
  expect(await listOf(seller)).toEqual(['made new', 'made new', 'made new']);
  await step(stranger, 'withdraw', third);
  await step(seller, 'decline', first);
  expect(await listOf(seller)).toEqual(['withdrawn new', 'made new', 'made new']);
  expect([await listOf(buyer), await listOf(stranger)]).toEqual([['declined new'], []]);
  // A new offer after a refusal is a new negotiation.
  await makeOffer(buyer, wheat._id);
  expect(await listOf(seller)).toHaveLength(4);
});

test('steps that are delivered at once, again or late leave the newest one', async () => {
  const offer = await makeOffer(buyer, (await addPost(seller))._id);
  await respond(buyer, 'withdraw', offer);
  expect(await listOf(seller)).toEqual(['withdrawn new']);
  await readAll(seller);
  const { createdAt } = (await seller.client.call('GET /api/v1/notifications')).data[0] ?? {};
  const at = new Date(createdAt ?? '');
  await repeat(offer, seller, 'withdrawn', at);
  await repeat(offer, seller, 'made', new Date(at.getTime() - 1_000));
  expect([await listOf(seller), await unread(seller)]).toEqual([['withdrawn'], 0]);
  await repeat(offer, seller, 'countered', new Date(at.getTime() + 2_000));
  await repeat(offer, seller, 'soldOut', new Date(at.getTime() + 1_000));
  expect([await listOf(seller), await unread(seller)]).toEqual([['countered new'], 1]);
});

test('rows that were written before are joined by the next step', async () => {
  const offer = await makeOffer(buyer, (await addPost(seller))._id);
  await deliver();
  const rows = ['made', 'countered'].map((event) => ({
    id: crypto.randomUUID(),
    user_id: seller.account._id,
    kind: 'offer',
    data: JSON.stringify({ offerId: offer._id, event }),
    created_at: new Date(Date.now() - 60_000),
  }));
  await app.database.db.insertInto('notifications').values(rows).execute();
  expect(await unread(seller)).toBe(3);
  await step(buyer, 'withdraw', offer);
  expect([await listOf(seller), await unread(seller)]).toEqual([['withdrawn new'], 1]);
});

test('two steps at once leave one row a side, whoever was first', async () => {
  const offer = await makeOffer(buyer, (await addPost(seller))._id);
  await deliver();
  const answers = await Promise.all([
    sendResponse(seller, 'counter', offer),
    sendResponse(buyer, 'withdraw', offer),
    deliver(),
    readAll(seller),
  ]);
  expect(answers.slice(0, 2).filter((answer) => answer && answer.status === 200)).toHaveLength(1);
  const rows = [await listOf(seller), await listOf(buyer)];
  expect([
    [['made'], ['countered new']],
    [['withdrawn new'], []],
    // This is the result when the seller read after the withdrawal was delivered.
    [['withdrawn'], []],
  ]).toContainEqual(rows);
});

test('each step reaches open devices and is sent by email', async () => {
  await app.database.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', seller.account._id)
    .execute();
  const mails = () => mailServer.mails.filter((mail) => isTo(mail, seller.account.email)).length;
  // The seller already has an email that confirms their address.
  await expect.poll(mails).toBe(1);
  const socket = await connectSocket(openSocket(app.url, seller.client));
  const made = nextEvent(socket, 'notification');
  const offer = await makeOffer(buyer, (await addPost(seller))._id);
  await deliver();
  expect(await made).toMatchObject({ kind: 'offer', data: { event: 'made' } });
  await app.services.deliveries.send();
  expect(mails()).toBe(2);
  const withdrawn = nextEvent(socket, 'notification');
  await respond(buyer, 'withdraw', offer);
  await deliver();
  expect(await withdrawn).toMatchObject({ data: { event: 'withdrawn' }, isRead: false });
  await app.services.deliveries.send();
  expect(mails()).toBe(3);
  socket.disconnect();
});
