import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { launch, phone } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { enter, logOut } from './steps.ts';

const tFeed = textsIn('en', 'feed');
const tShell = textsIn('en', 'shell');

let server: RunningServer;
let browser: Browser;
let asha: Person;
let ravi: Person;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  asha = await addPerson(server.url, { fullName: 'Asha Rani' });
  ravi = await addPerson(server.url, { fullName: 'Ravi Kumar' });
  await addPost(asha);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const welcome = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: tFeed('welcome', { name }) }).waitFor();
const title = (page: Page) => page.getByRole('heading', { level: 2, name: /Sharbati wheat/ }).waitFor();
const storedLabel = (page: Page) => page.getByText(tFeed('stored', { time: '' }).trim());
/** The name of the user whose feed is stored. */
const storedName = (page: Page) =>
  page.evaluate<string | null>(`caches.match('/stored-feed', { cacheName: 'upaj-feed' })
    .then((found) => found ? found.json().then(({ user }) => user.fullName) : null)`);

test('the next visit starts from the stored feed, which belongs to one person and ends with the log-out', async () => {
  const { page, problems, close } = await enter(browser, asha, { viewport: phone });
  const context = page.context();
  await page.goto('/');
  await title(page);
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => storedName(page)).toBe('Asha Rani');

  await context.setOffline(true);
  await page.reload();
  await welcome(page, 'Asha Rani');
  await title(page);
  await storedLabel(page).waitFor();
  await context.setOffline(false);
  await storedLabel(page).waitFor({ state: 'detached' });

  // Closing the browser removes the mark with the session, unless the user is remembered.
  await context.clearCookies({ name: 'upaj-open' });
  await context.setOffline(true);
  await page.reload();
  await page.getByText(tShell('unreachable')).waitFor();
  await expect.poll(() => storedName(page)).toBeNull();
  expect(await page.getByText('Sharbati wheat').count()).toBe(0);
  await context.setOffline(false);
  await page.reload();
  await expect.poll(() => storedName(page)).toBe('Asha Rani');

  // Another person's session at the same phone.
  await context.clearCookies();
  const cookies = [...ravi.client.cookies].map(([name, value]) => ({ name, value, url: server.url }));
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
  await page.getByText(tShell('unreachable')).waitFor();
  expect(await page.getByText('Sharbati wheat').count()).toBe(0);
  // Offline; the latter of a request through the service worker.
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(problem))).toEqual([]);
  await close();
});
