import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, visit } from './browser.ts';

const tCommon = textsIn('en', 'common');
const tHindi = textsIn('hi', 'common');

test('a start without one of the first scripts is tried again, and then says so', async () => {
  const { page } = await visit(inject('server'), { ...onPhone, locale: 'ta-IN' });
  const files = /\/assets\/libraries-.*\.js$/;
  let attempts = 0;
  await page.route(files, (route) => {
    attempts += 1;
    return route.abort();
  });
  await page.goto('/login');
  await page.getByRole('heading', { level: 1, name: tCommon('networkError') }).waitFor();
  await page.getByText(tHindi('networkError')).waitFor();
  expect(attempts).toBeGreaterThan(1);
  await expectAccessible(page);

  await page.unroute(files);
  await page.getByRole('button', { name: `${tCommon('retry')} · ${tHindi('retry')}` }).click();
  await page.getByRole('heading', { level: 1, name: textsIn('ta', 'auth')('loginTitle') }).waitFor();
});
