import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, visit } from './browser.ts';

const url = inject('server');
const tAuth = textsIn('en', 'auth');
const tHelp = textsIn('en', 'help');
const tHindi = textsIn('hi', 'help');
const tTerms = textsIn('en', 'terms');
const tShell = textsIn('en', 'shell');

test('a guest reads how Upaj works, its terms and how to reach it, by keyboard and in Hindi', async () => {
  const { page } = await visit(url, onPhone);
  await page.goto('/login');
  await page.getByRole('link', { name: tAuth('help') }).press('Enter');
  await page.getByRole('heading', { level: 1, name: tHelp('title') }).waitFor();
  await page.getByText(tHelp('contact.none')).waitFor();
  await expectAccessible(page);

  for (const topic of ['selling', 'buying', 'offers', 'paying', 'safety', 'terms', 'privacy'] as const) {
    await page.getByRole('link', { name: tHelp(`${topic}.title`) }).click();
    await page.getByRole('heading', { level: 1, name: tHelp(`${topic}.title`) }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(5);
    await expectAccessible(page);
    await page.goBack();
  }
  await page.goto('/help/terms');
  await page.getByRole('heading', { level: 2, name: tTerms('sale.title') }).waitFor();
  await page.getByRole('combobox', { name: tShell('language') }).selectOption('hi');
  await page.getByRole('heading', { level: 1, name: tHindi('terms.title') }).waitFor();
  await page.goto('/help/nothing');
  await page.getByRole('link', { name: tHindi('all') }).click();
  await page.getByRole('heading', { level: 1, name: tHindi('title') }).waitFor();
});
