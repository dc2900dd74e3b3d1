import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { addPerson } from '../server/test/factories.ts';
import { onPhone, waitForToast } from './browser.ts';
import { takePhotos, type Photo } from './photos.ts';
import { createPost, enter, fillPost } from './steps.ts';

const url = inject('server');
const tChat = textsIn('en', 'chat');
const tCreatePost = textsIn('en', 'create-post');
const tFields = textsIn('en', 'fields');
const tProfile = textsIn('en', 'profile');

const fixtures = new URL('../server/test/fixtures/photos/', import.meta.url);
const heic = async (name = 'IMG_1.heic'): Promise<Photo> => {
  return { name, mimeType: 'image/heic', buffer: await readFile(new URL('camera.heic', fixtures)) };
};
const cutOff = async (format: 'jpeg' | 'png' | 'webp'): Promise<Photo> => {
  const [photo] = await takePhotos();
  const whole = await sharp(photo?.buffer).resize(600).toFormat(format).toBuffer();
  const buffer = whole.subarray(0, whole.length * 0.7);
  return { name: `cut.${format}`, mimeType: `image/${format}`, buffer };
};

test('HEIC, JPEG XL and turned WebP photos become a post as they are shown', async () => {
  const { page } = await enter(await addPerson(url), onPhone);
  const jxl = await readFile(new URL('camera.jxl', fixtures));
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c83' } });
  const turned = await plain.withMetadata({ orientation: 6 }).webp().toBuffer();
  await createPost(page, [
    await heic(),
    { name: 'a.jxl', mimeType: 'image/jxl', buffer: jxl },
    { name: 'turned.webp', mimeType: 'image/webp', buffer: turned },
  ]);
  const response = await page.request.get('/api/v1/post/current-posts');
  const { data } = (await response.json()) as { data: { imageInfo: object[] }[] };
  expect(data[0]?.imageInfo).toMatchObject([
    { width: 640, height: 480 },
    { width: 480, height: 640 },
    // Chromium ignores that a WebP photo is to be turned.
    { width: 300, height: 200 },
  ]);
});

test('files that were cut off, and drawings, are refused by their names when they are chosen', async () => {
  const { page } = await enter(await addPerson(url), onPhone);
  await page.goto('/create-post');
  const input = page.locator('input[type=file][multiple]');
  const cut = [await cutOff('jpeg'), await cutOff('png'), await cutOff('webp')];
  await input.setInputFiles(cut);
  for (const { name } of cut) {
    const tile = page.getByRole('listitem').filter({ hasText: name });
    await tile.getByText(tFields('imageInvalid')).waitFor();
  }
  const drawing = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await input.setInputFiles([drawing]);
  await waitForToast(page, `a.svg: ${tFields('avatarInvalid')}`);

  await page.goto('/Profile');
  for (const label of [tProfile('coverAdd'), tProfile('avatarEdit')]) {
    await page.locator('label', { hasText: label }).locator('input').setInputFiles(cut.slice(0, 1));
    await waitForToast(page, `cut.jpeg: ${tFields('imageInvalid')}`);
    await page.evaluate('toasts.clear()');
  }

  const partner = await addPerson(url);
  await page.goto(`/chat/${partner.account._id}`);
  await page.getByLabel(tChat('addPhotos')).setInputFiles(cut.slice(2));
  await waitForToast(page, `cut.webp: ${tFields('imageInvalid')}`);
});

test('a photo that the server refuses is named in its place', async () => {
  const { page } = await enter(await addPerson(url), onPhone);
  const whole = (await takePhotos()).slice(4);
  const cut = await heic('IMG_2.heic');
  await page.goto('/create-post');
  await fillPost(page, [...whole, { ...cut, buffer: cut.buffer.subarray(0, cut.buffer.length / 2) }]);
  await page.getByRole('button', { name: tCreatePost('submit') }).click();
  await waitForToast(page, `IMG_2.heic: ${tFields('imageInvalid')}`);
  const photos = page.getByRole('list', { name: tCreatePost('images') });
  const tile = photos.getByRole('listitem').filter({ hasText: 'IMG_2.heic' });
  await tile.getByText(tFields('imageInvalid')).waitFor();
});
