import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldMessages } from '#test/texts.ts';
import { avatarWidths, coverWidths, imageVariant } from '@upaj/contract/limits';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { storedFiles } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { findLeftovers } from '#test/leftovers.ts';

const own = 'GET /api/v1/users/profile';
const profile = 'GET /api/v1/users/user/:username';

const kinds = [
  ['PATCH /api/v1/users/avatar', 'avatar', 'Profile photo updated', avatarWidths, 'avatarInvalid'],
  ['PATCH /api/v1/users/cover-image', 'coverImage', 'Cover Image updated!', coverWidths, 'imageInvalid'],
] as const;

const app = appForTests();
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});

const formOf = (field: string, ...files: (Blob | File)[]) => toForm({}, { [field]: files });
const filesOf = (url: string, widths: readonly number[]) =>
  widths.map((width) => imageVariant(url, width).replace('/media/', '')).toSorted();

describe.each(kinds)('%s', (key, field, message, widths, missing) => {
  test('changes the photo for everyone, and no one else’s', async () => {
    const before = (await merchant.client.call(own)).data[field];
    const form = formOf(field, await photo({ width: 1600, height: 900, hasGps: true }));
    const response = await farmer.client.call(key, { form });
    expect(response.message).toBe(message);
    expect(response.data).toMatch(new RegExp(`^/media/[0-9a-f]{32}-${widths.at(-1)}\\.webp$`));
    expect((await farmer.client.call(own)).data[field]).toBe(response.data);
    const params = { username: farmer.account.username };
    expect((await merchant.client.call(profile, { params })).data[field]).toBe(response.data);
    expect((await merchant.client.call(own)).data[field]).toBe(before);
    for (const [index, file] of filesOf(response.data, widths).entries()) {
      const stored = await sharp(await readFile(join(app.dataDir, 'media', file))).metadata();
      expect(stored).toMatchObject({ format: 'webp', width: [...widths].sort()[index] });
      expect(stored.exif).toBeUndefined();
    }
  });

  test('shows the previous photo to no one, and removes no other', async () => {
    const other = kinds.find(([name]) => name !== key) ?? kinds[0];
    const stored = await farmer.client.call(other[0], { form: formOf(other[1], await photo()) });
    const first = await farmer.client.call(key, { form: formOf(field, await photo()) });
    const second = await farmer.client.call(key, { form: formOf(field, await photo()) });
    const files = await storedFiles(app);
    expect(files).toEqual(expect.arrayContaining(filesOf(second.data, widths)));
    expect(files).toEqual(expect.arrayContaining(filesOf(stored.data, other[3])));
    expect((await fetch(app.url + first.data)).status).toBe(404);
    expect((await fetch(app.url + second.data)).status).toBe(200);
  });

  test('refuses an invalid photo and does not change the previous one', async () => {
    const { data: before } = await farmer.client.call(key, { form: formOf(field, await photo()) });
    const files = await storedFiles(app);
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
    expect(await storedFiles(app)).toEqual(files);
  });

  test('stores one of several concurrent uploads', async () => {
    const photos = await Promise.all(Array.from({ length: 5 }, () => photo()));
    const responses = await Promise.all(
      photos.map((file) => merchant.client.call(key, { form: formOf(field, file) })),
    );
    const shown = (await merchant.client.call(own)).data[field] ?? '';
    expect(responses.map(({ data }) => data)).toContain(shown);
    await expect.poll(() => findLeftovers(app.database.db, app.dataDir)).toEqual([]);
  });
});

test('a new photo appears on posts in cached feeds', async () => {
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
