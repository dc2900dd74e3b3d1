import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { ageAccounts, completeDeal } from '#test/deal-calls.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';
import { insertMembers, type Member } from '#test/rows.ts';

const app = appForTests();
let people: Member[];
let rateId: string;
beforeAll(async () => {
  people = await insertMembers(app.database.db, app.url, 12);
  await app.services.rates.ingest([rateRow({ arrivalDate: daysAgo(1) })], { isSample: false });
  const { data } = await people[0]!.client.call('GET /api/v1/market/rates');
  rateId = data[0]!._id;
});
beforeEach(async () => {
  await app.database.db.deleteFrom('deals').execute();
});

const week = 7 * 24 * 60 * 60_000;
/** Returns a Monday at 11:30 in India. */
function monday(weeksAgo = 0): Date {
  const now = new Date();
  const days = (now.getUTCDay() + 6) % 7;
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days, 6) - weeksAgo * week,
  );
}
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

async function complete(buyer: number, seller: number, price: number, changes: object = {}): Promise<void> {
  const at = 'ended_at' in changes ? (changes.ended_at as Date) : monday(1);
  const confirmed = {
    status: 'completed',
    is_counted: true,
    ended_at: at,
    buyer_delivered_at: at,
    seller_delivered_at: at,
    buyer_paid_at: at,
    seller_paid_at: at,
  };
  const pair = { buyer: people[buyer]!, seller: people[seller]! };
  await insertDeal(app.database.db, pair, { ...confirmed, price, ...changes });
}

async function findAgreed() {
  await app.services.prices.update();
  const call = { params: { rateId } };
  return (await people[0]!.client.call('GET /api/v1/market/rates/:rateId', call)).data.agreed;
}

async function completeFive(changes: object = {}): Promise<void> {
  await complete(0, 1, 2100, changes);
  await complete(2, 1, 2200, changes);
  await complete(3, 4, 2150, changes);
  await complete(5, 4, 21.2, { price_unit: 'per kg', ...changes });
  await complete(6, 7, 2500, changes);
}

test('5 deals from 3 sellers in a district and week show their median per quintal', async () => {
  await completeFive();
  expect(await findAgreed()).toEqual({ perQuintal: 2150, deals: 5, week: dayOf(monday(1)) });
  await complete(8, 7, 2300);
  expect(await findAgreed()).toMatchObject({ perQuintal: 2175, deals: 6 });
});

test('a post shows the price of its crop and district, in the response of one post only', async () => {
  await completeFive();
  const agreedPrice = await findAgreed();
  const author = await addPerson(app.url);
  const [near, far] = await Promise.all([addPost(author), addPost(author, { district: 'Patiala' })]);
  const find = async (postId: string) =>
    (await author.client.call('GET /api/v1/post/:postId', { params: { postId } })).data;
  expect(await find(near._id)).toMatchObject({ agreedPrice });
  expect(await find(far._id)).toMatchObject({ agreedPrice: null });
  const feed = (await author.client.call('GET /api/v1/post/feed')).data;
  expect(JSON.stringify(feed)).not.toContain('agreedPrice');
});

test('4 deals show nothing', async () => {
  await complete(0, 1, 2100);
  await complete(2, 3, 2200);
  await complete(4, 5, 2150);
  await complete(6, 7, 2150);
  expect(await findAgreed()).toBeNull();
});

test('5 deals from 2 sellers show nothing', async () => {
  for (const buyer of [0, 2, 3]) await complete(buyer, 1, 2100);
  for (const buyer of [0, 2]) await complete(buyer, 4, 2100);
  expect(await findAgreed()).toBeNull();
});

test('5 deals with 2 buyers show nothing', async () => {
  for (const seller of [1, 4, 7]) await complete(0, seller, 2100);
  for (const seller of [1, 4]) await complete(2, seller, 2100);
  expect(await findAgreed()).toBeNull();
});

test('large deals weigh more than small ones, up to 20 quintals for a pair and 40 for a person', async () => {
  const weights = [1, 1, 1, 1];
  for (const [index, quantity] of weights.entries()) await complete(index, index + 4, 2000, { quantity });
  await complete(8, 9, 2600, { quantity: 5 });
  expect(await findAgreed()).toMatchObject({ perQuintal: 2600, deals: 5 });
  await complete(10, 11, 2100, { quantity: 2, unit: 'tonne' });
  // Of the total weight, 4 and 20 quintals are below the median price, and 5 are above it.
  expect(await findAgreed()).toMatchObject({ perQuintal: 2100, deals: 6 });
});

