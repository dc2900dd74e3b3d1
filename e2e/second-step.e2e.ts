import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, type Person } from '../server/test/factories.ts';
import { codeOf, wrongCodeOf } from '../server/test/second-factor.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, expectAccessible, onPhone, visit, waitForToast } from './browser.ts';
import { enter, password } from './steps.ts';

const url = inject('server');

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.each([
  ['en', onPhone],
  ['hi', { viewport: desktop }],
] as const)(
  'two-step verification is switched on, used on two more browsers and switched off (%s)',
  async (language, options) => {
    const [tAuth, tFields, tSettings] = [
      textsIn(language, 'auth'),
      textsIn(language, 'fields'),
      textsIn(language, 'settings'),
    ];
    const locale = `${language}-IN`;
    const isWide = () => 'document.documentElement.scrollWidth > innerWidth';
    const person = await addPerson(url);
    const { page } = await enter(person, { ...options, locale });
    await page.goto('/settings');
    const card = page.getByRole('region', { name: tSettings('secondFactor.title') });
    await card.getByText(tSettings('secondFactor.off'), { exact: true }).waitFor();
    await card.getByLabel(tSettings('ownPassword')).fill(password);
    await card.getByRole('button', { name: tSettings('secondFactor.start') }).click();
    await card.getByRole('img', { name: tSettings('secondFactor.qrCode') }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(isWide())).toBe(false);
    const text = await card.innerText();
    const secret = /\b(?:[A-Z2-7]{4} ){9}[A-Z2-7]{4}\b/.exec(text)?.[0].replaceAll(' ', '') ?? '';
    const link = card.getByRole('link', { name: tSettings('secondFactor.open') });
    if (language === 'en')
      expect(await link.getAttribute('href')).toContain(`otpauth://totp/Upaj:${person.account.username}?`);
    const recoveryCodes = text.match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g) ?? [];
    expect(recoveryCodes).toHaveLength(8);
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: tSettings('secondFactor.downloadCodes') }).click();
    expect((await download).suggestedFilename()).toBe('upaj-recovery-codes.txt');
    await card.getByLabel(tSettings('secondFactor.code')).fill(await codeOf(secret));
    await card.getByRole('button', { name: tSettings('secondFactor.confirm') }).click();
    await card.getByText(tSettings('secondFactor.on'), { exact: true }).waitFor();

    async function logIn({ account }: Person): Promise<Page> {
      const { page: other } = await visit(url, { ...options, locale });
      await other.goto('/login?next=/settings');
      await other.getByLabel(tAuth('email')).fill(account.email);
      await other.getByLabel(tAuth('password'), { exact: true }).fill(password);
      await press(other, tAuth('login'));
      await other.getByRole('heading', { level: 1, name: tAuth('code.title') }).waitFor();
      return other;
    }
    const second = await logIn(person);
    await expectAccessible(second);
    expect(await second.evaluate(isWide())).toBe(false);
    // Without the code every other screen leads back to this one.
    await second.goto('/Profile');
    await second.waitForURL(/\/second-step\?next=%2FProfile$/);
    await second.getByLabel(tAuth('code.digits')).fill(await wrongCodeOf(secret));
    await press(second, tAuth('code.confirm'));
    await second.getByText(tFields('codeWrong')).waitFor();
    await second.getByLabel(tAuth('code.digits')).fill(await codeOf(secret, 1));
    await press(second, tAuth('code.confirm'));
    await second.waitForURL(/\/Profile$/);

    const third = await logIn(person);
    await press(third, tAuth('code.useRecovery'));
    await expectAccessible(third);
    await third.getByLabel(tAuth('code.recovery')).fill(recoveryCodes[0] ?? '');
    await press(third, tAuth('code.confirm'));
    await third.waitForURL(/\/settings$/);
    await press(third, textsIn(language, 'place')('skip'));

    const ending = third.getByRole('region', { name: tSettings('secondFactor.title') });
    await ending.getByRole('button', { name: tSettings('secondFactor.end') }).click();
    await ending.getByLabel(tSettings('ownPassword')).fill(password);
    await ending.getByLabel(tSettings('secondFactor.anyCode')).fill(recoveryCodes[1] ?? '');
    await expectAccessible(third);
    await ending.getByRole('button', { name: tSettings('secondFactor.end') }).click();
    await waitForToast(third, tSettings('secondFactor.ended'));
    await ending.getByText(tSettings('secondFactor.off'), { exact: true }).waitFor();
  },
);
