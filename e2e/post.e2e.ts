import type { Locator } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { addComment, addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, expectAccessible, onPhone } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tNames = textsIn('en', 'names');
const tPost = textsIn('en', 'post');
const tPostPage = textsIn('en', 'post-page');
const tShell = textsIn('en', 'shell');

const narrow = { ...onPhone, viewport: { width: 360, height: 780 } };

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('Not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('on a phone, price, mandi line and actions are in the first screen, and the actions stay', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url, { userType: 'merchant' });
  const title = 'Sharbati wheat of this harvest, clean and dry';
  const post = await addPost(farmer, { title, originalPrice: '34', isOrganic: 'true' }, 3);
  await addComment(merchant, post._id, 'Which bags is it in?');
  const { page } = await enter(merchant, narrow);
  await page.goto(`/post/${post._id}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const chat = page.getByRole('link', { name: tPostPage('chatWithSeller') });
  const actions = [
    chat,
    page.getByRole('button', { name: tPostPage('makeOffer') }),
    page.getByRole('button', { name: tPostPage('call') }),
    page.getByRole('button', { name: tPostPage('whatsapp') }),
  ];
  const { y: barTop } = await boxOf(chat);
  for (const action of actions) {
    const { x, y, right, bottom, width, height } = await boxOf(action);
    expect([x >= 0, right <= 360, y >= 690, bottom <= 780]).toEqual([true, true, true, true]);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  const facts = [
    page.getByText('₹31.50', { exact: true }),
    page.getByText(tNames('unit.per kg'), { exact: true }),
    page.getByText(tPost('mandi.above', { percent: 20 })),
  ];
  for (const fact of facts) expect((await boxOf(fact)).bottom).toBeLessThan(barTop);
  await expectAccessible(page);

  const comment = page.getByText('Which bags is it in?');
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return comment.isVisible();
    })
    .toBe(true);
  // The page may become longer while it scrolls, because more posts load.
  const last = page.locator('#content > :last-child');
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return (await boxOf(last)).bottom;
    })
    .toBeLessThan(barTop);
  expect((await boxOf(chat)).y).toBeCloseTo(barTop, 0);
});

test('photos turn by swipe on a phone, with dots', async () => {
  const post = await addPost(await addPerson(url), {}, 3);
  const { page } = await enter(await addPerson(url, { userType: 'merchant' }), narrow);
  await page.goto(`/post/${post._id}`);
  const strip = page.getByRole('region', { name: tPostPage('photos') }).getByRole('group');
  const dot = page.getByRole('button', { name: tPostPage('showPhoto', { number: 3, total: 3 }) });
  const isShown = async () => (await dot.getAttribute('aria-current')) === 'true';
  const swipe = () => strip.evaluate((photos) => photos.scrollTo({ left: photos.clientWidth * 1.6 }));
  // A swipe has no effect, or a smaller one, until the photos have their widths.
  await expect.poll(async () => (await isShown()) || (await swipe(), await isShown())).toBe(true);
  const width = async () => (await boxOf(dot)).width;
  expect(await width()).toBeLessThan(44);
  await page.setViewportSize(desktop);
  await expect.poll(width).toBeGreaterThan(100);
});

test('authors have their own actions there', async () => {
  const farmer = await addPerson(url);
  const post = await addPost(farmer);
  const { page } = await enter(farmer, narrow);
  await page.goto(`/post/${post._id}`);
  const actions = [
    page.getByRole('button', { name: tPostPage('markSoldOut') }),
    page.getByRole('link', { name: tPost('edit') }),
    page.getByRole('button', { name: tPostPage('delete') }),
  ];
  for (const action of actions) expect((await boxOf(action)).y).toBeGreaterThan(690);
  await expectAccessible(page);
  expect(await page.getByRole('button', { name: tShell('sell'), exact: true }).count()).toBe(0);
});

/** Deletes the post at the end of the test, so that a second try finds no other safflower either. */
async function addSafflower(author: Person, changes: Record<string, string>) {
  const post = await addPost(author, { cropType: 'Safflower', category: 'Seeds', ...changes });
  onTestFinished(async () => {
    await author.client.call('DELETE /api/v1/post/:postId', { params: { postId: post._id } });
  });
  return post;
}

test('more from the seller and similar posts nearby load when the reader comes near', async () => {
  const farmer = await addPerson(url);
  const post = await addSafflower(farmer, { title: 'Safflower of Khanna' });
  await addPost(farmer, { title: 'Late wheat of Khanna' });
  await addPost(farmer, { title: 'Old wheat of Khanna' }).then(({ _id: postId }) =>
    farmer.client.call('PATCH /api/v1/post/:postId/availability', {
      params: { postId },
      body: { isAvailable: false },
    }),
  );
  await addSafflower(await addPerson(url), { title: 'Safflower of Amritsar', district: 'Amritsar' });
  await addSafflower(await addPerson(url), { title: 'Safflower of Ludhiana' });
  const { page } = await enter(await addPerson(url, { userType: 'merchant' }), narrow);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/post\/(feed|user-posts)/.test(request.url())) lists.push(request.url());
  });
  await page.goto(`/post/${post._id}`, { waitUntil: 'networkidle' });
  expect(lists).toEqual([]);
  const titlesOf = (name: string) =>
    page.getByRole('region', { name }).getByRole('article').getByRole('heading').allInnerTexts();
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return titlesOf(tPostPage('similarPosts'));
    })
    .toEqual(['Safflower of Ludhiana', 'Safflower of Amritsar']);
  expect(await titlesOf(tPostPage('moreFromSeller'))).toEqual(['Late wheat of Khanna']);
  await expectAccessible(page);
});
