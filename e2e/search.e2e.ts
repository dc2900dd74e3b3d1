import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, expectAccessible, onPhone, phone, tabTo, waitForToast } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { enter, filterNearest, openSearch, unique } from './steps.ts';

const tFeed = textsIn('en', 'feed');
const tPost = textsIn('en', 'post');
const tSearch = textsIn('en', 'search');
const tNotifications = textsIn('en', 'notifications');
const tSaved = textsIn('en', 'saved');
const tShell = textsIn('en', 'shell');
const pune = { state: 'Maharashtra', district: 'Pune', city: 'Pune', village: 'Wagholi', pincode: '411001' };

let server: RunningServer;
let buyer: Person;
let seller: Person;

beforeAll(async () => {
  server = await startServer();
  seller = await addPerson(server.url, { fullName: 'Gurpreet Singh', username: 'gurpreet' });
  buyer = await addPerson(server.url, { fullName: 'Anita Deshmukh', username: 'anita' });
  await buyer.client.call('PATCH /api/v1/address/update-address', { body: pune });
  const onion = { cropType: 'Onion', category: 'Vegetables', priceUnit: 'per kg' };
  const near = { state: 'Maharashtra', district: 'Nashik', city: 'Niphad' };
  const far = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna' };
  await addPost(seller, { ...onion, ...near, title: 'Red onion of Nashik' });
  await addPost(seller, { ...onion, ...far, title: 'Onion of Khanna' });
  await addPost(seller, { ...onion, ...near, title: 'Small pyaz for pickle' });
  for (let count = 1; count <= 6; count += 1)
    await addPost(seller, {
      ...far,
      cropType: 'Wheat',
      category: 'Grains',
      title: `Wheat of Khanna ${count}`,
    });
});
afterAll(async () => {
  await server.stop();
});

async function choosePyaz(page: Page) {
  await page.goto('/Crops');
  await (await openSearch(page)).pressSequentially('pyaz');
  const onion = page.getByRole('listbox').getByRole('option', { name: 'Onion', exact: true });
  await onion.waitFor();
  await expectAccessible(page);
  await onion.click();
  await waitForOnions(page);
}

/** Waits for the screen before it reads the address, which changes first. */
async function waitForOnions(page: Page) {
  await page.getByRole('heading', { name: tSearch('results', { words: 'Onion' }) }).waitFor();
  await page.getByRole('article').first().waitFor();
  expect(qOf(page)).toBe('Onion');
}

const titles = (page: Page) => page.locator('article h2').allTextContents();
const qOf = (page: Page) => new URL(page.url()).searchParams.get('q');

test('a search in another language is understood and changed', async () => {
  const { page } = await enter(buyer);
  await choosePyaz(page);
  await expect.poll(() => titles(page)).toHaveLength(3);
  await expectAccessible(page);

  await filterNearest(page);
  await expect.poll(() => titles(page)).toHaveLength(2);
  expect((await titles(page)).toSorted()).toEqual(['Red onion of Nashik', 'Small pyaz for pickle']);
  await page.getByRole('button', { name: /Within 500 km of Pune/ }).click();
  await expect.poll(async () => (await titles(page)).at(-1)).toBe('Onion of Khanna');

  await page.getByRole('button', { name: tSearch('words') }).click();
  await page.getByText(tSearch('wordsOnly')).waitFor();
  await page.getByRole('button', { name: tSearch('meaning') }).click();
  await page.getByRole('button', { name: tSearch('remove', { name: 'Onion' }) }).click();
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await expect.poll(() => titles(page)).toHaveLength(9);

  await page.goto('/Crops?q=wheat punjab');
  await page.waitForURL((url) => url.pathname === '/search');
  await page.getByRole('button', { name: tSearch('remove', { name: 'Punjab' }) }).click();
  await page.waitForURL(() => qOf(page) === 'wheat');
  await page.getByRole('button', { name: tSearch('remove', { name: 'Wheat' }) }).waitFor();
});

