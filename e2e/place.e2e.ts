import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, phone, visit, waitForToast } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { enter, fillRegistration, logOut, newcomer } from './steps.ts';

const tCommon = textsIn('en', 'common');
const tErrors = textsIn('en', 'errors');
const tFeed = textsIn('en', 'feed');
const tNames = textsIn('en', 'names');
const tPlace = textsIn('en', 'place');

const near = 'Red onion of Satara';
const far = 'Onion of Khanna';
const small = { ...onPhone, viewport: { ...phone, height: 780 } };

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  const seller = await addPerson(server.url, { fullName: 'Gurpreet Singh' });
  const onion = { cropType: 'Onion', category: 'Vegetables' };
  await addPost(seller, { ...onion, title: near, state: 'Maharashtra', district: 'Satara', city: 'Karad' });
  await addPost(seller, { ...onion, title: far, state: 'Punjab', district: 'Ludhiana', city: 'Khanna' });
});
afterAll(async () => {
  await server.stop();
});

const titles = (page: Page) => page.locator('article h2').allTextContents();
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true });

test('a newcomer gives the pincode once, and crops start with the nearest', async () => {
  const { page } = await visit(server.url, small);
  await fillRegistration(page, newcomer('merchant', 'Anita Deshmukh'));
  const sheet = page.getByRole('dialog', { name: tPlace('title') });
  const pincode = sheet.getByLabel(tPlace('pincode'));
  await expectAccessible(page);
  await pincode.pressSequentially('999999');
  await sheet
    .getByRole('status')
    .filter({ hasText: tErrors('PINCODE_NOT_FOUND') })
    .waitFor();
  await pincode.fill('');
  await pincode.pressSequentially('411001');
  await expect.poll(() => sheet.getByLabel(tPlace('district')).inputValue()).toBe('Pune');
  expect(await sheet.getByLabel(tPlace('state')).inputValue()).toBe('Maharashtra');
  await sheet.getByRole('button', { name: tCommon('save') }).click();
  await waitForToast(page, tPlace('saved', { place: 'Pune, Maharashtra' }));

  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/post/feed')) fetched.push(request.url());
  });
  await page.goto('/Crops');
  await expect.poll(() => titles(page)).toEqual([near, far]);
  // The page did not request the list, because the HTML has it in this order already.
  expect(fetched).toEqual([]);
  await expectAccessible(page);
  const [place, allIndia, latest] = [
    chip(page, /Pune/),
    chip(page, tFeed('allIndia')),
    chip(page, tNames('sorts.latest')),
  ];
  for (const one of [place, allIndia, latest]) {
    const box = (await one.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.x + box.width).toBeLessThanOrEqual(phone.width);
    expect(box.y + box.height).toBeLessThanOrEqual(320);
  }

  await allIndia.click();
  await expect.poll(() => titles(page)).toEqual([far, near]);
  expect(new URL(page.url()).search).toBe('?order=latest');
  expect(await allIndia.getAttribute('aria-pressed')).toBe('true');
  await latest.click();
  await expect.poll(() => titles(page)).toEqual([near]);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual([near, far]);
  await page.goto('/Crops?sort=price-low');
  await page.getByRole('article').first().waitFor();
  expect(new URL(page.url()).search).toBe('?sort=price-low');

  await page.goto('/Market');
  await page.getByText(/^Pune, Maharashtra/).waitFor();
  await page.goto('/create-post');
  await expect.poll(() => page.getByLabel(tPlace('pincode')).inputValue()).toBe('411001');
});

test('another place is chosen on the device, by its position, until the log-out', async () => {
  const person = await addPerson(server.url);
  const khanna = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: '', pincode: '141401' };
  await person.client.call('PATCH /api/v1/address/update-address', { body: khanna });
  const { page } = await enter(person, {
    ...small,
    geolocation: { latitude: 18.5204, longitude: 73.8567 },
    permissions: ['geolocation'],
  });
  await page.goto('/');
  await chip(page, /Ludhiana/).click();
  const sheet = page.getByRole('dialog', { name: tPlace('title') });
  await sheet.getByRole('button', { name: tPlace('locate') }).click();
  await sheet.getByText(tPlace('located', { place: 'Pune, Maharashtra' })).waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: tCommon('save') }).click();
  await chip(page, tNames('sorts.nearest')).click();
  await expect.poll(() => titles(page)).toEqual([near, far]);
  await page.goto('/Crops');
  await expect.poll(() => titles(page)).toEqual([near, far]);
  await page.goto('/Market');
  await page.getByText(/^Pune, Maharashtra/).waitFor();
  const { address } = (await person.client.call('GET /api/v1/users/profile')).data;
  expect(address).toEqual(khanna);
  await logOut(page);
  expect(await page.evaluate('localStorage.getItem("upaj-place")')).toBeNull();
});
