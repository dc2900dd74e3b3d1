import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirm, getDeal } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { changeUser, insertMembers, type Member } from '#test/rows.ts';

const app = appForTests();
let people: Member[];
beforeAll(async () => {
  people = await insertMembers(app.database.db, app.url, 12);
});
beforeEach(async () => {
  await app.database.db.deleteFrom('deals').execute();
  await app.database.db.deleteFrom('rate_series').execute();
});

/** Completes deals of six sellers with six buyers at this price per quintal, with these origins. */
async function completeSix(price: number, originOf: (person: number) => string = () => ''): Promise<void> {
  const at = new Date();
  const steps = ['buyer_delivered_at', 'seller_delivered_at', 'buyer_paid_at', 'seller_paid_at', 'ended_at'];
  const completed = { status: 'completed', is_counted: true, price, crop_key: 'onion' };
  for (let index = 0; index < 6; index += 1)
    await insertDeal(
      app.database.db,
      { buyer: people[index]!, seller: people[index + 6]! },
      {
        ...completed,
        ...Object.fromEntries(steps.map((name) => [name, at])),
        buyer_origins: originOf(index),
        seller_origins: originOf(index + 6),
      },
    );
}

const report = (days: number, modalPrice: number, state = 'Punjab') =>
  app.services.rates.ingest(
    [rateRow({ commodity: 'Onion', crop: 'onion', arrivalDate: daysAgo(days), modalPrice, state })],
    { isSample: false },
  );

async function findPublished(): Promise<number[]> {
  await app.services.market.refresh();
  await app.services.prices.update();
  const rows = await app.database.db.selectFrom('agreed_prices').select('per_quintal').execute();
  return rows.map((row) => row.per_quintal);
}

test('without a mandi and a price of the state or of last year, nothing is published', async () => {
  await completeSix(300);
  expect(await findPublished()).toEqual([]);
  await report(300, 1_500, 'Rajasthan');
  expect(await findPublished()).toEqual([]);
});

test('without a mandi, what the state paid within a year bounds what is published', async () => {
  await report(300, 1_500);
  await completeSix(300);
  expect(await findPublished()).toEqual([]);
  await app.database.db.updateTable('deals').set({ price: 600 }).execute();
  expect(await findPublished()).toEqual([600]);
});

test('a price from more than a year ago bounds nothing', async () => {
  await report(401, 1_500);
  await completeSix(1_500);
  expect(await findPublished()).toEqual([]);
});

test.each([
  ['one address', () => 'address:a', []],
  ['one browser', (person: number) => `address:${person} device:${person} device:0`, []],
  ['addresses in a chain', (person: number) => `address:${person} address:${person + 1}`, []],
  ['addresses of their own', (person: number) => `address:${person} device:${person}`, [1_500]],
])('accounts that confirm from %s', async (_, originOf, published) => {
  await report(1, 1_500);
  await completeSix(1_500, originOf);
  expect(await findPublished()).toEqual(published);
});

test('origins are removed when no price is counted from the deal any more', async () => {
  await completeSix(1_500, () => 'address:a');
  const seventyDays = new Date(Date.now() - 71 * 24 * 60 * 60_000);
  const [old] = await app.database.db.selectFrom('deals').select('id').limit(1).execute();
  await app.database.db
    .updateTable('deals')
    .set({ ended_at: seventyDays })
    .where('id', '=', old!.id)
    .execute();
  await findPublished();
  const left = await app.database.db
    .selectFrom('deals')
    .select('id')
    .where('buyer_origins', '=', 'address:a')
    .execute();
  expect(left).toHaveLength(5);
  expect(left).not.toContainEqual(old);
});

test.each([
  [300, false],
  [2_000, true],
])('a deal at %d where the post asks 2,500 and no mandi reports counts: %s', async (price, isCounted) => {
  const [seller, buyer] = [await addPerson(app.url), await addPerson(app.url, { userType: 'merchant' })];
  for (const { account } of [seller, buyer])
    await changeUser(app.database.db, account._id, { created_at: new Date(Date.now() - 30 * 86_400_000) });
  const post = await addPost(seller, {
    cropType: 'Onion',
    category: 'Vegetables',
    price: '2500',
    priceUnit: 'per quintal',
  });
  const offer = await makeOffer(buyer, post._id, { price: String(price) });
  const { dealId } = await respond(seller, 'accept', offer);
  for (const person of [buyer, seller])
    for (const step of ['delivered', 'paid'] as const) await confirm(person, dealId ?? '', step);
  expect(await getDeal(buyer, dealId ?? '')).toMatchObject({ status: 'completed', isCounted });
  const { buyer_origins: of } = await app.database.db
    .selectFrom('deals')
    .select('buyer_origins')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  expect(of).toMatch(/^address:[0-9a-f]{64} device:[0-9a-f]{64}$/);
});
