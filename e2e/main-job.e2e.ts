import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';
import { addPerson } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { onPhone, visit, waitForToast } from './browser.ts';
import { takePhotos, type Photo } from './photos.ts';
import {
  createPost,
  enter,
  fillPost,
  filterCrops,
  logOut,
  newcomer,
  register,
  unique,
  wheat,
} from './steps.ts';

const url = inject('server');
const tCreatePost = textsIn('en', 'create-post');
const tFeed = textsIn('en', 'feed');
const tFields = textsIn('en', 'fields');
const tPost = textsIn('en', 'post');
const tPostPage = textsIn('en', 'post-page');

let photos: Photo[];
beforeAll(async () => {
  photos = await takePhotos();
});

test('a farmer posts on a phone, and a merchant finds it at a desktop', async () => {
  const onTheFarm = await visit(url, onPhone);
  const [avatar] = photos;
  await register(onTheFarm.page, { ...newcomer('farmer', 'Gurpreet Singh'), avatar });

  const { page } = await visit(url);
  const served = new Set<string>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/media/')) served.add(response.url());
  });
  await register(page, newcomer('merchant', 'Anita Deshmukh'));
  const title = `${wheat.title} ${unique()}`;
  await createPost(onTheFarm.page, photos, { ...wheat, title });
  await filterCrops(page);
  await page.getByRole('button', { name: tFeed('compactView') }).click();
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByText('₹31.50').waitFor();
  await card.getByText('+1').waitFor();
  await card.getByRole('link', { name: title }).first().click();
  await page.waitForURL(/\/post\//);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();

  const seller = page.locator('dl > div').filter({ hasText: tPostPage('memberSince') });
  expect(await seller.locator('dd').textContent()).toMatch(/^[A-Z][a-z]+ 20\d\d$/);

  const like = page.getByRole('button', { name: new RegExp(`^${tPost('like')},`) }).first();
  const saved = page.waitForResponse((response) => response.url().includes('/like/like/'));
  await like.click();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  expect(await like.getAttribute('aria-label')).toContain(tPost('likes', { count: 1 }));

  await page.goBack();
  await page.waitForURL(/\/crops\?/i);
  await expect.poll(() => served.size).toBeGreaterThan(4);
  // Photos that are gone are left out, because other journeys on this server delete their posts.
  const responses = (await Promise.all([...served].map((url) => page.request.get(url)))).filter((each) =>
    each.ok(),
  );
  expect(responses.length).toBeGreaterThan(4);
  for (const response of responses) {
    const bytes = await response.body();
    const { format, exif, xmp } = await sharp(bytes).metadata();
    expect({ format, exif, xmp }).toEqual({ format: 'webp' });
    expect(bytes.includes('Exif')).toBe(false);
  }
  await logOut(onTheFarm.page);
});

test('a draft survives a reload, a lost connection and a failed submit', async () => {
  const { page } = await enter(await addPerson(url));
  await page.goto('/create-post');
  await fillPost(page, photos.slice(0, 2));
  const second = page.getByRole('button', { name: tCreatePost('removePhoto', { place: 2 }) });
  await second.waitFor();
  await page.reload();
  await page.getByText(tCreatePost('draftRestored')).waitFor();
  const title = page.getByLabel(tCreatePost('labels.title'), { exact: true });
  expect(await title.inputValue()).toBe(wheat.title);
  await second.waitFor();

  await page.context().setOffline(true);
  await page.getByRole('button', { name: tCreatePost('submit') }).click();
  await waitForToast(page, 'Network error. Please check your connection.');
  expect(await title.inputValue()).toBe(wheat.title);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: tCreatePost('submit') }).click();
  await waitForToast(page, tCreatePost('created'));
  const posts = await page.request.get('/api/v1/post/current-posts');
  expect(((await posts.json()) as { data: unknown[] }).data).toHaveLength(1);
});

test('ten photos, and what is typed meanwhile, survive a reload right after they were chosen; a damaged one is marked', async () => {
  const { page } = await enter(await addPerson(url));
  await page.goto('/create-post');
  const ten = [...photos, ...photos].map((one, index) => ({ ...one, name: `${index}.jpg` }));
  const input = page.locator('input[type=file][multiple]');
  await input.setInputFiles(ten);
  const tenth = page.getByRole('button', { name: tCreatePost('removePhoto', { place: 10 }) });
  await tenth.waitFor();
  const title = page.getByLabel(tCreatePost('labels.title'), { exact: true });
  await title.fill(wheat.title);
  await page.reload();
  await page.getByText(tCreatePost('draftRestored')).waitFor();
  expect(await title.inputValue()).toBe(wheat.title);
  await tenth.waitFor();
  await expect.poll(() => page.locator('ol img').count()).toBe(10);

  await tenth.click();
  const damaged = { ...ten[0]!, name: 'damaged.jpg', buffer: ten[0]!.buffer.subarray(0, 60) };
  await input.setInputFiles([damaged]);
  await page
    .getByRole('listitem')
    .filter({ hasText: tFields('imageInvalid') })
    .waitFor();
});

test('protected pages redirect to log-in and back, in any letter case', async () => {
  const { page } = await visit(url);
  await page.goto('/CROPS?state=Punjab');
  await page.waitForURL(/\/login/i);
  await register(page, newcomer('merchant', 'Ravi Kumar'));
  await page.goto('/Register');
  await page.waitForURL((url) => url.pathname === '/');
});
