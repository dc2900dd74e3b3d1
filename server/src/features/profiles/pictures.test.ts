import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { avatarWidths, coverWidths, imageVariant } from '@upaj/contract/limits';
import { fieldMessages } from '@upaj/contract/messages';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptFiles, startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { findLeftovers } from '#test/leftovers.ts';
import { insertMembers } from '#test/rows.ts';

const own = 'GET /api/v1/users/profile';
const profile = 'GET /api/v1/users/user/:username';

const kinds = [
  ['PATCH /api/v1/users/avatar', 'avatar', 'Profile photo updated', avatarWidths, 'avatarInvalid'],
  ['PATCH /api/v1/users/cover-image', 'coverImage', 'Cover Image updated!', coverWidths, 'imageInvalid'],
] as const;

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

const formOf = (field: string, ...files: (Blob | File)[]) => toForm({}, { [field]: files });
const filesOf = (url: string, widths: readonly number[]) =>
  widths.map((width) => imageVariant(url, width).replace('/media/', '')).toSorted();

describe.each(kinds)('%s', (key, field, message, widths, missing) => {
  test('shows the picture to all, and changes nobody else’s', async () => {
    const before = (await merchant.client.call(own)).data[field];
    const form = formOf(field, await photo({ width: 1600, height: 900, hasGps: true }));
    const answer = await farmer.client.call(key, { form });
    expect(answer.message).toBe(message);
    expect(answer.data).toMatch(new RegExp(`^/media/[0-9a-f]{32}-${widths.at(-1)}\\.webp$`));
    expect((await farmer.client.call(own)).data[field]).toBe(answer.data);
    const params = { username: farmer.account.username };
    expect((await merchant.client.call(profile, { params })).data[field]).toBe(answer.data);
    expect((await merchant.client.call(own)).data[field]).toBe(before);
    for (const [index, file] of filesOf(answer.data, widths).entries()) {
      const kept = await sharp(await readFile(join(app.dataDir, 'media', file))).metadata();
      expect(kept).toMatchObject({ format: 'webp', width: [...widths].sort()[index] });
      expect(kept.exif).toBeUndefined();
    }
  });

  test('removes the picture that was there, and no other', async () => {
    const other = kinds.find(([name]) => name !== key) ?? kinds[0];
    const kept = await farmer.client.call(other[0], { form: formOf(other[1], await photo()) });
    const first = await farmer.client.call(key, { form: formOf(field, await photo()) });
    const second = await farmer.client.call(key, { form: formOf(field, await photo()) });
    const files = await keptFiles(app);
    expect(files).not.toEqual(expect.arrayContaining(filesOf(first.data, widths.slice(0, 1))));
    expect(files).toEqual(expect.arrayContaining(filesOf(second.data, widths)));
    expect(files).toEqual(expect.arrayContaining(filesOf(kept.data, other[3])));
    expect((await fetch(app.url + first.data)).status).toBe(404);
    expect((await fetch(app.url + second.data)).status).toBe(200);
  });

  test('refuses what is no picture, and keeps the one before', async () => {
    const { data: before } = await farmer.client.call(key, { form: formOf(field, await photo()) });
    const files = await keptFiles(app);
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.jpg', { type: 'image/jpeg' });
    const huge = new File([Buffer.alloc(11 * 1024 * 1024, 1)], 'a.jpg', { type: 'image/jpeg' });
    const refused: [FormData, string][] = [
      [toForm({}), fieldMessages[missing]],
      [toForm({ [field]: '' }), fieldMessages[missing]],
      [toForm({ [field]: '/media/x.webp' }), fieldMessages.imageInvalid],
      [formOf(field, svg), fieldMessages.imageInvalid],
      [formOf(field, huge), fieldMessages.imageTooLarge],
      [formOf(field, await photo(), await photo()), fieldMessages.invalid],
    ];
    for (const [form, said] of refused) {
      expect(await farmer.client.fail(key, { form })).toMatchObject({
        statusCode: 422,
        message: said,
        errors: [{ field, message: said }],
      });
    }
    expect((await farmer.client.call(own)).data[field]).toBe(before);
    expect(await keptFiles(app)).toEqual(files);
    expect(await new TestClient(app.url).fail(key, { form: formOf(field, await photo()) })).toMatchObject({
      code: 'NOT_LOGGED_IN',
    });
  });

  test('of uploads that come at once keeps one', async () => {
    const photos = await Promise.all(Array.from({ length: 5 }, () => photo()));
    const answers = await Promise.all(
      photos.map((file) => merchant.client.call(key, { form: formOf(field, file) })),
    );
    const shown = (await merchant.client.call(own)).data[field] ?? '';
    expect(answers.map(({ data }) => data)).toContain(shown);
    await expect.poll(() => findLeftovers(app.database.db, app.dataDir), { timeout: 5_000 }).toEqual([]);
  });
});

test('a new photo shows on the posts of feeds that were read before', async () => {
  await addPost(farmer, { state: 'Kerala', district: 'Wayanad' });
  const avatars = async () =>
    (await merchant.client.call('GET /api/v1/post/feed', { query: { state: 'Kerala' } })).data.map(
      ({ author }) => author.avatar,
    );
  await avatars();
  const form = formOf('avatar', await photo());
  const { data } = await farmer.client.call('PATCH /api/v1/users/avatar', { form });
  expect(await avatars()).toEqual([data]);
});

test('sixty pictures an hour are a person’s, whichever they change; another goes on', async () => {
  const [one, other] = await insertMembers(app.database.db, app.url, 2);
  const form = () => toForm({});
  const send = (index: number) => one?.client.send(kinds[index % 2]?.[0] ?? kinds[0][0], { form: form() });
  const answers = await Promise.all(Array.from({ length: 62 }, (_, index) => send(index)));
  const statuses = answers.map((answer) => answer?.status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await other?.client.send(kinds[0][0], { form: form() }))?.status).toBe(422);
});
