import { readFileSync } from 'node:fs';
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

test('a browser that is too old says so in the reader’s language, and opens a post without script', async () => {
  const { page, problems } = await visit(inject('server'), { ...onPhone, locale: 'ta-IN' });
  await page.addInitScript('delete window.CSSLayerBlockRule');
  await page.goto('/login');
  const texts = JSON.parse(
    readFileSync(new URL('../contract/texts/ta/too-old.json', import.meta.url), 'utf8'),
  ) as Record<string, string>;
  await page.getByRole('heading', { level: 1, name: texts['title'] }).waitFor();
  await page.getByText(texts['advice'] ?? '').waitFor();
  await page.getByText(texts['sharedPosts'] ?? '').waitFor();
  await page.goto('/post/0199');
  expect(await page.getByRole('link', { name: texts['openPost'] }).getAttribute('href')).toBe('/s/0199');
  // The app finds no place to start in.
  problems.length = 0;
});
