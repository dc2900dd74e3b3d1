import { dayInIndia, writeDay } from '@upaj/contract/days';
import { beforeEach, expect, test } from 'vitest';
import { insertOffer } from '#test/deal-rows.ts';
import { getDeal } from '#test/deal-calls.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, offerForm, readOffer, respond, sendResponse } from '#test/offer-calls.ts';

const app = appForTests();
let seller: Person;
let buyer: Person;
let stranger: Person;
let postId: string;
beforeEach(async () => {
  [seller, buyer, stranger] = [
    await addPerson(app.url),
    await addPerson(app.url, { userType: 'merchant' }),
    await addPerson(app.url, { userType: 'merchant' }),
  ];
  postId = (await addPost(seller))._id;
});

const dayFromToday = (days: number) => writeDay(dayInIndia() + days);
const more = { pickupDate: dayFromToday(3), bags: 400, advance: 10_000.5 };
const none = { pickupDate: null, bags: null, advance: null };

test('optional terms go from the offer into the deal, for its two sides only', async () => {
  const offer = await makeOffer(buyer, postId, { ...more, bags: '400', advance: '10000.50' });
  expect(offer.rounds).toMatchObject([more]);
  expect(await readOffer(seller, offer)).toEqual(offer);
  const params = { offerId: offer._id };
  expect(await stranger.client.fail('GET /api/v1/offers/:offerId', { params })).toMatchObject({
    code: 'OFFER_NOT_FOUND',
  });
  const { messages } = await seller.client.call('GET /api/v1/messages/:userId', {
    params: { userId: buyer.account._id },
  });
  expect(messages[0]?.offer?.rounds).toMatchObject([more]);
  const { dealId } = await respond(seller, 'accept', offer);
  for (const side of [buyer, seller])
    expect((await getDeal(side, dealId ?? '')).terms).toMatchObject({ quantity: 20, ...more });
  const deal = { params: { dealId: dealId ?? '' } };
  expect(await stranger.client.fail('GET /api/v1/deals/:dealId', deal)).toMatchObject({
    code: 'DEAL_NOT_FOUND',
  });
});

test('a counter-offer carries them on, changes them or takes them away', async () => {
  let offer = await makeOffer(buyer, postId, more);
  offer = await respond(seller, 'counter', offer, { price: '2700' });
  expect(offer.rounds.at(-1)).toMatchObject({ price: 2700, ...more });
  const changed = { pickupDate: dayFromToday(5), bags: null, advance: '' };
  const before = offer;
  offer = await respond(buyer, 'counter', before, changed);
  expect(offer.rounds.at(-1)).toMatchObject({ ...none, pickupDate: changed.pickupDate });
  // The buyer repeats the counter-offer as if the response had been lost.
  expect(await respond(buyer, 'counter', before, changed)).toEqual(offer);
  expect(await sendResponse(buyer, 'counter', before, { ...changed, bags: 3 })).toMatchObject({
    status: 409,
  });
});

test('a counter-offer without them drops a day that has passed and an advance above the new total', async () => {
  const offer = await makeOffer(buyer, postId, { ...more, advance: 50_000 });
  await app.database.db
    .updateTable('offer_changes')
    .set({ pickup_date: dayFromToday(-1) })
    .where('offer_id', '=', offer._id)
    .execute();
  const { rounds } = await respond(seller, 'counter', offer, { quantity: 10 });
  expect(rounds.at(-1)).toMatchObject({ ...none, bags: 400 });
});

test('offers that were made before have none, and are countered and accepted as ever', async () => {
  const id = await insertOffer(app.database.db, { buyer, seller }, { post_id: postId });
  const old = await readOffer(buyer, { _id: id });
  expect(old.rounds).toMatchObject([none]);
  const countered = await respond(seller, 'counter', old);
  expect(countered.rounds.at(-1)).toMatchObject(none);
  const { dealId } = await respond(buyer, 'accept', countered);
  expect((await getDeal(seller, dealId ?? '')).terms).toMatchObject(none);
});

test.each([
  ['pickupDate', { pickupDate: dayFromToday(-1) }, 'Choose a date from today to 365 days ahead'],
  ['bags', { bags: 1.5 }, 'Enter a whole number from 1 to 1,00,000'],
  ['advance', { advance: 52_500.01 }, 'The advance can be at most the total'],
])('a wrong %s is refused at its field', async (field, changes, message) => {
  const body = offerForm(postId, changes);
  expect(await buyer.client.fail('POST /api/v1/offers', { body })).toMatchObject({
    statusCode: 422,
    errors: [{ field, message }],
  });
  const offer = await makeOffer(buyer, postId);
  expect(await sendResponse(seller, 'counter', offer, changes)).toMatchObject({
    status: 422,
    body: { errors: [{ field, message }] },
  });
});
