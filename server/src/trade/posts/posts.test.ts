import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFiles, startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { addPerson, addPost, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';

const create = 'POST /api/v1/post/create-post';
const read = 'GET /api/v1/post/:postId';
const edit = 'PATCH /api/v1/post/:postId';
const mark = 'PATCH /api/v1/post/:postId/availability';
const remove = 'DELETE /api/v1/post/:postId';
const missing = { postId: '01900000-0000-7000-8000-000000000000' };

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

describe('creating', () => {
  test('stores and returns every field', async () => {
    const post = await addPost(farmer, {
      price: '2610',
      priceUnit: 'per quintal',
      originalPrice: '2750.50',
      tags: ' Fresh, ORGANIC ,fresh',
      variety: 'Sharbati',
      harvestDate: '2026-04-12',
      minorderQunatity: '5 quintal',
      packaging: 'Jute bags',
      isOrganic: 'true',
      isFeatured: 'true',
    });
    const { data } = await merchant.client.call(read, { params: { postId: post._id } });
    expect(data).toMatchObject({
      price: 2610,
      pricePerKg: 26.1,
      originalPrice: 2750.5,
      tags: ['fresh', 'organic'],
      isOrganic: true,
      isFeatured: true,
      isAvailable: true,
      specifications: {
        variety: 'Sharbati',
        harvestDate: '2026-04-12',
        shelLife: '12 months',
        minorderQunatity: '5 quintal',
        packaging: 'Jute bags',
      },
      location: {
        state: 'Punjab',
        district: 'Ludhiana',
        city: 'Khanna',
        village: 'Bahomajra',
        pincode: '141401',
      },
      author: { _id: farmer.account._id, username: farmer.account.username, userType: 'farmer' },
    });
    expect(data.imageInfo).toHaveLength(data.images.length);
    const profile = await merchant.client.call('GET /api/v1/users/user/:username', {
      params: { username: farmer.account.username },
    });
    expect(profile.data.totalPosts).toBe(1);
  });

  test('reads prices in the digits of Indian scripts', async () => {
    const post = await addPost(farmer, { price: '२०', originalPrice: '২৫.৫' });
    expect(post).toMatchObject({ price: 20, originalPrice: 25.5 });
  });

  test('an idempotency key creates one post, in sequence or concurrently', async () => {
    const person = await addPerson(app.url);
    const before = (await storedFiles(app)).length;
    const headers = { 'idempotency-key': randomUUID() };
    const send = async () =>
      (await person.client.call(create, { headers, form: toForm(postFields(), { images: [await photo()] }) }))
        .data._id;
    const ids = [await send(), ...(await Promise.all([send(), send(), send(), send()])), await send()];
    expect(new Set(ids).size).toBe(1);
    const { page } = await person.client.call('GET /api/v1/post/current-posts');
    expect(page.total).toBe(1);
    expect(await storedFiles(app)).toHaveLength(before + 3);
    const other = await addPost(await addPerson(app.url));
    expect(ids).not.toContain(other._id);
  });

  test('concurrent requests with one key create one post', async () => {
    const person = await addPerson(app.url);
    const headers = { 'idempotency-key': randomUUID() };
    const images = [await photo()];
    const send = () => person.client.call(create, { headers, form: toForm(postFields(), { images }) });
    const responses = await Promise.all(Array.from({ length: 5 }, send));
    expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
    expect((await person.client.call('GET /api/v1/users/profile')).data.totalPosts).toBe(1);
  });

  test('features at most three posts, also with five concurrent requests', async () => {
    const person = await addPerson(app.url);
    const images = [await photo()];
    const send = () =>
      person.client.send(create, { form: toForm(postFields({ isFeatured: 'true' }), { images }) });
    const responses = await Promise.all(Array.from({ length: 5 }, send));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
  });
});

describe('a crop', () => {
  const keyOf = async (postId: string) => {
    const { db } = app.database;
    const post = await db.selectFrom('posts').select('crop_key').where('id', '=', postId).executeTakeFirst();
    return post?.crop_key;
  };

  test('is understood in any language and stays as typed', async () => {
    const post = await addPost(farmer, { cropType: 'Kanda' });
    expect([post.cropType, await keyOf(post._id)]).toEqual(['Kanda', 'onion']);
    const params = { postId: post._id };
    for (const [cropType, key] of [
      ['வெங்காயம்', 'onion'],
      ['தக்காளி', 'tomato'],
      ['Wild Lemon', 'wild lemon'],
    ] as const) {
      const { data } = await farmer.client.call(edit, { params, form: toForm(postFields({ cropType })) });
      expect([data.cropType, await keyOf(post._id)]).toEqual([cropType, key]);
    }
  });
});

describe('editing', () => {
  const urlsOf = async (postId: string) =>
    (await farmer.client.call(read, { params: { postId } })).data.images;

  test('changes text, and photos by their order', async () => {
    const { _id: postId, images } = await addPost(farmer, {}, 3);
    const [first = '', second = '', third = ''] = images;
    const fields = postFields({ title: 'Washed wheat', imageOrder: [third, 'new', first].join(',') });
    const { data } = await farmer.client.call(edit, {
      params: { postId },
      form: toForm(fields, { images: [await photo()] }),
    });
    expect(data).toMatchObject({
      title: 'Washed wheat',
      images: [third, expect.stringMatching(/^\/media\//), first],
    });
    expect((await fetch(app.url + second)).status).toBe(404);
    expect((await fetch(app.url + first)).status).toBe(200);
  });

  test.each([
    ['a photo of another user', () => '/media/00000000000000000000000000000000-1280.webp', 'imageOrder'],
    ['a photo twice', (urls: string[]) => `${urls[0]},${urls[0]}`, 'imageOrder'],
    ['a new photo that was not sent', (urls: string[]) => `${urls[0]},new`, 'imageOrder'],
    ['no photo', () => ',', 'images'],
  ])('refuses %s', async (_, orderOf, field) => {
    const { _id: postId, images } = await addPost(farmer);
    const form = toForm(postFields({ imageOrder: orderOf(images) }));
    expect(await farmer.client.fail(edit, { params: { postId }, form })).toMatchObject({
      statusCode: 422,
      errors: [{ field }],
    });
    expect(await urlsOf(postId)).toEqual(images);
  });

  test.each([
    ['text', 0],
    ['a photo', 1],
  ])('of %s alone leaves the quantity that an accepted offer left', async (_, uploads) => {
    const { _id: postId } = await addPost(farmer);
    await respond(farmer, 'accept', await makeOffer(merchant, postId));
    const form = toForm(postFields({ title: 'Washed wheat' }), { images: uploads ? [await photo()] : [] });
    form.delete('quantity');
    const { data } = await farmer.client.call(edit, { params: { postId }, form });
    expect(data).toMatchObject({ title: 'Washed wheat', quantity: '20 quintal' });
    form.set('quantity', ' ');
    const { errors } = await farmer.client.fail(edit, { params: { postId }, form });
    expect(errors).toMatchObject([{ field: 'quantity' }]);
  });

  test('marks a post sold out and available again', async () => {
    const params = { postId: (await addPost(farmer))._id };
    const sold = await farmer.client.call(mark, { params, body: { isAvailable: false } });
    expect(sold.data.isAvailable).toBe(false);
    const feed = await merchant.client.call('GET /api/v1/post/feed', { query: { availability: 'sold-out' } });
    expect(feed.data.map(({ _id }) => _id)).toContain(params.postId);
    await farmer.client.call(mark, { params, body: { isAvailable: true } });
    expect((await merchant.client.call(read, { params })).data.isAvailable).toBe(true);
  });

  test('deletes a post with its photos', async () => {
    const { _id: postId, images } = await addPost(farmer, {}, 2);
    const params = { postId };
    await merchant.client.call('POST /api/v1/like/like/:postId', { params });
    await farmer.client.call(remove, { params });
    expect(await farmer.client.fail(read, { params })).toMatchObject({ code: 'POST_NOT_FOUND' });
    for (const url of images) expect((await farmer.client.fetch(url)).status).toBe(404);
  });
});

describe('another user’s post', () => {
  const calls = [
    [edit, () => ({ form: toForm(postFields()) })],
    [mark, () => ({ body: { isAvailable: false } })],
    [remove, () => ({})],
  ] as const;

  test.each(calls)('%s refuses another user, a stranger and an unknown post', async (key, sent) => {
    const post = await addPost(farmer);
    const params = { postId: post._id };
    expect(await merchant.client.fail(key, { params, ...sent() })).toMatchObject({
      statusCode: 403,
      code: 'NOT_YOURS',
    });
    expect(await new TestClient(app.url).fail(key, { params, ...sent() })).toMatchObject({ statusCode: 401 });
    expect(await farmer.client.fail(key, { params: missing, ...sent() })).toMatchObject({
      code: 'POST_NOT_FOUND',
    });
    const { data } = await farmer.client.call(read, { params });
    expect(data).toMatchObject({ title: post.title, isAvailable: true });
  });
});

test('a view counts once per viewer and day, and not for the author', async () => {
  const params = { postId: (await addPost(farmer))._id };
  const views = async (person: Person) => (await person.client.call(read, { params })).data.views;
  expect(await views(farmer)).toBe(0);
  expect(await views(merchant)).toBe(1);
  expect(await views(merchant)).toBe(1);
  expect(await views(await addPerson(app.url))).toBe(2);
});

test('reading a post takes two queries', async () => {
  const params = { postId: (await addPost(farmer))._id };
  await merchant.client.call(read, { params });
  await expectQueries(app.database, 2, () => merchant.client.call(read, { params }));
});
