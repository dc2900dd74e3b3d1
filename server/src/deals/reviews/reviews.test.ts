import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { ageAccounts, cancel, completeDeal, confirm } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';
import { insertMessages, markDeleted } from '#test/rows.ts';

const list = 'GET /api/v1/reviews/:username';
const mine = 'GET /api/v1/reviews/:username/mine';
const save = 'POST /api/v1/reviews/:username';
const remove = 'DELETE /api/v1/reviews/:username';
const reply = 'POST /api/v1/review/:reviewId/answer';

const app = appForTests();
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant', fullName: 'Anil Mehta' });
  await ageAccounts(app.database.db, [farmer, merchant]);
});

const idOf = ({ account }: Person) => account._id;
const of = ({ account }: Person) => ({ params: { username: account.username } });
const write = (one: Person, other: Person) => insertMessages(app.database.db, idOf(one), idOf(other));
const good = { rating: 4, comment: 'Clean grain, fair weight.' };

async function addPair(): Promise<[Person, Person]> {
  const pair = await Promise.all([addPerson(app.url), addPerson(app.url, { userType: 'merchant' })]);
  await ageAccounts(app.database.db, pair);
  await write(...pair);
  return pair;
}

async function profileOf(person: Person) {
  return (await merchant.client.call('GET /api/v1/users/user/:username', of(person))).data;
}

test('refuses reviews without messages in both directions', async () => {
  expect((await merchant.client.call(mine, of(farmer))).data).toEqual({ canReview: false, review: null });
  const refused = { statusCode: 403, code: 'REVIEW_NOT_ALLOWED' };
  expect(await merchant.client.fail(save, { ...of(farmer), body: good })).toMatchObject(refused);
  await merchant.client.call('POST /api/v1/messages/send/:userId', {
    params: { userId: farmer.account._id },
    body: { text: 'Is the wheat still there?' },
  });
  for (const [one, other] of [
    [merchant, farmer],
    [farmer, merchant],
  ] as const) {
    expect(await one.client.fail(save, { ...of(other), body: good })).toMatchObject(refused);
  }
  await write(merchant, farmer);
  expect((await merchant.client.call(mine, of(farmer))).data.canReview).toBe(true);
  await merchant.client.call(save, { ...of(farmer), body: good });
});

test('a review is added, changed and deleted; stars show in the list, the profile and on posts', async () => {
  const [person, reviewer] = await addPair();
  const { _id: postId } = await addPost(person);
  await reviewer.client.call('GET /api/v1/post/feed');
  const { data, message } = await reviewer.client.call(save, { ...of(person), body: good });
  expect(message).toBe('Review saved');
  expect(data).toMatchObject({
    ...good,
    reviewerUsername: reviewer.account.username,
    reviewerName: 'Gurpreet Singh',
    reviewerPhoto: null,
    answer: null,
  });
  const shown = async () => {
    const feed = await reviewer.client.call('GET /api/v1/post/feed');
    const author = feed.data.find(({ _id }) => _id === postId)?.author;
    const { rating, socialStats } = await profileOf(person);
    expect(socialStats).toMatchObject({ rating, totalReviews: author?.totalReviews });
    expect(author?.rating).toBe(rating);
    const { data: reviews, page } = await reviewer.client.call(list, of(person));
    expect(page).toEqual({ nextCursor: null, total: reviews.length });
    return { rating, reviews };
  };
  expect(await shown()).toEqual({ rating: 4, reviews: [data] });
  const changed = { rating: 1, comment: 'The second sack was wet.' };
  await app.database.db.deleteFrom('messages').execute();
  const edited = (await reviewer.client.call(save, { ...of(person), body: changed })).data;
  expect(edited).toMatchObject({ ...changed, _id: data._id });
  expect(edited.date > data.date).toBe(true);
  expect(await shown()).toEqual({ rating: 1, reviews: [edited] });
  expect((await reviewer.client.call(mine, of(person))).data).toEqual({ canReview: true, review: edited });
  expect((await reviewer.client.call(remove, of(person))).message).toBe('Review deleted');
  expect(await shown()).toEqual({ rating: 0, reviews: [] });
  expect(await reviewer.client.fail(remove, of(person))).toMatchObject({
    statusCode: 404,
    code: 'REVIEW_NOT_FOUND',
  });
});

