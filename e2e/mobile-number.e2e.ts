import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { anyNumber, codeIn, messagesTo } from '../server/test/sms.ts';
import { desktop, expectAccessible, onPhone, visit, waitForToast } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { logOut, password } from './steps.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Presses the button that sends a code, and returns the code of the message. */
async function receiveCode(page: Page, number: string, button: string): Promise<string> {
  const before = (await messagesTo(server, number)).length;
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.poll(async () => (await messagesTo(server, number)).length).toBe(before + 1);
  return codeIn((await messagesTo(server, number)).at(-1));
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const inDevanagari = (text: string) => text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '');

test.each([
  ['en', { viewport: desktop }],
  ['hi', onPhone],
] as const)(
  'a mobile number opens an account, logs in again and sets a password (%s)',
  async (language, options) => {
    const t = textsIn(language, 'number');
    const tAuth = textsIn(language, 'auth');
    const tFields = textsIn(language, 'fields');
    const tPlace = textsIn(language, 'place');
    const tRegister = textsIn(language, 'register');
    const tSettings = textsIn(language, 'settings');
    const tSocial = textsIn(language, 'social');
    const number = anyNumber();
    const spaced = `${number.slice(0, 5)} ${number.slice(5)}`;
    const { page } = await visit(server.url, { ...options, locale: `${language}-IN` });
    const code = page.getByLabel(tAuth('code.digits'));
    const isWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');

    await page.goto('/login?next=/notifications');
    await page.getByRole('link', { name: tAuth('withNumber') }).click();
    await page.getByLabel(t('number')).pressSequentially(`+91 ${spaced}`);
    await expectAccessible(page);
    const first = await receiveCode(page, number, t('send'));
    await page.getByText(t('sent', { number: spaced })).waitFor();
    await expectAccessible(page);
    expect(await isWide()).toBe(false);

    // Back leads to the number, and a reload does not.
    await page.goBack();
    await expect.poll(() => page.getByLabel(t('number')).inputValue()).toBe(number);
    const second = await receiveCode(page, number, t('send'));
    expect(second).not.toBe(first);
    await code.waitFor();
    await page.reload();
    await code.pressSequentially(otherThan(second));
    await page.getByText(tFields('smsCodeWrong')).waitFor();
    await code.fill('');
    await code.pressSequentially(inDevanagari(second));

    await page.getByRole('heading', { level: 1, name: tSocial('completeTitle') }).waitFor();
    await page.getByLabel(tRegister('fullName')).fill('रमेश सिंह');
    await page.getByRole('button', { name: tSocial('complete') }).click();
    await page.getByText(tFields('districtRequired')).waitFor();
    await expectAccessible(page);
    expect(await isWide()).toBe(false);
    await page.getByRole('radio', { name: tRegister('roleName.farmer') }).check({ force: true });
    await page.getByLabel(tPlace('state')).selectOption('Punjab');
    await page.getByLabel(tPlace('district')).selectOption('Ludhiana');
    await page.getByRole('button', { name: tSocial('complete') }).click();
    await waitForToast(page, tAuth('welcome', { name: 'रमेश सिंह' }));
    await page.waitForURL('/notifications');

    await page.goto('/settings');
    const card = page.getByRole('region', { name: tSettings('password'), exact: true });
    const third = await receiveCode(page, number, tSettings('getPassword'));
    await card.getByLabel(tAuth('code.digits')).fill(third);
    await card.getByLabel(tSettings('newPassword')).fill(password);
    await card.getByLabel(tAuth('confirmPassword')).fill(password);
    await expectAccessible(page);
    expect(await isWide()).toBe(false);
    await card.getByRole('button', { name: tSettings('getPassword') }).click();
    await card.getByLabel(tSettings('currentPassword')).waitFor();

    await logOut(page, language);
    await page.goto('/login/number');
    await page.getByLabel(t('number')).fill(number);
    await code.fill(await receiveCode(page, number, t('send')));
    await page.waitForURL('/');
  },
);
