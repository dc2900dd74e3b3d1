import type { GroupKey } from '@upaj/contract/texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveUpi } from '../server/test/deal-calls.ts';
import { addComment, addPerson, addPost, photo, toForm, type Person } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, expectAccessible, phone, setColors, tabTo, visit, waitForToast } from './browser.ts';
import { startMarketData } from './market-data.ts';
import { startServer, type RunningServer } from './server.ts';
import { takePhotos } from './photos.ts';
import { enter, nextStep, password } from './steps.ts';

const tCommon = textsIn('en', 'common');
const tAuth = textsIn('en', 'auth');
const tCreatePost = textsIn('en', 'create-post');
const tFeed = textsIn('en', 'feed');
const tMarket = textsIn('en', 'market');
const tPlace = textsIn('en', 'place');
const tPost = textsIn('en', 'post');
const tPostPage = textsIn('en', 'post-page');
const tRegister = textsIn('en', 'register');
const tSearch = textsIn('en', 'search');
const tShell = textsIn('en', 'shell');

let server: RunningServer;
let farmer: Person;
let visitor: Person;
let postId: string;
let dealId: string;
let data: Awaited<ReturnType<typeof startMarketData>>;
beforeAll(async () => {
  data = await startMarketData();
  server = await startServer(data.env);
  await data.fill(server.url);
  farmer = await addPerson(server.url, { fullName: 'Gurpreet Singh', username: 'gurpreet' });
  visitor = await addPerson(server.url, { userType: 'merchant', username: 'merchant' });
  postId = (await addPost(farmer, { originalPrice: '34', isFeatured: 'true' }, 5))._id;
  const onion = await addPost(farmer, {
    title: 'Red onion',
    cropType: 'Onion',
    category: 'Vegetables',
    price: '1600',
    priceUnit: 'per quintal',
  });
  await trade(onion._id);
  await talk();
});
afterAll(async () => {
  await server.stop();
  await data.close();
});
beforeEach(async () => {
  // The language is stored with the account, and a failed test may leave another one.
  for (const { client } of [farmer, visitor])
    await client.call('PUT /api/v1/users/language', { body: { language: 'en' } });
});

/** Makes a deal, with a UPI ID that the buyer may see, and an open offer. */
async function trade(onionId: string): Promise<void> {
  await giveUpi(farmer, 'gurpreet@oksbi');
  const offer = await makeOffer(visitor, onionId);
  dealId = (await respond(farmer, 'accept', offer)).dealId ?? '';
  await makeOffer(visitor, postId, { note: 'In jute bags.' });
}

/** Fills the conversation with a post, a link, a photo and replies, and writes comments under the post. */
async function talk(): Promise<void> {
  const send = 'POST /api/v1/messages/send/:userId';
  const toFarmer = { userId: farmer.account._id };
  const toVisitor = { userId: visitor.account._id };
  await visitor.client.call(send, { params: toFarmer, body: { text: 'Is it dry?', postId } });
  await farmer.client.call(send, { params: toVisitor, body: { text: 'Yes: https://example.org/test' } });
  await visitor.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params: toFarmer,
    form: toForm({ text: '' }, { images: [await photo()] }),
  });
  await farmer.client.call(send, { params: toVisitor, body: { text: 'Good bags' } });
  for (const person of [visitor, farmer]) await addComment(person, postId, 'Which bags is it in?');
}

const screens = {
  guest: ['/login', '/login/number', '/register', '/forgot-password'],
  seller: [
    '/',
    '/crops',
    '/wanted',
    '/wanted/new',
    '/post/ID',
    '/create-post',
    '/post/ID/edit',
    '/profile',
    '/profile?tab=about',
    '/profile?tab=saved',
    '/notifications',
    '/saved-searches',
    '/liked-posts',
    '/post-figures',
    '/purchases',
    '/deals',
    '/deals?tab=offers',
    '/deals/DEAL',
    '/deals/DEAL/slip',
    '/market?location=Ludhiana%2C+Punjab',
    '/market/rates/1',
    '/market/where-to-sell?commodity=wheat&location=Ludhiana%2C+Punjab',
    '/market/news',
    '/market/schemes',
    '/market/schemes/kcc-loan',
    '/chat',
    '/settings',
    '/nowhere',
  ],
  buyer: ['/user/USER', '/user/USER?tab=reviews', '/user/USER/followers', '/chat/USER'],
};