test('one person decides no price with many partners', async () => {
  for (const seller of [1, 2, 3, 4]) await complete(0, seller, 2600, { quantity: 1_000 });
  for (const buyer of [5, 6, 7]) await complete(buyer, buyer + 3, 2100, { quantity: 20 });
  expect(await findAgreed()).toMatchObject({ perQuintal: 2100, deals: 7 });
});

test('deals that new sellers and buyers stage show nothing, in prices, records and reviews', async () => {
  const add = () => Promise.all(Array.from({ length: 3 }, () => addPerson(app.url)));
  const [sellers, buyers] = [await add(), await add()];
  const stage = async (changes: object) => {
    for (const [index, seller] of sellers.entries())
      for (const buyer of buyers.filter((_, place) => place !== index))
        await completeDeal(app.database.db, { buyer, seller }, changes);
    await app.database.db
      .updateTable('deals')
      .set({ ended_at: monday(1) })
      .execute();
    return findAgreed();
  };
  const recordOf = async ({ account: { username } }: Person) =>
    (await people[0]!.client.call('GET /api/v1/users/user/:username', { params: { username } })).data.record;
  const slip = { quantity: 1, unit: 'kg', price: 9_999_999, total: 99_999.99 };
  expect(await stage(slip)).toBeNull();
  await ageAccounts(app.database.db, [...sellers, ...buyers]);
  expect(await stage({ price: 9_999_999 })).toBeNull();
  expect(await stage({ quantity: 49, unit: 'kg' })).toBeNull();
  for (const person of [...sellers, ...buyers])
    expect(await recordOf(person)).toEqual({ completed: 0, confirmedPercent: null, paymentDays: null });
  // All of these people confirm from one address.
  expect(await stage({})).toBeNull();
  await app.database.db
    .updateTable('deals')
    .set((of) => ({
      buyer_origins: of.cast<string>('buyer_id', 'text'),
      seller_origins: of.cast<string>('seller_id', 'text'),
    }))
    .execute();
  expect(await findAgreed()).toMatchObject({ perQuintal: 2100, deals: 6 });
  expect((await recordOf(sellers[0]!)).completed).toBe(2);
});

test('deals between the same two count once a week, in either direction', async () => {
  await complete(0, 1, 2100);
  await complete(2, 3, 2200);
  await complete(4, 5, 2150);
  await complete(6, 7, 2150);
  for (let count = 0; count < 3; count += 1) await complete(0, 1, 9000);
  await complete(1, 0, 9000);
  expect(await findAgreed()).toBeNull();
});

test.each([
  ['that are not completed', { status: 'agreed', is_counted: false, seller_paid_at: null, ended_at: null }],
  ['that may be staged', { is_counted: false }],
  ['by the piece', { price_unit: 'per piece', unit: 'piece' }],
  ['of another crop', { crop_key: 'onion' }],
  ['in another district', { district: 'Patiala' }],
  ['of 9 weeks ago', { ended_at: monday(9) }],
])('deals %s do not count', async (_, changes) => {
  await completeFive(changes);
  expect(await findAgreed()).toBeNull();
});

test('the week begins on Monday in India, and the latest week is shown', async () => {
  const midnight = monday(1).getTime() - 11.5 * 60 * 60_000;
  await completeFive({ ended_at: new Date(midnight - 60_000) });
  await app.database.db.updateTable('deals').set({ price: 1900, price_unit: 'per quintal' }).execute();
  expect(await findAgreed()).toMatchObject({ perQuintal: 1900, week: dayOf(monday(2)) });
  await completeFive({ ended_at: new Date(midnight) });
  expect(await findAgreed()).toMatchObject({ perQuintal: 2150, week: dayOf(monday(1)) });
});

test('a week that falls below is removed', async () => {
  await completeFive();
  expect(await findAgreed()).not.toBeNull();
  const [first] = await app.database.db.selectFrom('deals').select('id').limit(1).execute();
  await app.database.db.deleteFrom('deals').where('id', '=', first!.id).execute();
  expect(await findAgreed()).toBeNull();
  expect(await app.database.db.selectFrom('agreed_prices').selectAll().execute()).toEqual([]);
});
