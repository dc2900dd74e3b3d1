import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { outboxService } from '#src/notify/outbox/service.ts';
import { outboxStore } from '#src/notify/outbox/store.ts';
import { openTestDatabase } from './database.ts';
import { confirm, getDeal } from './deal-calls.ts';
import { insertDeal } from './deal-rows.ts';
import { addPerson, addPost, type Person } from './factories.ts';
import { appForTests } from './hooks.ts';
import { makeOffer, respond } from './offer-calls.ts';
import { storeEvents } from '#test/events.ts';

const app = appForTests();
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  seller = await addPerson(app.url);
  buyer = await addPerson(app.url, { userType: 'merchant' });
});

/** Changes the times as if the clock had been an hour ahead until now. */
async function setBack(table: string, columns: string[], db = app.database.db): Promise<void> {
  const later = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + interval '1 hour'`);
  await sql`update ${sql.table(table)} set ${sql.join(later)}`.execute(db);
}

const ascending = (times: readonly string[]) => expect(times).toEqual([...new Set(times)].toSorted());

test('events are delivered in their order', async () => {
  const { db, close } = await openTestDatabase();
  const seen: string[] = [];
  const outbox = outboxService({
    store: outboxStore({ db }),
    log: { error() {}, warn() {} },
  });
  outbox.addConsumers([
    { 'like.removed': [async (events) => void seen.push(...events.map(({ data }) => data.postId))] },
  ]);
  await storeEvents(db, 'like.removed', { postId: 'first', userId: 'someone' });
  await setBack('events', ['created_at', 'due_at'], db);
  await storeEvents(db, 'like.removed', { postId: 'second', userId: 'someone' });
  await outbox.deliver();
  await outbox.close();
  await close();
  expect(seen).toEqual(['first', 'second']);
});

test('the rounds of an offer, and its messages, are in order', async () => {
  const offer = await makeOffer(buyer, (await addPost(seller))._id);
  await app.services.outbox.deliver();
  await setBack('offers', ['created_at', 'changed_at', 'valid_until']);
  await setBack('offer_changes', ['created_at', 'valid_until']);
  await setBack('messages', ['created_at']);
  await setBack('conversations', ['last_at']);
  const countered = await respond(seller, 'counter', offer);
  const again = await respond(buyer, 'counter', countered);
  ascending(again.rounds.map(({ createdAt }) => createdAt));
  expect(again.changedAt).toBe(again.rounds.at(-1)?.createdAt);
  const params = { userId: seller.account._id };
  const { messages } = await buyer.client.call('GET /api/v1/messages/:userId', { params });
  const times = messages.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
});

test('the events of a deal are in order', async () => {
  const dealId = await insertDeal(app.database.db, { buyer, seller });
  await confirm(seller, dealId, 'delivered');
  await setBack('deals', ['created_at', 'changed_at', 'seller_delivered_at']);
  await setBack('deal_events', ['created_at']);
  await confirm(buyer, dealId, 'delivered');
  const params = { dealId };
  await buyer.client.call('POST /api/v1/deals/:dealId/problem', { params, body: { text: 'It was wet' } });
  await confirm(buyer, dealId, 'paid');
  const { events } = await getDeal(buyer, dealId);
  expect(events.map(({ kind }) => kind)).toEqual(['agreed', 'delivered', 'delivered', 'problem', 'paid']);
  ascending(events.map(({ createdAt }) => createdAt));
});

test('a new notification is the first of the list', async () => {
  const dealId = await insertDeal(app.database.db, { buyer, seller });
  await confirm(seller, dealId, 'delivered');
  await app.services.outbox.deliver();
  await setBack('notifications', ['created_at']);
  await confirm(seller, dealId, 'paid');
  await app.services.outbox.deliver();
  const { data } = await buyer.client.call('GET /api/v1/notifications');
  expect(data[0]).toMatchObject({ kind: 'deal', data: { dealId, event: 'paid' } });
});
