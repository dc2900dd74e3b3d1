import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../server/test/mail.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone, visit, waitForToast } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { emailOf, newcomer, password, register } from './steps.ts';

const tAuth = textsIn('en', 'auth');
const tErrors = textsIn('en', 'errors');
const tPassword = textsIn('en', 'password');
const tSettings = textsIn('en', 'settings');

let mails: TestMailServer;
let server: RunningServer;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startServer({ SMTP_URL: mails.url });
});
afterAll(async () => {
  await server.stop();
  await mails.close();
});

const nextPassword = 'monsoon-2026';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('verifies the email, resets the password, exports the data and deletes the account', async () => {
  const { page } = await visit(server.url, { viewport: phone });
  const asha = newcomer('farmer', 'Asha Rani');
  const email = emailOf(asha);
  const logIn = async (secret: string) => {
    await page.getByLabel(tAuth('email')).fill(email);
    await page.getByLabel(tAuth('password'), { exact: true }).fill(secret);
    await press(page, tAuth('login'));
  };
  const leaks: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['referer']?.includes('token=')) leaks.push(request.url());
  });

  await register(page, asha);
  await mails.waitForLink(email, 'verify-email');
  mails.deleteMailsTo(email);
  await page.goto('/settings');
  await press(page, tSettings('verify'));
  await page.getByText(tSettings('verifySent', { hours: 24, email })).waitFor();
  await expectAccessible(page);
  await page.goto((await mails.waitForLink(email, 'verify-email')).href);
  await press(page, tPassword('verify'));
  await page.getByRole('heading', { name: tPassword('verified') }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.goto('/settings');
  await page.getByText(tSettings('emailVerified'), { exact: true }).waitFor();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: tAuth('forgotPassword') }).click();
  // Wait for the next screen: the log-in, which stays until it has loaded, has an email field too.
  await page.getByRole('heading', { name: tPassword('forgotTitle') }).waitFor();
  await page.getByLabel(tAuth('email')).fill(email);
  await press(page, tPassword('sendLink'));
  await page.getByText(tPassword('sent', { minutes: 30 })).waitFor();
  await expectAccessible(page);
  await page.goto((await mails.waitForLink(email, 'reset-password')).href);
  await page.getByLabel(tPassword('newPassword')).fill(nextPassword);
  await page.getByLabel(tAuth('confirmPassword')).fill(nextPassword);
  await expectAccessible(page);
  await press(page, tPassword('save'));
  await page.waitForURL(/\/login$/);
  await logIn(password);
  await page.getByText(tErrors('INVALID_CREDENTIALS')).first().waitFor();
  await logIn(nextPassword);
  await page.getByRole('heading', { level: 1, name: /Welcome to Upaj/ }).waitFor();

  await page.goto('/settings');
  const coming = page.waitForEvent('download');
  await press(page, tSettings('downloadAction'));
  const file = await coming;
  expect(file.suggestedFilename()).toBe('upaj-data.zip');
  expect((await buffer(await file.createReadStream())).length).toBeGreaterThan(500);

  await press(page, tSettings('removeAction'));
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel(tSettings('removeConfirm', { username: asha.username })).fill(asha.username);
  await dialog.getByLabel(tSettings('ownPassword')).fill(nextPassword);
  await dialog.getByRole('button', { name: tSettings('removeAction') }).click();
  await waitForToast(page, tSettings('removed'));
  await page.waitForURL(/\/login$/);
  await logIn(nextPassword);
  await page.getByText(tErrors('INVALID_CREDENTIALS')).first().waitFor();

  expect(leaks).toEqual([]);
});
