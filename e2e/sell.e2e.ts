import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, waitForToast } from './browser.ts';
import { takePhotos } from './photos.ts';
import { enter, nextStep, tapInto } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'create-post');
const tCommon = textsIn('en', 'common');
const tPostPage = textsIn('en', 'post-page');
const tShell = textsIn('en', 'shell');

const field = (page: Page, name: 'cropType' | 'description' | 'price' | 'quantity' | 'title' | 'shelLife') =>
  page.getByLabel(t(`labels.${name}`), { exact: true });

test('with a place known, a post takes five taps after the form has opened, and four typed fields', async () => {
  const farmer = await addPerson(url);
  await farmer.client.call('PATCH /api/v1/address/update-address', {
    body: {
      village: 'Bahomajra',
      city: 'Khanna',
      district: 'Ludhiana',
      state: 'Punjab',
      pincode: '141401',
    },
  });
  const { page } = await enter(farmer, onPhone);
  await page.goto('/create-post');
  await page.getByText(t('step', { step: 1, count: 3 })).waitFor();
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  // Setting the files replaces the press on “Choose photos”, which opens the phone's own list.
  await page.locator('input[type=file][multiple]').setInputFiles((await takePhotos()).slice(4));
  await waitForToast(page, t('imagesAdded', { count: 1 }));
  await nextStep(page);
  await page.getByText(t('step', { step: 2, count: 3 })).waitFor();
  await tapInto(page.getByRole('combobox', { name: t('labels.cropType'), exact: true }));
  await page.keyboard.type('Wheat');
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Wheat');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Clean and dry.');
  // “Next” on the keyboard of a phone skips the microphone, which a browser for tests does not have.
  await field(page, 'price').focus();
  await page.keyboard.type('2600');
  await page.keyboard.press('Enter');
  await page.keyboard.type('40 quintal');
  await expectAccessible(page);
  await nextStep(page);
  await page.getByRole('button', { name: t('shelfLife.halfYear') }).tap();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('submit') }).tap();
  await waitForToast(page, t('created'));
  await page.waitForURL((address) => address.pathname === '/');
  await page.getByRole('article').filter({ hasText: 'Wheat' }).first().waitFor();
});

test('each step says what is missing, Back returns to the step before and nothing typed is lost', async () => {
  const { page } = await enter(await addPerson(url), onPhone);
  await page.goto('/');
  await page.getByRole('button', { name: tShell('sell'), exact: true }).tap();
  await page.getByRole('link', { name: tShell('sellProduce') }).tap();
  await page.getByText(t('step', { step: 1, count: 3 })).waitFor();
  await nextStep(page);
  await waitForToast(page, 'At least one product image is required');
  await page.locator('input[type=file][multiple]').setInputFiles((await takePhotos()).slice(4));
  await nextStep(page);
  await field(page, 'price').fill('31');
  await nextStep(page);
  await waitForToast(page, 'Title is required');
  await page.getByRole('combobox', { name: t('labels.cropType'), exact: true }).fill('Wheat');
  // Tab closes the list of crops.
  await page.keyboard.press('Tab');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByText(t('step', { step: 1, count: 3 })).waitFor();
  await nextStep(page);
  await expect.poll(() => field(page, 'price').inputValue()).toBe('31');
  await expect.poll(() => field(page, 'cropType').inputValue()).toBe('Wheat');
  await page.getByRole('button', { name: tCommon('back'), exact: true }).click();
  await page.getByRole('button', { name: tCommon('cancel'), exact: true }).waitFor();
});

test('an earlier post can be posted again with its photos, by its seller only', async () => {
  const farmer = await addPerson(url);
  const post = await addPost(farmer, { title: 'Onions of last month', price: '22', quantity: '15 quintal' });
  const { page } = await enter(farmer, onPhone);
  await page.goto(`/post/${post._id}`);
  await page.getByRole('link', { name: tPostPage('postAgain') }).tap();
  await page.getByRole('button', { name: t('removePhoto', { place: 1 }) }).waitFor();
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Onions of last month');
  await expect.poll(() => field(page, 'price').inputValue()).toBe('22');
  await nextStep(page);
  await page.getByText(t('step', { step: 2, count: 3 })).waitFor();
  await nextStep(page);
  await page.getByRole('button', { name: t('submit') }).tap();
  await waitForToast(page, t('created'));

  const other = await enter(await addPerson(url), onPhone);
  await other.page.goto(`/create-post?post=${post._id}`);
  await field(other.page, 'title').waitFor({ state: 'attached' });
  expect(await field(other.page, 'title').inputValue()).toBe('');
});
