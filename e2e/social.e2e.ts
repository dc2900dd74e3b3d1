import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../server/test/process.ts';
import { startSocialApp, type SocialApp } from '../server/test/social.ts';
import { en } from '../web/src/i18n/en.ts';
import { social as texts } from '../web/src/i18n/en/social.ts';
import { expectAccessible, launch, phone, visit } from './browser.ts';
import { logOut } from './steps.ts';

let social: SocialApp;
let browser: Browser;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  // Another host than the provider's 127.0.0.1: cookies and the browser's rules are those of two websites.
  url = `http://localhost:${port}`;
  const webDir = fileURLToPath(new URL('../web/dist/', import.meta.url));
  [social, browser] = await Promise.all([startSocialApp({ publicUrl: url, port, webDir }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await social.close();
});

/** The provider's pages want a font of the web and have no icon: nobody's concern here. */
async function visitBoth(options: BrowserContextOptions = {}) {
  const visited = await visit(browser, url, options);
  const isDecoration = ({ hostname, pathname }: URL) =>
    hostname !== 'localhost' && (hostname !== '127.0.0.1' || pathname === '/favicon.ico');
  await visited.page.route(isDecoration, (route) => route.fulfill({ body: '' }));
  return visited;
}

/** At the provider, whose pages are plain forms. */
async function logInAtProvider(page: Page, personId: string): Promise<void> {
  await page.waitForURL(/\/\/127\.0\.0\.1/);
  await page.locator('[name=login]').fill(personId);
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}

test('a newcomer comes by Google, completes the account and comes back', async () => {
  const { id } = social.addAtProvider({ name: 'Lakshmi Devi' });
  const { page, problems, close } = await visitBoth({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/Crops?state=Punjab');
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole('button', { name: en.auth.withGoogle }).click();
  await logInAtProvider(page, id);
  await page.locator('button[type=submit]').click();

  await page.getByRole('heading', { level: 1, name: texts.completeTitle }).waitFor();
  await expectAccessible(page);
  await page.goto('/Profile');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: texts.completeTitle }).waitFor();
  expect(await page.getByLabel(en.auth.fullName).inputValue()).toBe('Lakshmi Devi');
  await page.getByLabel(en.auth.contact).fill('9876543210');
  await page.getByLabel(en.auth.username, { exact: true }).fill('lakshmi');
  await page.getByRole('radio', { name: en.auth.roleName.farmer }).check({ force: true });
  await page.getByRole('button', { name: texts.complete }).click();
  await page.waitForURL(/\/Crops\?state=Punjab/);
  await page.getByRole('button', { name: en.shell.menu }).waitFor();

  await logOut(page);
  await page.getByRole('button', { name: en.auth.withGoogle }).click();
  await page.getByRole('heading', { level: 1, name: /Lakshmi/ }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('whoever refuses at the provider reads so at the log-in', async () => {
  const { id } = social.addAtProvider();
  const { page, problems, close } = await visitBoth();
  await page.goto('/login');
  await page.getByRole('button', { name: en.auth.withFacebook }).click();
  await logInAtProvider(page, id);
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByRole('alert').getByText(texts.errors.refused).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await close();
});
