import { expect, inject, onTestFinished, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, waitForToast } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tSearch = textsIn('en', 'search');
const tNotifications = textsIn('en', 'notifications');
const tPost = textsIn('en', 'post');
const tPostPage = textsIn('en', 'post-page');
const tSaved = textsIn('en', 'saved');
const tShell = textsIn('en', 'shell');

const search = 'Onion · Nashik · up to ₹50';
const title = 'Nashik red onion';

test('a saved search rings the bell for a new post, which is saved and found among the saved posts', async () => {
  const seller = await addPerson(url, { fullName: 'Vitthal Shinde' });
  const { page } = await enter(await addPerson(url, { userType: 'merchant' }), onPhone);
  await page.goto('/Crops?cropType=Onion&state=Maharashtra&district=Nashik&priceRange=0-50');
  await page.getByRole('heading', { name: tSearch('cropsEmpty') }).waitFor();
  await page
    .getByRole('button', { name: tSaved('save') })
    .last()
    .click();
  await waitForToast(page, tSaved('saved'));
  await expectAccessible(page);
  const { _id: postId } = await addPost(seller, {
    title,
    cropType: 'Onion',
    category: 'Vegetables',
    price: '22',
    state: 'Maharashtra',
    district: 'Nashik',
  });
  // The post is deleted, so that a second try begins with an empty list too.
  onTestFinished(async () => {
    await seller.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
  });
  const bell = `${tShell('notifications')}, ${tShell('newNotifications', { count: 1 })}`;
  await page.getByRole('link', { name: bell }).click();
  await page.getByRole('link', { name: tNotifications('found', { count: 1, search }) }).click();
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('link', { name: title }).last().click();
  const save = page.getByRole('button', { name: tPostPage('save') });
  await save.click();
  await waitForToast(page, tPostPage('saved'));
  expect(await save.getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('button', { name: tPost('like') }).getAttribute('aria-pressed')).toBe('false');

  await page.getByRole('button', { name: tShell('menu') }).click();
  await page.getByRole('link', { name: tShell('savedPosts') }).click();
  await card.waitFor();
  await page.getByRole('link', { name: tSaved('likedPosts') }).click();
  await page.getByRole('heading', { name: tSaved('likedEmpty') }).waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('link', { name: tSaved('searches') }).click();
  await page.getByRole('link', { name: search }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: tSaved('remove', { search }) }).click();
  await page.getByRole('heading', { name: tSaved('searchesEmpty') }).waitFor();
});