test.each([
  ['guest', () => visit(server.url, { reducedMotion: 'reduce' })],
  ['seller', () => enter(farmer)],
  ['buyer', () => enter(visitor)],
] as const)(
  'axe finds no problem on screens of a %s in English, light and wide, or in Hindi, dark and narrow',
  { timeout: 600_000 },
  async (who, open) => {
    const { page } = await open();
    for (const screen of screens[who]) {
      const path = screen.replace('ID', postId).replace('DEAL', dealId);
      await page.goto(path.replace('USER', farmer.account.username), { waitUntil: 'networkidle' });
      await page.locator('h1').first().waitFor();
      await expectReadable(page, 'en light', screen);
      await page.getByRole('combobox', { name: tShell('language') }).selectOption('hi');
      await setColors(page, 'dark');
      await page.setViewportSize(phone);
      await expectReadable(page, 'hi dark', screen);
      await setColors(page, 'light');
      await page.setViewportSize(desktop);
      await page.getByRole('combobox', { name: textsIn('hi', 'shell')('language') }).selectOption('en');
    }
  },
);

async function expectReadable(page: Page, look: string, screen: string): Promise<void> {
  const shown = '(({ lang, dataset }) => `${lang} ${dataset.theme}`)(document.documentElement)';
  await expect.poll(() => page.evaluate(shown)).toBe(look);
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
  await takeScreenshot(page, `${screen} ${look}`);
}

