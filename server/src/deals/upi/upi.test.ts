import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { cancel, confirm, confirmUpi, getDeal, giveUpi, type Parties } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { markDeleted } from '#test/rows.ts';

const upiId = 'gurpreet.singh-7@oksbi';

const app = appForTests();
let buyer: Person;
let seller: Person;
let stranger: Person;
let parties: Parties;
beforeAll(async () => {
  seller = await addPerson(app.url, { fullName: 'Gurpreet Singh & Sons' });
  buyer = await addPerson(app.url, { userType: 'merchant' });
  stranger = await addPerson(app.url, { userType: 'merchant' });
  parties = { buyer, seller };
  await giveUpi(seller, upiId);
});

const add = (changes = {}) => insertDeal(app.database.db, parties, changes);

function pay({ client }: Person, dealId: string) {
  return client.send('POST /api/v1/deals/:dealId/upi', { params: { dealId } });
}

async function countViews(dealId: string): Promise<number> {
  const views = app.database.db.selectFrom('upi_views').select('viewer_id').where('deal_id', '=', dealId);
  return (await views.execute()).length;
}

test('a UPI id is saved, replaced and removed', async () => {
  const person = await addPerson(app.url);
  const read = async () => (await person.client.call('GET /api/v1/users/upi')).data.upiId;
  expect(await read()).toBe('');
  for (const id of ['asha.devi@ybl', '9876543210@paytm', '']) {
    expect((await giveUpi(person, ` ${id} `)).body).toMatchObject({ data: { upiId: id } });
    expect(await read()).toBe(id);
  }
});

test.each([
  'gurpreet',
  'gurpreet@',
  '@oksbi',
  'a b@oksbi',
  'gurpreet@oksbi.com',
  'a@b@oksbi',
  `${'x'.repeat(256)}@oksbi`,
])('%s is no UPI id', async (id) => {
  const failure = await stranger.client.fail('PUT /api/v1/users/upi', { body: { upiId: id } });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field: 'upiId', key: 'upiIdInvalid' }] });
});

test('the buyer gets the exact link, and each view is recorded', async () => {
  const dealId = await add({
    number: 48_213_097,
    quantity: 2.5,
    price: 31.25,
    total: 7812.5,
    price_unit: 'per kg',
  });
  const { status, headers, body } = await pay(buyer, dealId);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toContain('no-store');
  expect(body).toMatchObject({
    data: {
      upiId,
      payeeName: 'Gurpreet Singh & Sons',
      amount: '7812.50',
      link: 'upi://pay?pa=gurpreet.singh-7@oksbi&pn=Gurpreet%20Singh%20%26%20Sons&am=7812.50&cu=INR&tn=Upaj%204821%203097',
    },
  });
  await pay(buyer, dealId);
  expect(await countViews(dealId)).toBe(2);
});

test.each([
  [0.01, '0.01'],
  [99_999_999.99, '99999999.99'],
  [52_500, '52500.00'],
])('₹ %d is the amount %s', async (total, amount) => {
  const { body } = await pay(buyer, await add({ total }));
  expect(body).toMatchObject({ data: { amount, link: expect.stringContaining(`&am=${amount}&`) as string } });
});

test('the seller gets 403 and a stranger 404, neither with the UPI id, and no view is recorded', async () => {
  const dealId = await add();
  const refused = [await pay(seller, dealId), await pay(stranger, dealId)];
  expect(refused.map(({ body }) => body)).toMatchObject([
    { statusCode: 403, code: 'BUYER_ONLY' },
    { statusCode: 404, code: 'DEAL_NOT_FOUND' },
  ]);
  expect(JSON.stringify(refused)).not.toContain(upiId);
  expect(await countViews(dealId)).toBe(0);
});

test('the buyer of another deal of the same seller cannot use its number', async () => {
  const dealId = await add();
  const own = await insertDeal(app.database.db, { buyer: stranger, seller });
  expect((await pay(stranger, own)).status).toBe(200);
  expect((await pay(stranger, dealId)).status).toBe(404);
});

test('after the end of the deal the UPI id is no longer shown', async () => {
  const cancelled = await add();
  await cancel(seller, cancelled);
  const completed = await add();
  for (const person of [buyer, seller])
    for (const step of ['delivered', 'paid'] as const) await confirm(person, completed, step);
  for (const dealId of [cancelled, completed]) {
    expect((await pay(buyer, dealId)).body).toMatchObject({ statusCode: 409, code: 'DEAL_ENDED' });
    expect(await countViews(dealId)).toBe(0);
  }
});

test('without a UPI id, or when the seller is not active, there is nothing to show', async () => {
  const other = await addPerson(app.url);
  const dealId = await insertDeal(app.database.db, { buyer, seller: other });
  const isRefused = async () => {
    expect((await getDeal(buyer, dealId)).hasUpi).toBe(false);
    expect((await pay(buyer, dealId)).body).toMatchObject({ statusCode: 404, code: 'NO_UPI_ID' });
  };
  await isRefused();
  await giveUpi(other, 'other@ybl');
  await confirmUpi(other, dealId, 'other@ybl');
  expect((await getDeal(buyer, dealId)).hasUpi).toBe(true);
  const { db } = app.database;
  const setSuspended = (at: Date | null) =>
    db.updateTable('users').set({ suspended_at: at }).where('id', '=', other.account._id).execute();
  await setSuspended(new Date());
  await isRefused();
  await setSuspended(null);
  expect((await pay(buyer, dealId)).status).toBe(200);
  await giveUpi(other, '');
  await confirmUpi(other, dealId, '');
  await isRefused();
});

test('no other response of the buyer or a stranger has the UPI id', async () => {
  const dealId = await add();
  const username = seller.account.username;
  for (const { client } of [buyer, stranger]) {
    const seen = [
      await client.send('GET /api/v1/deals'),
      await client.send('GET /api/v1/deals/:dealId', { params: { dealId } }),
      await client.send('GET /api/v1/users/user/:username', { params: { username } }),
      await client.send('POST /api/v1/users/user/:username/contact', { params: { username } }),
      await client.send('GET /api/v1/post/user-posts/:username', { params: { username } }),
      await client.send('GET /api/v1/post/feed'),
    ];
    expect(JSON.stringify(seen)).not.toContain(upiId);
  }
});

test('a deleted account saves no UPI ID, and records no view', async () => {
  const [one, other] = [await addPerson(app.url), await addPerson(app.url)];
  await giveUpi(other, 'other.seller@ybl');
  const dealId = await insertDeal(app.database.db, { buyer: one, seller: other });
  const { upi } = app.services;
  const { _id: userId } = one.account;
  // A request that was waiting goes on after the account was deleted.
  await markDeleted(app.database.db, userId);
  await expect(upi.save(userId, 'one@ybl')).rejects.toMatchObject({ code: '23503' });
  await expect(upi.findPayment(dealId, userId)).rejects.toMatchObject({ code: '23503' });
  expect(await upi.findOwn(userId)).toBe('');
});
