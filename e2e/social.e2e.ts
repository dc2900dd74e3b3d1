import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../server/test/process.ts';
import { startSocialApp, type SocialApp } from '../server/test/social.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone, visit } from './browser.ts';
import { logOut, unique } from './steps.ts';

const tAuth = textsIn('en', 'auth');
const tPlace = textsIn('en', 'place');
const tRegister = textsIn('en', 'register');
const tShell = textsIn('en', 'shell');
const tSocial = textsIn('en', 'social');

let social: SocialApp;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  // The app is at localhost and the provider at 127.0.0.1, so that cookies behave as between two sites.
  url = `http://localhost:${port}`;
  const webDir = fileURLToPath(new URL('../web/dist/', import.meta.url));
  social = await startSocialApp({ publicUrl: url, port, webDir });
});
afterAll(() => social.close());

/**
 * Opens a page in which requests for the provider's web font and favicon get an empty response, because neither is
 * here.
 */
async function visitBoth(options: BrowserContextOptions = {}) {
  const visited = await visit(url, options);
  const isDecoration = ({ hostname, pathname }: URL) =>
    hostname !== 'localhost' && (hostname !== '127.0.0.1' || pathname === '/favicon.ico');
  await visited.page.route(isDecoration, (route) => route.fulfill({ body: '' }));
  return visited;
}

async function logInAtProvider(page: Page, personId: string): Promise<void> {
  await page.waitForURL(/\/\/127\.0\.0\.1/);
  await page.locator('[name=login]').fill(personId);
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}

test('a new user signs up with Google, completes the account and logs in again', async () => {
  const { id } = social.addAtProvider({ name: 'Lakshmi Devi' });
  const { page } = await visitBoth({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/Crops?state=Punjab');
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole('button', { name: tAuth('withGoogle') }).click();
  await logInAtProvider(page, id);
  await page.locator('button[type=submit]').click();

  await page.getByRole('heading', { level: 1, name: tSocial('completeTitle') }).waitFor();
  await expectAccessible(page);
  await page.goto('/Profile');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: tSocial('completeTitle') }).waitFor();
  expect(await page.getByLabel(tRegister('fullName')).inputValue()).toBe('Lakshmi Devi');
  await page.getByLabel(tRegister('contact')).fill('9876543210');
  await page.getByLabel(tRegister('username'), { exact: true }).fill(unique());
  await page.getByRole('radio', { name: tRegister('roleName.farmer') }).check({ force: true });
  await page.getByRole('button', { name: tSocial('complete') }).click();
  await page.waitForURL(/\/Crops\?state=Punjab/);
  await page.getByRole('button', { name: tPlace('skip') }).click();
  await page.getByRole('button', { name: tShell('menu') }).waitFor();

  await logOut(page);
  await page.getByRole('button', { name: tAuth('withGoogle') }).click();
  await page.getByRole('heading', { level: 1, name: /Lakshmi/ }).waitFor();
});

test('refusing at the provider shows a message on the log-in screen', async () => {
  const { id } = social.addAtProvider();
  const { page } = await visitBoth();
  await page.goto('/login');
  await page.getByRole('button', { name: tAuth('withFacebook') }).click();
  await logInAtProvider(page, id);
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByRole('alert').getByText(tSocial('errors.refused')).waitFor();
  await expectAccessible(page);
});
