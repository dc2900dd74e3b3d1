import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { phone } from './browser.ts';
import { enter, logOut } from './steps.ts';

const url = inject('server');
const tFeed = textsIn('en', 'feed');
const tShell = textsIn('en', 'shell');

let asha: Person;
let ravi: Person;
beforeAll(async () => {
  asha = await addPerson(url, { fullName: 'Asha Rani' });
  ravi = await addPerson(url, { fullName: 'Ravi Kumar' });
  await addPost(asha, { title });
});

const welcome = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: tFeed('welcome', { name }) }).waitFor();
const title = 'Black wheat of Asha';
const seesPost = (page: Page) => page.getByRole('heading', { level: 2, name: title }).waitFor();
const storedLabel = (page: Page) => page.getByText(tFeed('stored', { time: '' }).trim());
/** The name of the user whose feed is stored. */
const storedName = (page: Page) =>
  page.evaluate<string | null>(`caches.match('/stored-feed', { cacheName: 'upaj-feed' })
    .then((found) => found ? found.json().then(({ user }) => user.fullName) : null)`);

test('the next visit starts from the stored feed, which belongs to one person and ends with the log-out', async () => {
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

  // Closing the browser removes the mark with the session, unless the user is remembered.
  await context.clearCookies({ name: 'upaj-open' });
  await context.setOffline(true);
  await page.reload();
  await page.getByText(tShell('unreachable')).waitFor();
  await expect.poll(() => storedName(page)).toBeNull();
  expect(await page.getByText(title).count()).toBe(0);
  await context.setOffline(false);
  await page.reload();
  await expect.poll(() => storedName(page)).toBe('Asha Rani');

  // Another person's session at the same phone.
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
  await page.getByText(tShell('unreachable')).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
});
