import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPhotoDecoder } from '#src/platform/media/photo-decoder.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { countPhotoRows, findLeftovers } from '#test/leftovers.ts';

const create = 'POST /api/v1/post/create-post';
const edit = 'PATCH /api/v1/post/:postId';
const remove = 'DELETE /api/v1/post/:postId';
const profile = 'GET /api/v1/users/profile';

let app: TestApp;
let farmer: Person;
let merchant: Person;
/** The decoder waits for this promise before it decodes a photo. */
let hold = Promise.resolve();
beforeAll(async () => {
  const decoder = openPhotoDecoder();
  app = await startTestApp({
    decoder: {
      ...decoder,
      async decode(...given) {
        await hold;
        return decoder.decode(...given);
      },
    },
  });
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

async function startSlowEdit(postId: string, changes: Record<string, string> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const form = toForm(postFields(changes), { images: [await photo()] });
  const answer = farmer.client.send(edit, { params: { postId }, form });
  const countUnclaimed = async () => (await countPhotoRows(app.database.db)).unclaimed;
  await expect.poll(countUnclaimed).toBe(1);
  return {
    end() {
      resolve();
      return answer;
    },
  };
}

async function expectNoLeftovers(): Promise<void> {
  const find = () => findLeftovers(app.database.db, app.dataDir);
  await expect.poll(find).toEqual([]);
}

test('five requests with one key take the last featured place once', async () => {
  const person = await addPerson(app.url);
  const isFeatured = 'true';
  for (let count = 0; count < 2; count += 1) await addPost(person, { isFeatured });
  const headers = { 'idempotency-key': randomUUID() };
  const images = [await photo()];
  const send = () =>
    person.client.call(create, { headers, form: toForm(postFields({ isFeatured }), { images }) });
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  answers.push(await send());
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
  const form = toForm(postFields({ isFeatured }), { images });
  expect(await person.client.fail(create, { form })).toMatchObject({
    statusCode: 409,
    code: 'TOO_MANY_FEATURED',
    message: 'You can feature at most 3 posts at a time',
  });
  await expectNoLeftovers();
});

test('of five posts featured concurrently three succeed', async () => {
  const person = await addPerson(app.url);
  const posts = [];
  for (let count = 0; count < 5; count += 1) posts.push(await addPost(person));
  const answers = await Promise.all(
    posts.map(({ _id: postId }) =>
      person.client.send(edit, { params: { postId }, form: toForm(postFields({ isFeatured: 'true' })) }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
  const stored = posts[answers.findIndex(({ status }) => status === 200)];
  await person.client.call(edit, {
    params: { postId: stored?._id ?? '' },
    form: toForm(postFields({ isFeatured: 'true', title: 'Still featured' })),
  });
});

test('an edit does not bring back a photo that another edit removed meanwhile', async () => {
  const { _id: postId, images } = await addPost(farmer, {}, 2);
  const params = { postId };
  const slow = await startSlowEdit(postId);
  const order = { imageOrder: images[1] ?? '' };
  await farmer.client.call(edit, { params, form: toForm(postFields(order)) });
  expect((await slow.end()).status).toBe(200);
  const { data } = await farmer.client.call('GET /api/v1/post/:postId', { params });
  expect(data.images).not.toContain(images[0]);
  expect(data.images).toHaveLength(2);
  for (const url of data.images) expect((await fetch(app.url + url)).status).toBe(200);
  await expectNoLeftovers();
});

test('an edit that names a photo which another edit removed meanwhile is refused', async () => {
  const { _id: postId, images } = await addPost(farmer, {}, 2);
  const params = { postId };
  const slow = await startSlowEdit(postId, { imageOrder: [...images, 'new'].join(',') });
  const order = { imageOrder: images[1] ?? '' };
  await farmer.client.call(edit, { params, form: toForm(postFields(order)) });
  expect((await slow.end()).body).toMatchObject({ statusCode: 422, errors: [{ field: 'imageOrder' }] });
  await expectNoLeftovers();
});

test('an edit of a post deleted meanwhile leaves no files', async () => {
  const params = { postId: (await addPost(farmer))._id };
  const slow = await startSlowEdit(params.postId);
  await farmer.client.call(remove, { params });
  expect((await slow.end()).body).toMatchObject({ statusCode: 404, code: 'POST_NOT_FOUND' });
  await expectNoLeftovers();
});

test('concurrent deletions delete a post once', async () => {
  const person = await addPerson(app.url);
  await addPost(person);
  const params = { postId: (await addPost(person))._id };
  await Promise.all(Array.from({ length: 3 }, () => person.client.send(remove, { params })));
  expect((await person.client.call(profile)).data.totalPosts).toBe(1);
  expect((await person.client.call('GET /api/v1/post/current-posts')).page.total).toBe(1);
});

test('concurrent views by one viewer count once', async () => {
  const params = { postId: (await addPost(farmer))._id };
  const open = () => merchant.client.call('GET /api/v1/post/:postId', { params });
  await Promise.all(Array.from({ length: 8 }, open));
  expect((await open()).data.views).toBe(1);
});

test('concurrent actions on one post neither fail nor leave anything behind', async () => {
  const person = await addPerson(app.url);
  for (let round = 0; round < 4; round += 1) {
    const params = { postId: (await addPost(person, {}, 2))._id };
    const small = [await photo()];
    const isFeatured = String(round % 2 === 0);
    const answers = await Promise.all([
      person.client.send(edit, { params, form: toForm(postFields({ isFeatured }), { images: small }) }),
      merchant.client.send('POST /api/v1/like/like/:postId', { params }),
      merchant.client.send('GET /api/v1/post/:postId', { params }),
      person.client.send(edit, { params, form: toForm(postFields({ isFeatured })) }),
      person.client.send('PATCH /api/v1/post/:postId/availability', {
        params,
        body: { isAvailable: false },
      }),
      person.client.send(edit, { params, form: toForm(postFields(), { images: small }) }),
      merchant.client.send('DELETE /api/v1/like/unlike/:postId', { params }),
      person.client.send(remove, { params }),
      merchant.client.send('GET /api/v1/post/feed'),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect((await person.client.fail('GET /api/v1/post/:postId', { params })).statusCode).toBe(404);
  }
  expect((await person.client.call(profile)).data.totalPosts).toBe(0);
  await expectNoLeftovers();
});