test('with the keyboard alone, and from the recent searches', async () => {
  const { page } = await enter(buyer, { viewport: desktop });
  await page.goto('/');
  const field = page.getByRole('combobox', { name: tShell('searchHint') });
  await field.waitFor();
  await tabTo(page, tShell('searchHint'));
  // The text is inserted at once, so that there is one list of suggestions. A second would end the choice in the first.
  await page.keyboard.insertText('pyaz');
  await page.getByRole('listbox').waitFor();
  const chosen = async () => {
    const id = await field.getAttribute('aria-activedescendant');
    if (!id) await page.keyboard.press('ArrowDown');
    return id && page.evaluate<string>(`document.getElementById(${JSON.stringify(id)})?.textContent`);
  };
  await expect.poll(chosen).toBe('Onion');
  await page.keyboard.press('Enter');
  await waitForOnions(page);

  await field.fill('');
  const recent = page.getByRole('region', { name: tSearch('recent') });
  await recent.getByRole('button', { name: 'Onion', exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await tabTo(page, tSearch('removeRecent', { words: 'Onion' }));
  await page.keyboard.press('Enter');
  await recent.waitFor({ state: 'detached' });
  await page.keyboard.type('gurpreet');
  await page.getByRole('option', { name: /Gurpreet Singh/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: tSearch('groups.people') }).waitFor();
  expect(await page.getByRole('link', { name: /Gurpreet Singh/ }).count()).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('three posts fit on a phone, and the choice of the view is remembered', async () => {
  const { page } = await enter(buyer, { ...onPhone, viewport: { ...phone, height: 780 } });
  for (const path of ['/Crops', '/search?q=wheat']) {
    await page.goto(path);
    await page.getByRole('article').nth(2).waitFor();
    const third = (await page.getByRole('article').nth(2).boundingBox())!;
    const tabs = (await page.locator('nav.fixed').boundingBox())!;
    expect(third.y + third.height).toBeLessThanOrEqual(tabs.y);
    const row = page.getByRole('article').first();
    for (const text of [tPost('available'), 'Gurpreet Singh', '40 quintal'])
      expect(await row.getByText(text).isVisible()).toBe(true);
  }
  const toggle = page.getByRole('button', { name: tFeed('compactView') });
  expect((await toggle.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await toggle.getAttribute('aria-pressed')).toBe('true');
  await toggle.click();
  await page.goto('/Crops');
  await page.getByRole('article').first().waitFor();
  expect(await toggle.getAttribute('aria-pressed')).toBe('false');
  await page.goto('/');
  const card = page.getByRole('article').first();
  await card.waitFor();
  expect(await toggle.getAttribute('aria-pressed')).toBe('false');
  for (const text of [tPost('available'), 'Gurpreet Singh', '40 quintal', '#wheat #sharbati'])
    expect(await card.getByText(text).isVisible()).toBe(true);
  expect(await card.getByRole('link', { name: tPost('chat') }).isVisible()).toBe(true);
});

test('a search that was typed, filtered and saved rings the bell when another user posts', async () => {
  const saver = await addPerson(server.url, { fullName: 'Meena Jadhav' });
  await saver.client.call('PATCH /api/v1/address/update-address', { body: pune });
  const { page } = await enter(saver, onPhone);
  await choosePyaz(page);
  await filterNearest(page);
  const save = page.getByRole('button', { name: tSaved('save') });
  await save.first().click();
  await waitForToast(page, tSaved('saved'));
  const title = `Late onion of Satara ${unique()}`;
  await addPost(seller, {
    title,
    cropType: 'Onion',
    category: 'Vegetables',
    state: 'Maharashtra',
    district: 'Satara',
    city: 'Satara',
  });
  const search = '“Onion” · within 500 km of Pune';
  const bell = `${tShell('notifications')}, ${tShell('newNotifications', { count: 1 })}`;
  await page.getByRole('link', { name: bell }).waitFor();
  await page.goto('/notifications');
  await page.getByRole('link', { name: tNotifications('found', { count: 1, search }) }).click();
  await page.getByRole('article').filter({ hasText: title }).waitFor();
});
