import { expect, inject, test } from 'vitest';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import { addPerson } from '../server/test/factories.ts';
import { wantedForm } from '../server/test/wanted.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, phone, waitForToast } from './browser.ts';
import { room, write } from './chat-steps.ts';
import { enter, filterNearest, unique } from './steps.ts';

const url = inject('server');
const tCreatePost = textsIn('en', 'create-post');
const tFeed = textsIn('en', 'feed');
const tFields = textsIn('en', 'fields');
const tNotifications = textsIn('en', 'notifications');
const tShell = textsIn('en', 'shell');
const tWanted = textsIn('en', 'wanted');

const crop = 'Onion';

test('a merchant posts on a phone what is wanted, and a farmer answers at a desktop', async () => {
  const name = `Anita ${unique()}`;
  const merchant = await addPerson(url, { userType: 'merchant', fullName: name });
  const farmer = await addPerson(url, {
    majorProduct: `${crop} and garlic`,
    fullName: 'Vitthal Shinde',
  });
  const buyer = await enter(merchant, onPhone);
  const grower = await enter(farmer);
  await grower.page.goto('/Crops');
  await grower.page.getByRole('link', { name: tFeed('wanted'), exact: true }).click();
  await grower.page.getByRole('heading', { level: 1, name: tWanted('title') }).waitFor();
  expect(await grower.page.getByRole('link', { name: tWanted('add') }).count()).toBe(0);

  const { page } = buyer;
  await page.goto('/wanted');
  await page
    .getByRole('link', { name: tWanted('add') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: tWanted('newTitle') }).waitFor();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill(tWanted('crop'), crop);
  await page.keyboard.press('Escape');
  await fill(tWanted('quantity'), '१२.५');
  await page.getByLabel(tWanted('unit'), { exact: true }).selectOption('tonne');
  await page.getByLabel(tCreatePost('labels.state')).selectOption('Maharashtra');
  await page.getByLabel(tCreatePost('labels.district')).selectOption('Nashik');
  await page.getByLabel(tWanted('endDate')).fill(writeDay(dayInIndia() + 12));
  await page.getByRole('button', { name: tWanted('publish') }).click();
  await page.getByText(tFields('maxPriceRequired')).waitFor();
  await expectAccessible(page);
  await fill(tWanted('maxPrice'), '₹2,650');
  await page.getByRole('button', { name: tWanted('publish') }).click();
  await waitForToast(page, tWanted('published'));
  const card = page.getByRole('article').filter({ hasText: name });
  await card.getByText(tWanted('wants', { amount: '12.5 tonnes' })).waitFor();
  await expectAccessible(page);

  // The farmer gets the notification on another screen.
  await grower.page.getByRole('link', { name: tShell('notifications') }).click();
  const headline = tNotifications('wanted', { count: 1, name, crop });
  await grower.page.getByRole('link', { name: headline }).click();
  await grower.page.getByRole('heading', { level: 1, name: crop }).waitFor();
  await expectAccessible(grower.page);
  await grower.page.getByRole('link', { name: tWanted('toList') }).click();
  await grower.page
    .getByRole('article')
    .filter({ hasText: name })
    .getByRole('link', { name: tWanted('supply') })
    .click();
  const attached = grower.page.getByRole('group', { name: tWanted('about') });
  await attached.getByText(crop).waitFor();
  await expectAccessible(grower.page);
  await write(grower.page, 'I have 8 tonnes, ready to load.');
  const sent = room(grower.page).getByRole('link', { name: new RegExp(crop) });
  await sent.waitFor();

  await page.goto(`/chat/${farmer.account.username}`);
  await room(page).getByText('I have 8 tonnes').waitFor();
  await expectAccessible(page);
  await room(page)
    .getByRole('link', { name: new RegExp(crop) })
    .click();
  await page.getByRole('heading', { level: 1, name: crop }).waitFor();
  await page.getByRole('button', { name: tWanted('close'), exact: true }).click();
  await page.getByText(tWanted('closed'), { exact: true }).waitFor();
  await grower.page.goto('/wanted');
  await grower.page.getByRole('heading', { level: 1, name: tWanted('title') }).waitFor();
  await grower.page.getByRole('article').filter({ hasText: name }).waitFor({ state: 'detached' });
});

test('the nearest are listed by themselves', async () => {
  const merchant = await addPerson(url, { userType: 'merchant' });
  const farmer = await addPerson(url);
  const ludhiana = {
    state: 'Punjab',
    district: 'Ludhiana',
    city: 'Khanna',
    village: 'Bahomajra',
    pincode: '141401',
  };
  await farmer.client.call('PATCH /api/v1/address/update-address', { body: ludhiana });
  for (const form of [
    { cropType: 'Cauliflower', state: 'Punjab', district: 'Moga' },
    { cropType: 'Cabbage', state: 'Kerala', district: 'Kollam' },
  ])
    await merchant.client.call('POST /api/v1/wanted', { body: wantedForm(form) });
  const { page } = await enter(farmer, onPhone);
  await page.goto('/wanted');
  const main = page.getByRole('navigation', { name: tShell('mainNavigation') }).filter({ visible: true });
  const crops = main.getByRole('link', { name: tShell('crops'), exact: true });
  await crops.and(page.locator('[aria-current]')).waitFor();
  const far = page.getByRole('article').filter({ hasText: 'Cabbage' }).first();
  await far.waitFor();
  await filterNearest(page);
  await far.waitFor({ state: 'detached' });
  const near = page.getByRole('article').filter({ hasText: 'Cauliflower' }).first();
  await near.getByText(/· about \d+ km/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Within 500 km of Ludhiana/ }).click();
  await far.waitFor();
  expect(new URL(page.url()).search).toBe('?sort=nearest');
});

test('the form starts again with what was typed when the connection is lost, and publishes once', async () => {
  const merchant = await addPerson(url, { userType: 'merchant' });
  const { page } = await enter(merchant, { viewport: phone });
  await page.goto('/wanted/new');
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill(tWanted('crop'), 'Garlic');
  await page.keyboard.press('Escape');
  await fill(tWanted('quantity'), '5');
  await fill(tWanted('maxPrice'), '90');
  await page.getByLabel(tCreatePost('labels.state')).selectOption('Punjab');
  await page.getByLabel(tCreatePost('labels.district')).selectOption('Ludhiana');
  await page.getByLabel(tWanted('endDate')).fill(writeDay(dayInIndia()));
  // Let the server handle the request, but lose its response.
  await page.route('**/api/v1/wanted', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  const publish = page.getByRole('button', { name: tWanted('publish') });
  await publish.click();
  await page.getByRole('alert').getByText(tWanted('saveFailed')).waitFor();
  expect(await page.getByLabel(tWanted('crop'), { exact: true }).inputValue()).toBe('Garlic');
  await page.unroute('**/api/v1/wanted');
  await publish.click();
  await waitForToast(page, tWanted('published'));
  const { data } = await merchant.client.call('GET /api/v1/wanted', { query: { mine: 'true' } });
  expect(data).toHaveLength(1);
});
