import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { addPerson } from '../server/test/factories.ts';
import { codeOf, giveRole, startSecondFactor } from '../server/test/second-factor.ts';
import { desktop, expectAccessible, onPhone, waitForToast } from './browser.ts';
import { secretKey } from './market-data.ts';
import { enter } from './steps.ts';

const url = inject('server');

test.each([
  ['en', onPhone],
  ['hi', { viewport: desktop }],
] as const)('an administrator gives a role and takes it away (%s)', async (language, options) => {
  const [t, tModeration] = [textsIn(language, 'staff'), textsIn(language, 'moderation')];
  const locale = `${language}-IN`;
  const administrator = await addPerson(url, { fullName: 'Meera Iyer' });
  const helper = await addPerson(url, { fullName: 'Simran Kaur' });
  await giveRole(url, secretKey, administrator, 'administrator');
  const { page } = await enter(administrator, { ...options, locale });
  // The page leads to the settings until a second factor is on.
  await page.goto('/moderation');
  await page.getByRole('heading', { name: tModeration('needsFactor') }).waitFor();
  await expectAccessible(page);
  const { secret } = await startSecondFactor(administrator.client);
  const body = { code: await codeOf(secret) };
  await administrator.client.call('POST /api/v1/users/totp/confirm', { body });
  await page.goto('/moderation');
  await page.getByRole('link', { name: tModeration('staff') }).click();
  await page.getByRole('heading', { level: 1, name: t('title') }).waitFor();
  await page.getByLabel(t('username')).fill(helper.account.email);
  await page.getByRole('button', { name: t('give') }).click();
  const name = helper.account.fullName;
  const remove = page.getByRole('button', { name: t('remove', { name }) }).first();
  await remove.waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);

  const row = page.getByRole('listitem').filter({ hasText: `@${helper.account.username}` });
  await row.getByRole('button', { name: t('remove', { name }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('removeAction') })
    .click();
  await waitForToast(page, t('removed', { username: helper.account.username }));
  await row.waitFor({ state: 'detached' });

  await page.goto('/moderation');
  await page.getByRole('link', { name: tModeration('audit.title') }).click();
  await page.getByRole('heading', { level: 1, name: tModeration('audit.title') }).waitFor();
  const about = tModeration('audit.about', { name: `@${helper.account.username}` });
  await page.getByRole('heading', { name: about }).first().waitFor();
  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: tModeration('audit.csv') }).click();
  expect((await csv).suggestedFilename()).toBe('upaj-audit.csv');
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
});