test('only the reviewed person can reply, once; the review’s date does not change', async () => {
  const [person, reviewer] = await addPair();
  const { data } = await reviewer.client.call(save, { ...of(person), body: good });
  const params = { reviewId: data._id };
  const body = { text: 'Thank you, come again.' };
  for (const other of [reviewer, merchant]) {
    expect(await other.client.fail(reply, { params, body })).toMatchObject({
      statusCode: 403,
      code: 'NOT_YOURS',
    });
  }
  const answers = await Promise.all([1, 2, 3].map(() => person.client.send(reply, { params, body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await person.client.fail(reply, { params, body })).toMatchObject({ code: 'ALREADY_ANSWERED' });
  const [listed] = (await merchant.client.call(list, of(person))).data;
  expect(listed).toEqual({ ...data, answer: { text: body.text, date: expect.any(String) as string } });
  const missing = { reviewId: '01900000-0000-7000-8000-000000000000' };
  expect(await person.client.fail(reply, { params: missing, body })).toMatchObject({
    code: 'REVIEW_NOT_FOUND',
  });
  expect((await person.client.fail(reply, { params: { reviewId: 'x' }, body })).statusCode).toBe(404);
});

test('a review can only be changed by its author', async () => {
  const [person, reviewer] = await addPair();
  await write(person, merchant);
  const { data } = await reviewer.client.call(save, { ...of(person), body: good });
  expect((await merchant.client.fail(remove, of(person))).code).toBe('REVIEW_NOT_FOUND');
  const own = (await merchant.client.call(save, { ...of(person), body: { ...good, rating: 2 } })).data;
  expect(own._id).not.toBe(data._id);
  expect((await person.client.call(list, of(person))).data).toEqual([own, data]);
  expect((await profileOf(person)).rating).toBe(3);
  expect((await reviewer.client.call(mine, of(person))).data.review).toEqual(data);
});

test('refuses reviews of oneself, strangers and unknown users', async () => {
  expect(await farmer.client.fail(save, { ...of(farmer), body: good })).toMatchObject({
    statusCode: 409,
    code: 'NOT_YOURSELF',
  });
  expect((await farmer.client.call(mine, of(farmer))).data).toEqual({ canReview: false, review: null });
  const params = { username: 'nobody' };
  for (const key of [list, mine, remove] as const)
    expect((await farmer.client.fail(key, { params })).code).toBe('USER_NOT_FOUND');
  expect((await farmer.client.fail(save, { params, body: good })).code).toBe('USER_NOT_FOUND');
});

test.each([
  [{ rating: 0 }, 'rating', 'Please choose 1 to 5 stars'],
  [{ rating: 6 }, 'rating', 'Please choose 1 to 5 stars'],
  [{ rating: 4.5 }, 'rating', 'Please choose 1 to 5 stars'],
  [{ rating: '4' }, 'rating', 'Please choose 1 to 5 stars'],
  [{ rating: undefined }, 'rating', 'Please choose 1 to 5 stars'],
  [{ comment: undefined }, 'comment', 'Please write a comment'],
  [{ comment: '   ' }, 'comment', 'Please write a comment'],
  [{ comment: ' too few  ' }, 'comment', 'Please write at least 10 characters'],
  [{ comment: 'x'.repeat(1001) }, 'comment', 'This is too long. Please shorten it.'],
])('a review with %j is refused', async (change, field, message) => {
  const failure = await merchant.client.fail(save, { ...of(farmer), body: { ...good, ...change } });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
});

test.each([
  [{}, 'Please write a reply'],
  [{ text: ' ' }, 'Please write a reply'],
  [{ text: 'x'.repeat(1001) }, 'This is too long. Please shorten it.'],
])('a reply of %j is refused', async (body, message) => {
  const params = { reviewId: '01900000-0000-7000-8000-000000000000' };
  expect(await farmer.client.fail(reply, { params, body })).toMatchObject({ statusCode: 422, message });
});

test('the stars of a deleted author remain, without name, photo and text', async () => {
  const [person, reviewer] = await addPair();
  await reviewer.client.call(save, { ...of(person), body: good });
  await markDeleted(app.database.db, idOf(reviewer));
  const { data, page } = await person.client.call(list, of(person));
  expect(page.total).toBe(1);
  expect(data[0]).toMatchObject({
    reviewerName: 'Deleted account',
    reviewerPhoto: null,
    reviewerUsername: null,
    comment: '',
    rating: 4,
  });
});

test('pages list each review once, latest first', async () => {
  const person = await addPerson(app.url);
  const reviewers = await Promise.all(Array.from({ length: 5 }, () => addPerson(app.url)));
  await ageAccounts(app.database.db, reviewers);
  for (const reviewer of reviewers) {
    await write(reviewer, person);
    await reviewer.client.call(save, { ...of(person), body: good });
  }
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { data, page } = await person.client.call(list, { ...of(person), query: { limit: 2, cursor } });
    expect(page.total).toBe(5);
    seen.push(...data.map(({ reviewerUsername }) => reviewerUsername));
    cursor = page.nextCursor ?? undefined;
    pages += 1;
  } while (cursor);
  expect(pages).toBe(3);
  expect(seen).toEqual(reviewers.map(({ account }) => account.username).toReversed());
  for (const forged of ['x', Buffer.from('["a","b",3]').toString('base64url')]) {
    const failure = await person.client.fail(list, { ...of(person), query: { cursor: forged } });
    expect(failure.statusCode).toBe(422);
  }
});

test('a page takes two queries', async () => {
  await merchant.client.call(list, of(farmer));
  await expectQueries(app.database, 2, () => merchant.client.call(list, of(farmer)));
});

test('a review after a deal weighs double, for the two who dealt', async () => {
  const person = await addPerson(app.url);
  const [buyer, talker] = await Promise.all([addPerson(app.url), addPerson(app.url)]);
  await ageAccounts(app.database.db, [talker]);
  await write(talker, person);
  await talker.client.call(save, { ...of(person), body: { ...good, rating: 2 } });
  const { db } = app.database;
  await insertDeal(db, { buyer, seller: person });
  expect((await buyer.client.call(mine, of(person))).data.canReview).toBe(true);
  const saved = async () =>
    (await buyer.client.call(save, { ...of(person), body: { ...good, rating: 5 } })).data;
  expect((await saved()).isAfterDeal).toBe(false);
  const rating = async () => (await profileOf(person)).socialStats;
  // The review by a new account does not count.
  expect(await rating()).toMatchObject({ rating: 2, totalReviews: 1 });
  await completeDeal(db, { buyer, seller: person });
  // The deal does not count, because it is between new accounts, which could have staged it.
  expect((await saved()).isAfterDeal).toBe(false);
  await ageAccounts(db, [buyer, person]);
  await completeDeal(db, { buyer, seller: person });
  expect((await saved()).isAfterDeal).toBe(true);
  // The review after a deal counts twice: (2 + 5 + 5) / 3.
  expect(await rating()).toMatchObject({ rating: 4, totalReviews: 2 });
  await person.client.call(save, { ...of(buyer), body: good });
  expect((await buyer.client.call(list, of(buyer))).data[0]?.isAfterDeal).toBe(true);
  await buyer.client.call(remove, of(person));
  expect(await rating()).toMatchObject({ rating: 2, totalReviews: 1 });
});

test('reviews by accounts of minutes after one message count nowhere, and only their authors see them', async () => {
  const [person, known] = await addPair();
  await known.client.call(save, { ...of(person), body: { ...good, rating: 5 } });
  const fresh = await Promise.all(Array.from({ length: 5 }, () => addPerson(app.url)));
  const bad = { rating: 1, comment: 'Never buy from this person.' };
  for (const reviewer of fresh) {
    await write(reviewer, person);
    const { data } = await reviewer.client.call(save, { ...of(person), body: bad });
    expect(data.isCounted).toBe(false);
    expect((await reviewer.client.call(list, of(person))).data.map(({ _id }) => _id)).toContain(data._id);
  }
  expect((await profileOf(person)).socialStats).toMatchObject({ rating: 5, totalReviews: 1 });
  for (const viewer of [person, merchant])
    expect((await viewer.client.call(list, of(person))).data).toMatchObject([{ rating: 5, isCounted: true }]);
  await app.services.outbox.deliver();
  const { data: notified } = await person.client.call('GET /api/v1/notifications');
  expect(notified.filter(({ kind }) => kind === 'review')).toHaveLength(1);

  // Written again by an account that is known by now, it counts. Deleting one that did not count changes nothing.
  const [later, first] = fresh as [Person, Person];
  await ageAccounts(app.database.db, [later]);
  await later.client.call(save, { ...of(person), body: bad });
  expect((await profileOf(person)).socialStats).toMatchObject({ rating: 3, totalReviews: 2 });
  await first.client.call(remove, of(person));
  expect((await profileOf(person)).socialStats).toMatchObject({ rating: 3, totalReviews: 2 });
});

test('who was left alone after paying may say so in a review that counts', async () => {
  const [person, buyer] = await addPair();
  const { db } = app.database;
  const dealId = await insertDeal(db, { buyer, seller: person });
  await confirm(buyer, dealId, 'paid');
  await cancel(person, dealId);
  await db.updateTable('users').set({ created_at: new Date() }).where('id', '=', idOf(buyer)).execute();
  const { data } = await buyer.client.call(save, { ...of(person), body: { ...good, rating: 1 } });
  expect(data).toMatchObject({ isCounted: true, isAfterDeal: false });
});
