import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, postFields, toForm, type Person } from '#test/factories.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';

const feed = 'GET /api/v1/post/feed';
const price = 'GET /api/v1/market/price';

const app = appForTests();
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
beforeEach(async () => {
  await app.database.db.deleteFrom('rate_series').execute();
  await report({ state: 'Sikkim', district: 'Gangtok', market: 'Gangtok', commodity: 'Large Cardamom' });
});

async function report(...rows: Parameters<typeof rateRow>[0][]): Promise<void> {
  await app.services.rates.ingest(
    rows.map((row) => rateRow(row)),
    { isSample: false },
  );
}

async function findPrice(query: Record<string, string> = {}): Promise<MarketPrice | null> {
  const full = { cropType: 'Wheat', state: 'Punjab', district: 'Ludhiana', ...query };
  return (await farmer.client.call(price, { query: full })).data;
}

const karnal = { state: 'Haryana', district: 'Karnal', market: 'Karnal' };
const kollam = { state: 'Kerala', district: 'Kollam', market: 'Kollam' };

describe('the price of a crop at a place', () => {
  test('is the nearest mandi’s', async () => {
    await report(karnal, { modalPrice: 2_410 }, kollam);
    expect(await findPrice()).toEqual({
      rateId: expect.any(String),
      commodity: 'Wheat',
      variety: 'Other',
      market: 'Khanna',
      district: 'Ludhiana',
      state: 'Punjab',
      modalPrice: 2_410,
      arrivalDate: daysAgo(0),
      distanceKm: 0,
      isSample: false,
    });
    const fromMoga = await findPrice({ district: 'Moga' });
    expect(fromMoga?.market).toBe('Khanna');
    expect(fromMoga?.distanceKm).toBeGreaterThan(50);
    expect((await findPrice({ state: 'Haryana', district: 'Panipat' }))?.market).toBe('Karnal');
  });

  test('is null beyond 500 km, for other crops, and for commodities that no mandi trades', async () => {
    await report(kollam, { commodity: 'Isabgul Husk', crop: null });
    expect(await findPrice()).toBeNull();
    expect(await findPrice({ state: 'Kerala', district: 'Ernakulam' })).toMatchObject({ market: 'Kollam' });
    expect(await findPrice({ cropType: 'Sprayer' })).toBeNull();
    expect(await findPrice({ cropType: 'Isabgul Husk' })).toBeNull();
    expect(await findPrice({ cropType: 'अज्ञात' })).toBeNull();
  });

  test('prefers this week to a near mandi, and is at most 90 days old', async () => {
    await report({ arrivalDate: daysAgo(8) }, { ...karnal, arrivalDate: daysAgo(7) });
    expect(await findPrice()).toMatchObject({ market: 'Karnal', arrivalDate: daysAgo(7) });
    await app.database.db.deleteFrom('rate_series').execute();
    await report({ arrivalDate: daysAgo(90) }, { ...karnal, arrivalDate: daysAgo(8) });
    expect(await findPrice()).toMatchObject({ market: 'Khanna', arrivalDate: daysAgo(90) });
    await app.database.db.deleteFrom('rate_series').execute();
    await report({ arrivalDate: daysAgo(91) });
    expect(await findPrice()).toBeNull();
  });

  test('is of the requested variety, else the median of that mandi', async () => {
    await report(
      { variety: 'Sharbati', modalPrice: 3_400 },
      { variety: 'Dara', modalPrice: 2_300 },
      { variety: 'Lokwan', modalPrice: 2_600 },
      { variety: 'Old', modalPrice: 2_500, arrivalDate: daysAgo(20) },
      { ...karnal, variety: 'Kalyan', modalPrice: 2_200 },
    );
    expect(await findPrice({ variety: ' sharbati ' })).toMatchObject({ modalPrice: 3_400 });
    expect(await findPrice({ variety: 'Kalyan' })).toMatchObject({ variety: 'Lokwan' });
    expect(await findPrice()).toMatchObject({ variety: 'Lokwan', modalPrice: 2_600 });
  });

  test('is of the crop’s main commodity, when a mandi trades several', async () => {
    const crop = 'lemon';
    await report(
      { crop, commodity: 'Lime', modalPrice: 3_000 },
      { crop, commodity: 'Lime', variety: 'Kagzi', modalPrice: 4_000 },
      { crop, commodity: 'Lemon', modalPrice: 8_000 },
      { crop, ...karnal, commodity: 'Lime', modalPrice: 5_000 },
    );
    const lemon = { cropType: 'Lemon' };
    expect(await findPrice(lemon)).toMatchObject({ commodity: 'Lemon', modalPrice: 8_000 });
    expect(await findPrice({ ...lemon, variety: 'Kagzi' })).toMatchObject({ modalPrice: 4_000 });
    const atKarnal = await findPrice({ ...lemon, state: 'Haryana', district: 'Karnal' });
    expect(atKarnal).toMatchObject({ commodity: 'Lime', modalPrice: 5_000 });
  });

  test('of two mandis at the same distance is the later one', async () => {
    await report(
      { market: 'Khanna', arrivalDate: daysAgo(2) },
      { market: 'Jagraon', arrivalDate: daysAgo(1) },
    );
    expect(await findPrice()).toMatchObject({ market: 'Jagraon' });
  });

  test('takes no query', async () => {
    await report({});
    await findPrice();
    app.database.queries.length = 0;
    await findPrice({ district: 'Moga' });
    expect(app.database.queries).toEqual([]);
  });

  test.each([
    [{ cropType: '' }, 'cropType'],
    [{ state: 'Lahore' }, 'state'],
    [{ district: 'Karnal' }, 'district'],
  ])('refuses %o', async (query, field) => {
    const full = { cropType: 'Wheat', state: 'Punjab', district: 'Ludhiana', ...query };
    expect(await farmer.client.fail(price, { query: full })).toMatchObject({
      statusCode: 422,
      errors: [{ field }],
    });
  });

  test('is marked when it is a sample', async () => {
    await app.database.db.deleteFrom('rate_series').execute();
    await app.services.rates.ingest([rateRow()], { isSample: true });
    expect(await findPrice()).toMatchObject({ isSample: true });
  });
});

