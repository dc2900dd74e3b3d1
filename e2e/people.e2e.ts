import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { operate } from '../server/test/cases.ts';
import { addPerson, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone, waitForToast } from './browser.ts';
import { secretKey } from './market-data.ts';
import { takePhotos, type Photo } from './photos.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tChat = textsIn('en', 'chat');
const tProfile = textsIn('en', 'profile');
const tReviews = textsIn('en', 'reviews');

let photos: Photo[];
beforeAll(async () => {
  photos = await takePhotos();
});

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click();

test('a farmer edits the profile; a merchant follows, calls, chats and reviews; all of it is stored', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  // Others see no reviews by new accounts.
  await operate(url, 'verify', { person: merchant.account.username }, secretKey);
  const his = await enter(farmer, { viewport: phone });
  await tellOfOneself(his.page);
  const hers = await enter(merchant);
  await meet(hers.page, farmer);
  await his.page.request.post(`/api/v1/messages/send/${merchant.account._id}`, {
    data: { text: 'Yes, 11% moisture.' },
  });
  await review(hers.page, farmer);
  await answer(his.page);

  await hers.page.goto(`/user/${farmer.account.username}?tab=reviews`);
  await hers.page.getByText('Thank you. Come again!').waitFor();
  await hers.page
    .getByRole('button', { name: tProfile('unfollowPerson', { name: 'Gurpreet Singh Gill' }) })
    .waitFor();
  await hers.page.getByText('Clean, dry grain, weighed honestly.').first().waitFor();
  await press(hers.page, tProfile('showContact'));
  await hers.page.getByRole('link', { name: /98765/ }).waitFor();
  await openTab(hers.page, new RegExp(tProfile('about')));
  for (const text of ['Gill Farms', 'Bahomajra', '141401'])
    await hers.page.getByText(text, { exact: true }).waitFor();
  await expectAccessible(hers.page);

  await his.page.goto('/Profile');
  await his.page.getByRole('heading', { level: 1, name: /Gurpreet Singh Gill/ }).waitFor();
  expect(await his.page.locator('img[srcset*="-1280.webp"]').count()).toBeGreaterThan(0);
});

async function tellOfOneself(page: Page): Promise<void> {
  await page.goto('/Profile');
  const cover = page.locator('label', { hasText: tProfile('coverAdd') }).locator('input[type=file]');
  await cover.setInputFiles(photos.slice(0, 1));
  await waitForToast(page, tProfile('coverUpdated'));
  await press(page, tProfile('editProfile'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(tProfile('fullName')).fill('Gurpreet Singh Gill');
  await dialog.getByLabel(tProfile('businessName.farmer')).fill('Gill Farms');
  await dialog.getByLabel(tProfile('bio')).fill('Wheat and mustard from twelve acres.');
  await expectAccessible(page);
  await press(page, tProfile('saveProfile'));
  await waitForToast(page, tProfile('profileUpdated'));
  await openTab(page, new RegExp(tProfile('about')));
  await press(page, tProfile('editAddress'));
  await page.getByLabel(tProfile('state'), { exact: true }).selectOption('Punjab');
  await page.getByLabel(tProfile('district'), { exact: true }).selectOption('Ludhiana');
  await page.getByLabel(tProfile('city'), { exact: true }).fill('Khanna');
  await page.getByLabel(tProfile('village')).fill('Bahomajra');
  await page.getByLabel(tProfile('pincode')).fill('141401');
  await press(page, tProfile('saveProfile'));
  await waitForToast(page, tProfile('addressUpdated'));
}

async function meet(page: Page, farmer: Person): Promise<void> {
  await page.goto(`/user/${farmer.account.username}`);
  await press(page, tProfile('followPerson', { name: 'Gurpreet Singh Gill' }));
  await waitForToast(page, tProfile('followed'));
  await press(page, tProfile('showContact'));
  await page.getByRole('link', { name: /98765/ }).waitFor();
  await page.getByRole('link', { name: tProfile('startChat') }).click();
  await page.waitForURL(new RegExp(`/chat/${farmer.account.username}$`));
  await page.getByLabel(tChat('write')).fill('Is the wheat dry?');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region')
    .getByRole('img', { name: tChat('sent'), exact: true })
    .first()
    .waitFor();
}

async function review(page: Page, farmer: Person): Promise<void> {
  await page.goto(`/user/${farmer.account.username}?tab=reviews`);
  await press(page, tReviews('writeAction'));
  await page.getByRole('radio', { name: tReviews('stars', { count: 5 }) }).check({ force: true });
  await page.getByLabel(tReviews('comment')).fill('Clean, dry grain, weighed honestly.');
  await expectAccessible(page);
  await press(page, tReviews('save'));
  await waitForToast(page, tReviews('saved'));
}

async function answer(page: Page): Promise<void> {
  await page.goto('/Profile?tab=reviews');
  await press(page, new RegExp(`^${tReviews('answer')}:`));
  await page.getByLabel(tReviews('answer')).fill('Thank you. Come again!');
  await press(page, tReviews('sendAnswer'));
  await waitForToast(page, tReviews('answered'));
}
