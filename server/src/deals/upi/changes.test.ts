import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notification } from '@upaj/contract/notifications';
import { startTestApp, type TestApp } from '#test/app.ts';
import { confirm, confirmUpi, getDeal, giveUpi } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';

const first = 'gurpreet.first@oksbi';
const second = 'gurpreet.second@ybl';

let mailServer: TestMailServer;
let app: TestApp;
let buyer: Person;
let seller: Person;
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
  buyer = await addPerson(app.url, { userType: 'merchant' });
  seller = await addPerson(app.url, { fullName: 'Gurpreet Singh' });
  stranger = await addPerson(app.url);
});

const own = async ({ client }: Person) => (await client.call('GET /api/v1/users/upi')).data.upiId;
const pay = ({ client }: Person, dealId: string) =>
  client.send('POST /api/v1/deals/:dealId/upi', { params: { dealId } });
const add = () => insertDeal(app.database.db, { buyer, seller });

async function notificationsOf({ client }: Person): Promise<Notification[]> {
  await app.services.outbox.deliver();
  return (await client.call('GET /api/v1/notifications')).data;
}

async function mailsTo({ account }: Person) {
  await app.services.outbox.deliver();
  await app.services.deliveries.send();
  return mailServer.mails.filter((mail) => isTo(mail, account.email) && mail.text?.includes('UPI'));
}

test.each([undefined, '', 'not-this-one'])(
  'the password %j sets, changes and removes no UPI ID',
  async (password) => {
    const refuse = async (upiId: string) =>
      expect(await seller.client.fail('PUT /api/v1/users/upi', { body: { upiId, password } })).toMatchObject({
        statusCode: 422,
        errors: [{ field: 'password', key: 'currentPasswordWrong' }],
      });
    await refuse(first);
    expect(await own(seller)).toBe('');
    await giveUpi(seller, first);
    await refuse(second);
    await refuse('');
    expect(await own(seller)).toBe(first);
  },
);

test('wrong passwords count as those of a log-in do', async () => {
  const tries = [];
  for (let number = 0; number < 5; number += 1)
    tries.push((await giveUpi(seller, first, 'not-this-one')).status);
  const changed = { currentPassword: 'not-this-one', password: 'monsoon-77', confirmPassword: 'monsoon-77' };
  for (let number = 0; number < 5; number += 1)
    tries.push((await seller.client.send('POST /api/v1/users/change-password', { body: changed })).status);
  expect(new Set(tries)).toEqual(new Set([422]));
  expect((await giveUpi(seller, first)).status).toBe(429);
  expect(await own(seller)).toBe('');
});

test('an account without a password needs none', async () => {
  await app.database.db.deleteFrom('accounts').where('user_id', '=', seller.account._id).execute();
  const { data } = await seller.client.call('PUT /api/v1/users/upi', { body: { upiId: first } });
  expect(data.upiId).toBe(first);
  expect(await notificationsOf(seller)).toMatchObject([{ kind: 'upi', data: { change: 'added' } }]);
});

test('each change notifies the owner by bell and by email, even without verification and with emails turned off', async () => {
  await seller.client.call('PATCH /api/v1/notifications/settings', { body: { byEmail: false } });
  const subjects = [];
  for (const upiId of [first, first, second, '', '']) {
    mailServer.mails = [];
    await giveUpi(seller, upiId);
    // Marks the notification as read, as a thief who has the phone would do at once.
    const [latest] = await notificationsOf(seller);
    if (latest)
      await seller.client.call('PUT /api/v1/notifications/:notificationId/read', {
        params: { notificationId: latest._id },
      });
    subjects.push(...(await mailsTo(seller)).map(({ subject, text }) => [subject?.split(' · ')[0], text]));
  }
  expect(subjects.map(([subject]) => subject)).toEqual([
    'Upaj: A UPI ID was added to your account',
    'Upaj: Your UPI ID was changed',
    'Upaj: Your UPI ID was removed',
  ]);
  expect(subjects[0]?.[1]).toContain('/settings#upi');
  expect(JSON.stringify(subjects)).not.toMatch(/oksbi|ybl|turn off these/);
  const changes = (await notificationsOf(seller)).map(({ kind, data }) => [kind, data]);
  expect(changes).toEqual(['removed', 'changed', 'added'].map((change) => ['upi', { change }]));
  for (const person of [buyer, stranger]) {
    expect(await notificationsOf(person)).toEqual([]);
    expect(await mailsTo(person)).toEqual([]);
  }
});

