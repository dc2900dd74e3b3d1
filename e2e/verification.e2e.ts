import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { addPerson } from '../server/test/factories.ts';
import { giveRole, switchOn } from '../server/test/second-factor.ts';
import { desktop, expectAccessible, onPhone, tabTo, waitForToast } from './browser.ts';
import { secretKey } from './market-data.ts';
import { takePhotos } from './photos.ts';
import { enter, unique } from './steps.ts';

const url = inject('server');

test.each([
  ['en', { viewport: desktop }],
  ['hi', onPhone],
] as const)(
  'a member asks for the badge, and a moderator checks and gives it (%s)',
  async (language, options) => {
    const t = textsIn(language, 'settings');
    const tConsole = textsIn(language, 'moderation');
    const tCommon = textsIn(language, 'common');
    const tFields = textsIn(language, 'fields');
    const tNotifications = textsIn(language, 'notifications');
    const visiting = { ...options, locale: `${language}-IN` };
    const isOnPhone = options === onPhone;
    const fullName = `Asha ${unique()}`;
    const merchant = await addPerson(url, { userType: 'merchant', fullName });
    const [certificate] = await takePhotos();
    const check = async (page: Page) => {
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    };
    const press = async (page: Page, name: string) => {
      if (isOnPhone) return page.getByRole('button', { name, exact: true }).click();
      // On the desktop people use only the keyboard.
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    };

    const { page: member, problems } = await enter(merchant, visiting);
    await member.goto('/settings#badge');
    const card = member.getByRole('region', { name: t('verification.title') });
    await card.getByLabel(t('verification.check')).selectOption('gst');
    await card.getByLabel(t('verification.gstNumber')).fill('27AAPFU0939F1ZW');
    await card.getByRole('button', { name: t('verification.send') }).click();
    await card.getByText(tFields('gstNumberDigit')).waitFor();
    await card.getByText(tFields('photoRequired')).waitFor();
    await check(member);
    await card.getByLabel(t('verification.gstNumber')).fill('27aapfu0939f1zv');
    await card.getByLabel(t('verification.choosePhoto')).setInputFiles(certificate ?? []);
    await card.getByAltText(t('verification.preview')).waitFor();
    await check(member);
    await press(member, t('verification.send'));
    await waitForToast(member, t('verification.sent'));
    await card.getByText(t('verification.waiting'), { exact: true }).waitFor();
    await check(member);

    const moderator = await addPerson(url);
    await giveRole(url, secretKey, moderator, 'moderator');
    await switchOn(moderator.client);
    const { page: console } = await enter(moderator, visiting);
    await console.goto('/moderation?kind=verification');
    const link = console.getByRole('link', { name: fullName });
    await link.waitFor();
    await check(console);
    if (isOnPhone) await link.click();
    else {
      await console.keyboard.press('j');
      await link.focus();
      await console.keyboard.press('Enter');
    }
    await console.getByRole('heading', { level: 1, name: fullName }).waitFor();
    await console.getByText(tConsole('evidenceClosed')).waitFor();
    await check(console);
    await press(console, tConsole('claim'));
    await console.getByText('27AAPFU0939F1ZV').waitFor();
    expect(await console.getByText(tConsole('evidenceClosed')).count()).toBe(0);
    const photo = console.getByAltText(tConsole('verification.photo'));
    await expect
      .poll(() => console.evaluate(`document.querySelector('img[src$="/photo"]').naturalWidth`))
      .toBeGreaterThan(0);
    await console.getByText(tConsole('guide.gst').split('\n')[0] ?? '').waitFor();
    await check(console);
    if (isOnPhone) await press(console, tConsole('action.verify'));
    else await console.keyboard.press('a');
    const dialog = console.getByRole('dialog');
    expect(await dialog.getByLabel(tConsole('checked')).inputValue()).toBe('gst');
    await check(console);
    if (isOnPhone) await dialog.getByRole('button', { name: tConsole('decide') }).click();
    else await press(console, tConsole('decide'));
    await waitForToast(console, tConsole('decided'));
    await photo.waitFor({ state: 'detached' });

    await member.goto('/notifications');
    await member.getByRole('link', { name: tNotifications('decision.verify') }).click();
    await member.getByRole('heading', { name: tNotifications('decision.verify') }).waitFor();
    const { page: reader } = await enter(await addPerson(url), visiting);
    await reader.goto(`/user/${merchant.account.username}`);
    const label = `${tCommon('verified')}: ${tCommon('check.gst')}`;
    await reader.getByRole('img', { name: label }).waitFor();
    await reader.getByRole('listitem').filter({ hasText: label }).waitFor();
    await check(reader);
    expect(problems).toEqual([]);
  },
);
