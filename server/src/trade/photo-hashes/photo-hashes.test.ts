import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findCase } from '#test/cases.ts';
import { addPerson, postFields, scene, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { photoName } from '#test/leftovers.ts';
import { addStaff } from '#test/second-factor.ts';

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
});

const inADay = () => new Date(Date.now() + 24 * 60 * 60_000);

beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('posts').execute();
  await db.deleteFrom('unfinished_backfills').execute();
  await db.insertInto('unfinished_backfills').values({ job: 'hash-photos', open_until: inADay() }).execute();
});
afterEach(() => vi.restoreAllMocks());

async function addPostWith(person: Person, images: Blob[]) {
  const form = toForm(postFields(), { images });
  return (await person.client.call('POST /api/v1/post/create-post', { form })).data;
}

/** Deletes all hashes and returns them by the names of the photos. */
async function takeHashes() {
  const hashes = await findHashes();
  await app.database.db.deleteFrom('post_photos').execute();
  return hashes;
}

async function findHashes() {
  const rows = await app.database.db.selectFrom('post_photos').selectAll().execute();
  return new Map(rows.map((row) => [row.name, [row.part_1, row.part_2, row.part_3, row.part_4]]));
}

const hashStored = () => vi.spyOn(app.services.media, 'hashStored');
const run = () =>
  app.jobs.find(({ name }) => name === 'hash-photos')?.run(new AbortController().signal) ??
  Promise.reject(new Error('There is no such job'));

test('photos of older posts get their hashes in batches, each photo once', async () => {
  for (let count = 0; count < 21; count += 1) await addPostWith(farmer, [await scene()]);
  await addPostWith(farmer, [await scene(), await scene(), await scene()]);
  const before = await takeHashes();
  const spy = hashStored();
  await run();
  expect(await findHashes()).toEqual(before);
  expect(spy).toHaveBeenCalledTimes(24);
  await run();
  expect(spy).toHaveBeenCalledTimes(24);
});

test('then a copy of an older photo is found', async () => {
  const [owner, thief] = [await addPerson(app.url), await addPerson(app.url)];
  const image = await scene();
  await addPostWith(owner, [image]);
  await app.services.outbox.deliver();
  await takeHashes();
  await run();
  await addPostWith(thief, [image]);
  await app.services.outbox.deliver();
  const moderator = await addStaff(app, 'moderator');
  expect(await findCase(moderator, thief, 'post')).toMatchObject({ flagsCount: 1 });
});

test('a photo that cannot be read is skipped and not tried again', async () => {
  const { images } = await addPostWith(farmer, [await scene(), await scene()]);
  const [lost = '', other = ''] = images.map(photoName);
  await takeHashes();
  await rm(join(app.dataDir, 'media', `${lost}-1280.webp`));
  await run();
  expect([...(await findHashes()).keys()]).toEqual([other]);
  const spy = hashStored();
  await run();
  expect(spy).not.toHaveBeenCalled();
});

test('in an outage the job fails, and goes on at the same post', async () => {
  const { images } = await addPostWith(farmer, [await scene()]);
  await takeHashes();
  hashStored().mockRejectedValueOnce(new Error('S3 does not respond'));
  await expect(run()).rejects.toThrow('S3 does not respond');
  await run();
  expect([...(await findHashes()).keys()]).toEqual(images.map(photoName));
});

test('when all is done and no process of the release before runs, the job reads no posts', async () => {
  const { db } = app.database;
  await db.updateTable('unfinished_backfills').set({ open_until: new Date() }).execute();
  await run();
  expect(await db.selectFrom('unfinished_backfills').selectAll().execute()).toEqual([]);
  await addPostWith(farmer, [await scene()]);
  await takeHashes();
  const spy = hashStored();
  await run();
  expect(spy).not.toHaveBeenCalled();
  expect(await findHashes()).toEqual(new Map());
});
