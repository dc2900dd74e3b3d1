import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { giveUpi } from '../server/test/deal-calls.ts';
import { addPerson } from '../server/test/factories.ts';
import { startMailServer, type TestMailServer } from '../server/test/mail.ts';
import { switchOn } from '../server/test/second-factor.ts';
import { expectAccessible, phone, visit } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { emailOf, newcomer, typeRegistration } from './steps.ts';

const tAuth = textsIn('en', 'auth');
const tErrors = textsIn('en', 'errors');
const tPassword = textsIn('en', 'password');
const tRegister = textsIn('en', 'register');

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

test('the owner of an address gets the account that somebody else opened with it', async () => {
  const owner = newcomer('farmer', 'Asha Rani');
  const email = emailOf(owner);
  const occupier = await addPerson(server.url, { email });
  await giveUpi(occupier, 'occupier@ybl');
  await switchOn(occupier.client);
  const { page } = await visit(server.url, { viewport: phone });

  await page.goto((await mails.waitForLink(email, 'verify-email')).href);
  await page.getByRole('button', { name: tPassword('verify'), exact: true }).click();
  await page.getByText(tErrors('LOG_IN_TO_VERIFY')).waitFor();
  await expectAccessible(page);

  await typeRegistration(page, owner);
  await page.getByRole('button', { name: tRegister('register') }).click();
  await page.getByText(tRegister('emailTakenNote')).waitFor();
  await expectAccessible(page);

  await page.goto((await mails.waitForLink(email, 'reset-password')).href);
  await page.getByLabel(tPassword('newPassword')).fill('monsoon-2026');
  await page.getByLabel(tAuth('confirmPassword')).fill('monsoon-2026');
  await page.getByRole('button', { name: tPassword('save'), exact: true }).click();
  await page.getByRole('heading', { name: tPassword('clearedTitle') }).waitFor();
  for (const part of ['second-factor', 'sessions', 'phone', 'upi'] as const)
    await page.getByText(tPassword(`cleared.${part}`), { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: tPassword('toLogin') }).click();
  await page.getByLabel(tAuth('email')).fill(email);
  await page.getByLabel(tAuth('password'), { exact: true }).fill('monsoon-2026');
  await page.getByRole('button', { name: tAuth('login'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Welcome to Upaj/ }).waitFor();
  expect((await occupier.client.fail('GET /api/v1/users/current-user')).code).toBe('NOT_LOGGED_IN');
});