/** Stores a picture in the folder SCREENSHOTS, to compare two versions. What differs each time is masked. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await page.screenshot({
    path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png`,
    fullPage: true,
    animations: 'disabled',
    mask: [page.locator('time, img, canvas'), page.getByText(/\d{4} \d{4}/)],
  });
}

test('axe finds no problem on invalid forms or in the mobile filters', async () => {
  const guest = await visit(server.url, { viewport: phone, reducedMotion: 'reduce' });
  await guest.page.goto('/register');
  await guest.page.getByRole('button', { name: tRegister('register') }).click();
  await guest.page.getByText('Full name is required').waitFor();
  await expectAccessible(guest.page);
  const { page } = await enter(await addPerson(server.url), { viewport: phone });
  await page.goto('/create-post');
  await nextStep(page);
  await page.getByText('At least one product image is required').first().waitFor();
  await expectAccessible(page);
  const photos = (await takePhotos()).slice(4);
  await page.locator('input[type=file][multiple]').setInputFiles(photos);
  await waitForToast(page, tCreatePost('imagesAdded', { count: photos.length }));
  await nextStep(page);
  await page.getByText(tCreatePost('step', { step: 2, count: 3 })).waitFor();
  await nextStep(page);
  await page.getByText('Title is required').first().waitFor();
  await expectAccessible(page);
  await page.goto('/crops');
  await page.getByRole('button', { name: tFeed('filters') }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});

test('with the keyboard, a user logs in, filters, opens a post, likes it and turns its photos', async () => {
  const merchant = await addPerson(server.url, { userType: 'merchant', password, confirmPassword: password });
  const { page } = await visit(server.url);
  await page.goto('/login');
  await page.getByLabel(tAuth('email')).waitFor();
  await tabTo(page, tAuth('email'));
  await page.keyboard.type(merchant.account.email);
  await tabTo(page, tAuth('password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: tPlace('title') }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
  // Wait until the toast is gone: at the end of the page Tab stays in it, because this browser has no buttons of its
  // own.
  await waitForToast(page, tAuth('welcome', { name: merchant.account.fullName }));
  await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });

  await tabTo(page, tShell('crops'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: tFeed('cropsTitle') }).waitFor();
  await tabTo(page, tSearch('state'));
  await page.keyboard.type('Punj');
  await page.waitForURL(/state=Punjab/);
  await page.getByRole('article').first().waitFor();
  await tabTo(page, /Sharbati wheat/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/post\//);
  await page.getByRole('heading', { level: 1, name: /Sharbati/ }).waitFor();

  const like = new RegExp(`^${tPost('like')},`);
  await tabTo(page, like);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: like }).first();
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');

  await tabTo(page, tCommon('openPhoto', { number: 1, count: 5 }));
  await page.keyboard.press('ArrowRight');
  const isCurrent = page
    .getByRole('button', { name: tPostPage('showPhoto', { number: 2, total: 5 }) })
    .or(page.getByRole('tab', { name: tPostPage('showPhoto', { number: 2, total: 5 }) }));
  await expect
    .poll(() => isCurrent.first().evaluate((element) => element.outerHTML))
    .toMatch(/aria-(current|selected|pressed)="true"/);
});

test('with the keyboard, a user reads the history of a price, on the chart and in the table', async () => {
  const { page } = await enter(await addPerson(server.url), { viewport: phone, hasTouch: true });
  await page.goto('/market/rates/1');
  const days = page.getByRole('slider', { name: tMarket('chart') });
  const day = () => days.getAttribute('aria-valuenow');
  await days.locator('canvas').waitFor();
  expect(await day()).toBe('2');
  await days.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(day).toBe('1');
  await page.keyboard.press('Home');
  await expect.poll(day).toBe('0');
  const chart = days.locator('.u-over');
  const { width, height } = (await chart.boundingBox())!;
  await chart.tap({ position: { x: width - 2, y: height / 2 } });
  await expect.poll(day).toBe('2');
  await page.getByRole('button', { name: tMarket('asTable') }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(4);
  await expectAccessible(page);
});

test('with the keyboard, a user writes a post and sends it', async () => {
  const { page } = await enter(await addPerson(server.url));
  await page.goto('/create-post');
  await page.getByLabel(tCreatePost('labels.title'), { exact: true }).waitFor();
  const answers: [GroupKey<'create-post', 'labels'>, string][] = [
    ['cropType', 'Basmati'],
    ['category', 'Grains'],
    ['title', 'Basmati paddy'],
    ['description', 'Long grain, dry.'],
    ['price', '42'],
    ['quantity', '10 quintal'],
    ['pincode', '143102'],
    ['state', 'Punjab'],
    ['district', 'Amritsar'],
    ['city', 'Ajnala'],
    ['village', 'Chamiari'],
    ['shelLife', '1 year'],
  ];
  // A test cannot use the file dialog by keyboard, so it sets the files.
  await tabTo(page, tCreatePost('choosePhotos'));
  const file = Buffer.from(await (await photo({ width: 900, height: 700 })).arrayBuffer());
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: file });
  await waitForToast(page, tCreatePost('imagesAdded', { count: 1 }));
  for (const [name, text] of answers) {
    await tabTo(page, new RegExp(`^${tCreatePost(`labels.${name}`)}`));
    await page.keyboard.type(text, { delay: 5 });
  }
  await tabTo(page, new RegExp(`^${tCreatePost('submit')}`));
  await page.keyboard.press('Enter');
  await waitForToast(page, tCreatePost('created'));
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('article').filter({ hasText: 'Basmati paddy' }).first().waitFor();
});

test('the switch to Hindi takes one press and is remembered', async () => {
  const { page } = await enter(await addPerson(server.url), { viewport: phone });
  await page.goto('/');
  await page.getByRole('combobox', { name: tShell('language') }).selectOption('hi');
  await page.getByText('चालू पोस्ट').waitFor();
  await page.reload();
  await page.getByText('चालू पोस्ट').waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('hi');
});
