import { imageVariant, photoWidths } from '@upaj/contract/limits';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, storedFiles, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { countPhotoRows } from '#test/leftovers.ts';
import { openTestS3 } from '#test/s3.ts';

const create = 'POST /api/v1/post/create-post';

const s3 = await openTestS3();
const env = { s3: s3.address, mediaStore: 's3' as const };
const app = appForTests({ env });
let other: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  other = await startTestApp({ env, db: app.database.db });
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterEach(async () => {
  s3.fault = 'none';
  await expect.poll(() => readiness('media')).toBe('ok');
});
afterAll(async () => {
  await other.close();
  await s3.close();
});

async function readiness(part: string): Promise<unknown> {
  const response = await fetch(`${app.url}/readyz`);
  return ((await response.json()) as Record<string, unknown>)[part];
}

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work, performance.now() - began];
}

const upload = async () =>
  farmer.client.send(create, { form: toForm(postFields(), { images: [await photo()] }) });

test('photos are in S3, and a process that shares no folder serves them', async () => {
  const { images } = await addPost(farmer);
  expect(await storedFiles(app)).toEqual([]);
  const names = photoWidths.map((width) => imageVariant(images[0] ?? '', width).replace('/media/', ''));
  expect(await s3.files()).toEqual(expect.arrayContaining(names));
  for (const { url } of [app, other]) {
    const response = await fetch(url + images[0]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(url + images[0], { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(url + images[0], { method: 'HEAD' })).status).toBe(200);
  }
  expect((await fetch(`${app.url}/media/${'0'.repeat(32)}-320.webp`)).status).toBe(404);
});

test('photos of a message are served to its two people only, by each process', async () => {
  const { newMessage } = await farmer.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params: { userId: merchant.account._id },
    form: toForm({ text: '' }, { images: [await photo()] }),
  });
  const url = newMessage.images[0] ?? '';
  const stranger = await addPerson(app.url);
  const clients = [farmer.client, merchant.client, stranger.client, new TestClient(app.url)];
  for (const at of [app.url, other.url]) {
    const responses = await Promise.all(clients.map((client) => client.at(at).fetch(url)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
    expect(responses[0]?.headers.get('cache-control')).toBe('private, no-cache');
  }
});

test('a deleted photo is seen by no one at once, and leaves S3 after seven days', async () => {
  const { images, _id } = await addPost(farmer);
  const before = await s3.files();
  await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId: _id } });
  for (const { url } of [app, other]) expect((await fetch(url + images[0])).status).toBe(404);
  await app.services.media.sweep(-6.9 * 24 * 60 * 60_000);
  expect(await s3.files()).toEqual(before);
  await app.services.media.sweep(-7 * 24 * 60 * 60_000);
  expect(await s3.files()).toHaveLength(before.length - photoWidths.length);
});

test('the export has the photos, and is refused rather than incomplete while they cannot be read', async () => {
  const person = await addPerson(app.url);
  const { images } = await addPost(person);
  const complete = await person.client.fetch('/api/v1/users/export');
  expect(complete.status).toBe(200);
  expect(complete.body).toContain((images[0] ?? '').replace('/media/', 'photos/'));
  s3.fault = 'failing';
  expect((await person.client.fetch('/api/v1/users/export')).status).toBe(503);
});

test.each([
  ['responds with errors', () => (s3.fault = 'failing')],
  ['never responds', () => (s3.fault = 'silent')],
  ['is out', () => s3.stop()],
])(
  'while S3 %s, photos are refused within 20 s and the rest works; later nothing is missing or left',
  async (_, breakIt) => {
    const { images, _id: postId } = await addPost(farmer);
    const [files, rows] = [await s3.files(), await countPhotoRows(app.database.db)];
    await breakIt();
    const [shown, forShown] = await timed(farmer.client.fetch(images[0] ?? ''));
    expect(shown).toMatchObject({ status: 503, body: { code: 'PHOTOS_UNAVAILABLE' } });
    expect(shown.headers.get('retry-after')).toBe('5');
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const [refused, forRefused] = await timed(upload());
    expect(refused).toMatchObject({
      status: 503,
      body: { message: 'Photos cannot be saved or shown right now. Please try again in a moment.' },
    });
    expect(Math.max(forShown, forRefused)).toBeLessThan(20_000);
    expect(await readiness('media')).toBe('failing');
    expect(await readiness('status')).toBe('degraded');
    const [post, forPost] = await timed(
      farmer.client.call('GET /api/v1/post/:postId', { params: { postId } }),
    );
    expect(post.data.images).toEqual(images);
    expect(forPost).toBeLessThan(20_000);
    await app.services.media.sweep(-1_000);

    s3.fault = 'none';
    await s3.restore();
    await expect.poll(() => readiness('media')).toBe('ok');
    expect((await farmer.client.fetch(images[0] ?? '')).status).toBe(200);
    await app.services.media.sweep(-1_000);
    expect(await s3.files()).toEqual(files);
    expect(await countPhotoRows(app.database.db)).toEqual(rows);
    expect((await upload()).status).toBe(201);
  },
);

test('a sweep ends while S3 is out, however many photos wait for it', async () => {
  const names = Array.from({ length: 150 }, (_, index) => index.toString(16).padStart(32, 'a'));
  const { db } = app.database;
  const long = new Date(Date.now() - 60 * 60_000);
  await db
    .insertInto('unclaimed_media')
    .values(names.map((name) => ({ name, since: long })))
    .execute();
  await s3.stop();
  await app.services.media.sweep();
  await s3.restore();
  await expect.poll(() => readiness('media')).toBe('ok');
  await app.services.media.sweep();
  expect(await db.selectFrom('unclaimed_media').where('name', 'in', names).selectAll().execute()).toEqual([]);
});

test('a slow S3 delays photos only', async () => {
  s3.fault = 'late';
  expect((await upload()).status).toBe(201);
});

test('a photo whose transfer breaks off does not look complete', async () => {
  const { images } = await addPost(farmer);
  s3.fault = 'cut';
  await expect(fetch(app.url + images[0]).then((response) => response.arrayBuffer())).rejects.toThrow(
    'terminated',
  );
});

test('the secret is in no log', () => {
  expect(app.logs.join('')).not.toContain(s3.address.secret);
});