test('a running deal has the UPI ID of its acceptance until the seller confirms another one there', async () => {
  await giveUpi(seller, first);
  const offer = await makeOffer(buyer, (await addPost(seller, { quantity: '90 quintal' }))._id);
  const { dealId } = await respond(seller, 'accept', offer);
  const deal = dealId ?? '';
  const other = await add();
  await giveUpi(seller, second);

  const payment = { body: { data: { upiId: first, changedAt: null } } };
  expect(await pay(buyer, deal)).toMatchObject(payment);
  expect(await getDeal(buyer, deal)).toMatchObject({ hasUpi: true, upiChangedAt: null, hasOldUpi: false });
  expect(await getDeal(seller, deal)).toMatchObject({ hasOldUpi: true });

  const before = Date.now();
  for (const time of ['once', 'again']) {
    const { status, body } = await confirmUpi(seller, deal, second);
    expect([time, status]).toEqual([time, 200]);
    expect(body).toMatchObject({ data: { _id: deal, hasOldUpi: false } });
  }
  const { upiChangedAt } = await getDeal(buyer, deal);
  expect(Date.parse(upiChangedAt ?? '')).toBeGreaterThanOrEqual(before - 1_000);
  expect(await pay(buyer, deal)).toMatchObject({
    body: { data: { upiId: second, changedAt: upiChangedAt } },
  });
  expect(await pay(buyer, other)).toMatchObject(payment);
});

test('only the seller confirms it, the one of the account, and before the deal ends', async () => {
  await giveUpi(seller, first);
  const dealId = await add();
  await giveUpi(seller, second);
  await giveUpi(stranger, 'stranger@ybl');
  await giveUpi(buyer, 'buyer@ybl');
  const refusals = [
    await confirmUpi(buyer, dealId, 'buyer@ybl'),
    await confirmUpi(stranger, dealId, 'stranger@ybl'),
    await confirmUpi(seller, dealId, 'someone.else@ybl'),
    await confirmUpi(seller, dealId, first),
  ];
  expect(refusals.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
    [403, 'SELLER_ONLY'],
    [404, 'DEAL_NOT_FOUND'],
    [409, 'UPI_ID_CHANGED'],
    [409, 'UPI_ID_CHANGED'],
  ]);
  expect(await pay(buyer, dealId)).toMatchObject({ body: { data: { upiId: first } } });
  for (const person of [buyer, seller])
    for (const step of ['delivered', 'paid'] as const) await confirm(person, dealId, step);
  expect((await confirmUpi(seller, dealId, second)).body).toMatchObject({ code: 'DEAL_ENDED' });
  expect(await getDeal(seller, dealId)).toMatchObject({ hasUpi: false, hasOldUpi: false });
});

test('a first UPI ID is no change; one after a removal is', async () => {
  const dealId = await add();
  const give = async (upiId: string) => {
    await giveUpi(seller, upiId);
    expect(await getDeal(seller, dealId)).toMatchObject({ hasOldUpi: true });
    await confirmUpi(seller, dealId, upiId);
    return getDeal(buyer, dealId);
  };
  expect(await give(first)).toMatchObject({ hasUpi: true, upiChangedAt: null });
  expect(await give('')).toMatchObject({ hasUpi: false, upiChangedAt: expect.any(String) as string });
  expect(await give(second)).toMatchObject({ hasUpi: true, upiChangedAt: expect.any(String) as string });
});
