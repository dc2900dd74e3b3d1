import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { avatarWidths, imageVariant, photoWidths } from '@upaj/contract/limits';
import type { MediaCheck } from '@upaj/contract/moderation/admin';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, storedFiles, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { findLeftovers, photoName } from '#test/leftovers.ts';
import { appForTests } from '#test/hooks.ts';
import { openTestS3 } from '#test/s3.ts';
import { testSecretKey } from '#test/session-cookie.ts';

const s3 = await openTestS3();
const app = appForTests();
let farmer: Person;
let inS3: TestApp;
let onDisk: TestApp;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  // Two more apps on the same database and folder, as after restarts with S3_URL: one stores new photos in S3, the
  // other moves them back to the disk.
  const dataDir = app.dataDir;
  const { db } = app.database;
  inS3 = await startTestApp({ env: { s3: s3.address, mediaStore: 's3', dataDir }, db });
  onDisk = await startTestApp({ env: { s3: s3.address, mediaStore: 'disk', dataDir }, db });
});
beforeEach(async () => {
  s3.fault = 'none';
  await s3.restore();
});
afterAll(async () => {
  await inS3.close();
  await onDisk.close();
  await s3.close();
});

const headersNow = () => ({ authorization: `Bearer ${writeAdminKey([testSecretKey])}` });
const move = (at: TestApp) =>
  new TestClient(at.url).send('POST /api/v1/admin/media/move', { headers: headersNow(), body: {} });
const pathOf = (file: string) => join(app.dataDir, 'media', file);
const filesOf = (url: string, widths: readonly number[] = photoWidths) =>
  widths.map((width) => imageVariant(url, width).replace('/media/', ''));

async function check(repair = false, at = app): Promise<MediaCheck['problems']> {
  const parts = Array.from('0123456789abcdef', async (part) => {
    const body = { part, repair };
    return (
      await new TestClient(at.url).call('POST /api/v1/admin/media/check', { headers: headersNow(), body })
    ).data;
  });
  return (await Promise.all(parts)).flatMap(({ problems }) => problems);
}

test('strangers and members can neither move nor check', async () => {
  for (const client of [farmer.client, new TestClient(app.url)]) {
    expect((await client.fail('POST /api/v1/admin/media/move', { body: {} })).statusCode).toBe(401);
    const body = { part: '0', repair: true };
    expect((await client.fail('POST /api/v1/admin/media/check', { body })).statusCode).toBe(401);
  }
});

test('a market moves to S3 and back while photos are shown, and may be stopped in between', async () => {
  const posts = [await addPost(farmer), await addPost(farmer, {}, 3)];
  const urls = posts.flatMap(({ images }) => images);
  const everywhere = async () =>
    (
      await Promise.all(
        [inS3, onDisk].flatMap(({ url: at }) => urls.map(async (url) => (await fetch(at + url)).status)),
      )
    ).filter((status) => status !== 200);
  const before = await storedFiles(app);
  expect(await everywhere()).toEqual([]);

  const over = new AbortController();
  const watching = (async () => {
    const seen: number[] = [];
    while (!over.signal.aborted) seen.push(...(await everywhere()));
    return seen;
  })();
  setTimeout(() => void s3.stop(), 30);
  const stopped = await move(inS3);
  await s3.restore();
  expect([200, 503]).toContain(stopped.status);
  await expect.poll(async () => (await move(inS3)).status).toBe(200);
  over.abort();
  expect((await watching).filter((status) => status !== 503)).toEqual([]);
  expect(await storedFiles(app)).toEqual([]);
  expect(await s3.files()).toEqual(before);
  expect((await move(inS3)).body).toMatchObject({ data: { moved: 0, isDone: true } });
  expect(await everywhere()).toEqual([]);

  expect((await move(onDisk)).body).toMatchObject({ data: { moved: before.length, isDone: true } });
  expect(await storedFiles(app)).toEqual(before);
  expect(await s3.files()).toEqual([]);
  expect(await everywhere()).toEqual([]);
});

