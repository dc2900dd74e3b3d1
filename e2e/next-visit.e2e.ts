import type { Page } from 'playwright-core';
import { beforeEach, expect, inject, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { onPhone, phone } from './browser.ts';
import { enter, logOut, storedName, unique } from './steps.ts';

const url = inject('server');
const tCommon = textsIn('en', 'common');
const tFeed = textsIn('en', 'feed');
const tShell = textsIn('en', 'shell');

let asha: Person;
let ravi: Person;
let title: string;
beforeEach(async () => {
  asha = await addPerson(url, { fullName: 'Asha Rani' });
  ravi = await addPerson(url, { fullName: 'Ravi Kumar' });
  title = `Black wheat of Asha ${unique()}`;
});

const welcome = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: tFeed('welcome', { name }) }).waitFor();
const seesPost = (page: Page) => page.getByRole('heading', { level: 2, name: title }).waitFor();
const storedLabel = (page: Page) => page.getByText(tShell('savedAt', { time: '' }).trim());

test('the next visit starts from what is stored, which belongs to one person and ends with the log-out', async () => {
  await addPost(asha, { title });
  const { page } = await enter(asha, { viewport: phone });
  const context = page.context();
  await page.goto('/');
  await seesPost(page);
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => storedName(page)).toBe('Asha Rani');

  await context.setOffline(true);
  await page.reload();
  await welcome(page, 'Asha Rani');
  await seesPost(page);
  await storedLabel(page).waitFor();
  await context.setOffline(false);
  await storedLabel(page).waitFor({ state: 'detached' });

  // The cookie ends with the browser, unless the log-in is to be remembered. Without the cookie the app deletes the
  // stored data.
  await context.clearCookies({ name: 'upaj-open' });
  await context.setOffline(true);
  await page.reload();
  await page.getByText(tShell('offline')).waitFor();
  await expect.poll(() => storedName(page)).toBeNull();
  expect(await page.getByText(title).count()).toBe(0);
  await context.setOffline(false);
  await page.reload();
  await expect.poll(() => storedName(page)).toBe('Asha Rani');

  // Another person logs in on the same phone.
  await context.clearCookies();
  const cookies = [...ravi.client.cookies].map(([name, value]) => ({ name, value, url: url }));
  await context.addCookies(cookies);
  await page.reload();
  await welcome(page, 'Ravi Kumar');
  await expect.poll(() => storedName(page)).toBe('Ravi Kumar');

  await logOut(page);
  await expect.poll(() => storedName(page)).toBeNull();
  await page.goto('/');
  await page.waitForURL(/\/login/i);
  await context.setOffline(true);
  await page.goto('/');
  await page.getByText(tShell('offline')).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
});

test('offline, every screen keeps the bar and says what can be read, by tap and by address', async () => {
  const post = await addPost(asha, { title });
  const { page, problems } = await enter(asha, onPhone);
  const context = page.context();
  await page.goto('/');
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => storedName(page)).toBe('Asha Rani');
  await context.setOffline(true);

  const tabs = page.getByRole('navigation', { name: tShell('mainNavigation') });
  const header = page.locator('header').first();
  const seesBanner = async () => {
    const banner = header.getByText(tShell('offline'));
    await banner.waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const box = await banner.boundingBox();
    expect(box && box.y >= 0 && box.y < 200, `at ${page.url()}`).toBe(true);
  };
  const heading = () => page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');
  const isReadable = main.getByText(title, { exact: true }).first();
  const canRetry = main.getByRole('button', { name: tCommon('retry') });
  const saysWhat = async (href: string) => {
    await heading().first().waitFor();
    await isReadable
      .or(canRetry)
      .or(main.getByRole('link', { name: tCommon('toHome') }))
      .first()
      .waitFor();
    await seesBanner();
    const loading = page.getByText(tCommon('loading'), { exact: true });
    await expect.poll(() => loading.count(), { message: `at ${href}` }).toBe(0);
  };

  for (const tab of ['crops', 'sell', 'market', 'chat', 'home'] as const) {
    if (tab === 'sell') {
      await tabs.getByRole('button', { name: tShell('sell'), exact: true }).tap();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: tShell('sellProduce') })
        .tap();
    } else await tabs.getByRole('link', { name: tShell(tab), exact: true }).tap();
    await heading().first().waitFor();
    await seesBanner();
  }
  await isReadable.waitFor();

  const known = ['/', '/Crops', '/Market', '/deals', '/Chat', '/Profile', '/notifications', '/settings'];
  const others = [
    '/create-post',
    `/post/${post._id}`,
    '/?state=Goa',
    `/chat/${ravi.account.username}`,
    '/no-such-screen',
  ];
  for (const href of [...known, ...others]) {
    await page.goto(href);
    await saysWhat(href);
    await header.getByRole('link', { name: 'Upaj' }).waitFor();
    // Every screen has tabs, except a conversation.
    await expect.poll(() => tabs.count(), { message: `at ${href}` }).toBe(href.startsWith('/chat/') ? 0 : 1);
  }
  await page.goto(`/user/${ravi.account.username}`);
  await canRetry.waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Ravi Kumar' }).waitFor();
  // Scripts and calls that failed without a connection are expected.
  problems.splice(0);
});
