import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { decide, findCase, report, undo } from '../server/test/cases.ts';
import { addPerson, type Person } from '../server/test/factories.ts';
import { desktop, expectAccessible, onPhone, tabTo, visit } from './browser.ts';
import { addModerator, password } from './steps.ts';

const url = inject('server');

test.each([
  ['en', { viewport: desktop }],
  ['hi', onPhone],
] as const)(
  'a suspended person reads why at the log-in, appeals, and logs in when the appeal is granted (%s)',
  async (language, options) => {
    const tAuth = textsIn(language, 'auth');
    const tDecisions = textsIn(language, 'decisions');
    const farmer = await addPerson(url);
    await report(await addPerson(url), 'user', farmer.account._id);
    const moderator = await addModerator(url);
    const found = await findCase(moderator, farmer, 'user');
    const decision = await decide(moderator, found, 'suspend', { text: 'You took money before the goods.' });

    const { page } = await visit(url, { ...options, locale: `${language}-IN`, reducedMotion: 'reduce' });
    const check = async () => {
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    };
    await logIn(page, farmer, language);
    const link = page.getByRole('link', { name: tAuth('readWhyAndAppeal') });
    await link.waitFor();
    await check();
    if (language === 'hi') await link.tap();
    else {
      await tabTo(page, tAuth('readWhyAndAppeal'));
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { level: 1, name: tDecisions('title') }).waitFor();
    await page.getByText('You took money before the goods.').waitFor();
    await page.waitForURL(/\/appeal$/);
    await check();
    await page.getByLabel(tDecisions('appealLabel')).fill('The buyer has the goods since Monday.');
    await page.getByRole('button', { name: tDecisions('send') }).click();
    await page.getByText(tDecisions('appealed')).waitFor();
    await check();

    await undo(await addModerator(url), decision._id);
    await logIn(page, farmer, language);
    await page.waitForURL(/\/$/);
  },
);

async function logIn(page: Page, { account }: Person, language: 'en' | 'hi'): Promise<void> {
  const t = textsIn(language, 'auth');
  await page.goto('/login');
  await page.getByLabel(t('email')).fill(account.email);
  await page.getByLabel(t('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('login'), exact: true }).click();
}