test('a file that arrives damaged stops the move, and the old file stays', async () => {
  const { images } = await addPost(farmer);
  const before = await storedFiles(app);
  s3.fault = 'damaging';
  expect((await move(inS3)).status).toBe(500);
  s3.fault = 'none';
  expect(await storedFiles(app)).toEqual(before);
  expect((await fetch(app.url + images[0])).status).toBe(200);
  await move(inS3);
  await move(onDisk);
  expect(await storedFiles(app)).toEqual(before);
});

test('a check finds nothing in a market in order, also while photos come and go', async () => {
  const going = await addPost(farmer);
  await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId: going._id } });
  const coming = Promise.all([addPost(farmer), addPost(farmer), addPost(farmer, {}, 4)]);
  expect(await check(true)).toEqual([]);
  await coming;
  expect(await check()).toEqual([]);
});

test('files that nothing shows are kept for seven days more', async () => {
  const name = 'ab'.repeat(16);
  const file = `${name}-320.webp`;
  await writeFile(pathOf(file), 'left by a restored database');
  expect(await check()).toEqual([{ kind: 'unused', name, shownBy: '', isRepaired: false }]);
  expect(await check(true)).toMatchObject([{ kind: 'unused', isRepaired: true }]);
  expect(await check()).toEqual([]);
  await app.services.media.sweep();
  expect(await storedFiles(app)).toContain(file);
  await app.services.media.sweep(-7.1 * 24 * 60 * 60_000);
  expect(await storedFiles(app)).not.toContain(file);
});

test('photos without files are taken out of what shows them, and a missing size is made again', async () => {
  const { images, _id: postId } = await addPost(farmer, {}, 3);
  const [whole = '', half = '', gone = ''] = images;
  const { data: avatar } = await farmer.client.call('PATCH /api/v1/users/avatar', {
    form: toForm({}, { avatar: [await photo()] }),
  });
  const lost = [...filesOf(half).slice(0, 2), ...filesOf(gone), ...filesOf(avatar, avatarWidths)];
  for (const file of lost) await rm(pathOf(file));
  const found = await check();
  expect(found.map(({ kind, name, shownBy }) => `${kind} ${name} ${shownBy}`).toSorted()).toEqual(
    [
      `incomplete ${photoName(half)} posts ${postId}`,
      `missing ${photoName(gone)} posts ${postId}`,
      `missing ${photoName(avatar)} users ${farmer.account._id}`,
    ].toSorted(),
  );
  await check(true);
  expect(await check()).toEqual([]);
  const { data } = await farmer.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(data.images).toEqual([whole, half]);
  for (const file of filesOf(half)) expect((await fetch(`${app.url}/media/${file}`)).status).toBe(200);
  expect((await farmer.client.call('GET /api/v1/users/profile')).data.avatar).toBeNull();
});

test('after a restore, a post shows its deleted photos again', async () => {
  const { images, _id: postId } = await addPost(farmer);
  const { db } = app.database;
  const row = await db.selectFrom('posts').selectAll().where('id', '=', postId).executeTakeFirstOrThrow();
  const { price_per_kg: _, price_rank: __, is_hidden: ___, ...restored } = row;
  await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
  expect((await fetch(app.url + images[0])).status).toBe(404);
  await db
    .insertInto('posts')
    .values({ ...restored, images: JSON.stringify(row.images) } as never)
    .execute();
  expect(await check(true)).toMatchObject([{ kind: 'withheld', name: photoName(images[0] ?? '') }]);
  expect(await check()).toEqual([]);
  expect((await fetch(app.url + images[0])).status).toBe(200);
});

test('disk and database agree at the end', async () => {
  expect(await findLeftovers(app.database.db, app.dataDir)).toEqual([]);
  expect((await readdir(join(app.dataDir, 'media'))).filter((file) => file.endsWith('.part'))).toEqual([]);
});