describe('next to a post', () => {
  const read = async (postId: string) =>
    (await merchant.client.call('GET /api/v1/post/:postId', { params: { postId } })).data.marketPrice;
  const inFeed = async (postId: string) =>
    (await merchant.client.call(feed)).data.find(({ _id }) => _id === postId)?.marketPrice;

  test('is in every response with the post', async () => {
    await report({ modalPrice: 2_410 }, { variety: 'Sharbati', modalPrice: 3_400 });
    const post = await addPost(farmer, { variety: 'Sharbati' });
    const expected = await findPrice({ variety: 'Sharbati' });
    expect(expected).toMatchObject({ modalPrice: 3_400 });
    expect(post.marketPrice).toEqual(expected);
    const params = { postId: post._id };
    expect(await read(post._id)).toEqual(expected);
    expect(await inFeed(post._id)).toEqual(expected);
    await merchant.client.call('POST /api/v1/like/like/:postId', { params });
    expect(await inFeed(post._id)).toEqual(expected);
    const form = toForm(postFields({ variety: 'Dara' }));
    const edited = await farmer.client.call('PATCH /api/v1/post/:postId', { params, form });
    expect(edited.data.marketPrice).toEqual(await findPrice());
    expect(await inFeed(post._id)).toEqual(await findPrice());
  });

  test.each([
    ['per quintal', 'Wheat', true],
    ['per kg', 'गेहूँ', true],
    ['per bag', 'Wheat', false],
    ['per piece', 'Wheat', false],
    ['per kg', 'Something else', false],
    ['per kg', 'Sprayer', false],
  ])('for %s and %s it is shown: %s', async (priceUnit, cropType, hasPrice) => {
    await report({});
    const post = await addPost(farmer, { priceUnit, cropType });
    expect(post.marketPrice !== null).toBe(hasPrice);
    expect(await inFeed(post._id)).toEqual(post.marketPrice);
  });

  test('has the new price as soon as a mandi reports', async () => {
    await report({ modalPrice: 2_410, arrivalDate: daysAgo(1) });
    const { _id: postId } = await addPost(farmer);
    expect(await inFeed(postId)).toMatchObject({ modalPrice: 2_410 });
    await report({ modalPrice: 2_555 });
    expect(await inFeed(postId)).toMatchObject({ modalPrice: 2_555, arrivalDate: daysAgo(0) });
    expect(await read(postId)).toMatchObject({ modalPrice: 2_555 });
  });

  test('costs the feed no query', async () => {
    await report({});
    await addPost(farmer);
    app.database.queries.length = 0;
    await merchant.client.call(feed);
    expect(app.database.queries.filter((query) => /rate_series|\brates\b/.test(query))).toEqual([]);
  });
});
