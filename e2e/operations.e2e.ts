import { dailyCounts } from '@upaj/contract/moderation/operations';
import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { addPerson } from '../server/test/factories.ts';
import { giveRole, switchOn } from '../server/test/second-factor.ts';
import { desktop, expectAccessible, onPhone, setColors, waitForToast } from './browser.ts';
import { secretKey } from './market-data.ts';
import { enter } from './steps.ts';

const url = inject('server');

test.each([
  ['en', { viewport: desktop }],
  ['hi', onPhone],
] as const)('an administrator sees how the market runs, and runs a job (%s)', async (language, options) => {
  const [t, tModeration] = [textsIn(language, 'operations'), textsIn(language, 'moderation')];
  const administrator = await addPerson(url);
  await giveRole(url, secretKey, administrator, 'administrator');
  const { page } = await enter(administrator, { ...options, locale: `${language}-IN` });
  await page.goto('/operations');
  await page.getByRole('heading', { name: tModeration('needsFactor') }).waitFor();
  await switchOn(administrator.client);
  await page.goto('/moderation');
  await page.getByRole('link', { name: tModeration('operations') }).click();
  await page.getByRole('heading', { level: 1, name: t('title') }).waitFor();
  await page.getByRole('heading', { name: t('count.registrations') }).waitFor();
  await page.getByText('SECRET_KEY').waitFor();
  const check = async () => {
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  };
  await check();
  await setColors(page, 'dark');
  await check();
  await setColors(page, 'light');
  const name = 'sweep-media';
  await page.getByRole('button', { name: t('runJob', { name }) }).press('Enter');
  // Look for the name of the job only: journeys share a server, so the toast may say that a run is waiting already.
  await waitForToast(page, name);
  await page.getByRole('button', { name: t('asTable') }).click();
  for (const kind of dailyCounts)
    await page.getByRole('columnheader', { name: t(`count.${kind}`) }).waitFor();
  await check();
});

test.each(['member', 'moderator'] as const)(
  'a %s finds no operations, and loads none of its code',
  async (role) => {
    const person = await addPerson(url);
    if (role === 'moderator') {
      await giveRole(url, secretKey, person, role);
      await switchOn(person.client);
    }
    const { page, problems } = await enter(person);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/operations');
    await page.getByRole('heading', { level: 1, name: textsIn('en', 'common')('notFoundTitle') }).waitFor();
    expect(loaded.filter((path) => path !== '/operations' && path.includes('operations'))).toEqual([]);
    expect(problems).toEqual([]);
  },
);
