import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readSmsAccount } from '#src/platform/sms-account.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { cancel } from '#test/deal-calls.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { anyNumber } from '#test/sms.ts';
import { startSmsGateway } from '#test/sms-gateway.ts';

const settings = 'PATCH /api/v1/notifications/settings';

let app: TestApp;
let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let seller: Person;
let buyer: Person;
let number: string;
beforeAll(async () => {
  gateway = await startSmsGateway();
  const sms = readSmsAccount({ SMS_URL: `${gateway.url}?to={number}&text={text}` });
  app = await startTestApp({ env: { sms } });
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});
beforeEach(async () => {
  seller = await addPerson(app.url);
  buyer = await addPerson(app.url, { userType: 'merchant' });
  number = anyNumber();
  await app.database.db.insertInto('proved_numbers').values({ number, user_id: buyer.account._id }).execute();
});
afterEach(() => vi.restoreAllMocks());

const choose = ({ client }: Person, bySms = true) => client.call(settings, { body: { bySms } });
const textsTo = (to: string) =>
  gateway.received
    .filter(({ url }) => url.searchParams.get('to') === to)
    .map(({ url }) => url.searchParams.get('text') ?? '');
async function deliver(): Promise<void> {
  await app.services.outbox.deliver();
  await app.services.deliveries.send();
}
async function agree() {
  const post = await addPost(seller);
  const accepted = await respond(seller, 'accept', await makeOffer(buyer, post._id));
  await deliver();
  return accepted;
}

test('an accepted offer and the end of its deal come by SMS to who chose it, with a link', async () => {
  await choose(buyer);
  const { dealId } = await agree();
  expect(textsTo(number)).toEqual([expect.stringMatching(/^Upaj: .+ http:\/\/localhost:3000\/\S+$/)]);
  await cancel(seller, dealId ?? '');
  await deliver();
  expect(textsTo(number)).toHaveLength(2);
});

test('nothing comes to who did not choose it, nor what is less urgent', async () => {
  await agree();
  expect(textsTo(number)).toEqual([]);
  await choose(buyer);
  const post = await addPost(seller);
  await respond(seller, 'decline', await makeOffer(buyer, post._id));
  await deliver();
  expect(textsTo(number)).toEqual([]);
});

test('nothing comes to a number that is only claimed', async () => {
  await app.database.db.deleteFrom('proved_numbers').where('number', '=', number).execute();
  await choose(buyer);
  await agree();
  expect(textsTo(buyer.account.contact)).toEqual([]);
});

test('nothing comes by SMS to who gets pushes', async () => {
  await choose(buyer);
  const { db } = app.database;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', buyer.account._id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('push_subscriptions')
    .values({
      endpoint: `https://push.example/${number}`,
      user_id: buyer.account._id,
      session_id: session.id,
      p256dh: 'key',
      auth: 'auth',
    })
    .execute();
  await app.services.outbox.deliver();
  await agree().catch(() => {});
  expect(textsTo(number)).toEqual([]);
});

test('a message that the gateway does not take yet is sent later, once', async () => {
  await choose(buyer);
  gateway.faults.push({ status: 503, body: 'busy' });
  await agree();
  expect(textsTo(number)).toEqual([]);
  await app.database.db
    .updateTable('deliveries')
    .set({ due_at: new Date(0) })
    .execute();
  await deliver();
  expect(textsTo(number)).toHaveLength(1);
  await deliver();
  expect(textsTo(number)).toHaveLength(1);
});

test('the settings say whether it is possible', async () => {
  const { data } = await choose(buyer);
  expect(data).toMatchObject({ bySms: true, canGetSms: true, byEmail: true });
  const other = await addPerson(app.url, { email: `${number}@upaj.example`, password: goodPassword });
  expect((await choose(other)).data).toMatchObject({ bySms: true, canGetSms: false });
});
