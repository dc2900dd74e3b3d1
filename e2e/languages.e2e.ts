import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { languages, type Language } from '@upaj/contract/texts';
import { readCatalogues } from '../scripts/lib/texts.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { addComment, addPerson, addPost } from '../server/test/factories.ts';
import { expectAccessible, visit } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'post-page');

const wheat = { title: 'शरबती गेहूं, नई फसल', description: 'दाना मोटा और सूखा है।\nनमी 11% है।' };

/**
 * Replaces the browser's translator with one that only puts the two languages before a text. The test itself lets its
 * download end.
 */
function fakeTranslator(): void {
  const model = new EventTarget();
  let finish = () => {};
  const downloaded = new Promise<void>((resolve) => (finish = resolve));
  const download = (loaded: number) => {
    model.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
    if (loaded === 1) finish();
  };
  const Translator = {
    availability: async ({ sourceLanguage }: { sourceLanguage: string }) =>
      sourceLanguage === 'ml' ? 'unavailable' : 'downloadable',
    create: async (options: {
      sourceLanguage: string;
      targetLanguage: string;
      monitor: (model: EventTarget) => void;
    }) => {
      if (!navigator.userActivation.isActive) throw new DOMException('Not pressed', 'NotAllowedError');
      options.monitor(model);
      await downloaded;
      return {
        translate: async (text: string) => `${options.sourceLanguage}-${options.targetLanguage} ${text}`,
        destroy: () => {},
      };
    },
  };
  Object.assign(globalThis, { Translator, download });
}

async function openPost(page: Page, post: { _id: string }, title: string): Promise<void> {
  await page.goto(`/post/${post._id}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

test('a post in another language is translated by the browser, on the device', async () => {
  const farmer = await addPerson(url, { fullName: 'गुरप्रीत सिंह' });
  const post = await addPost(farmer, wheat);
  await addComment(farmer, post._id, 'ਕਣਕ ਸੁੱਕੀ ਹੈ');
  const { page } = await enter(await addPerson(url, { userType: 'merchant' }));
  await page.addInitScript(fakeTranslator);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await openPost(page, post, wheat.title);
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.getAttribute('lang')).toBe('hi');
  expect(await page.getByText('गुरप्रीत सिंह').first().getAttribute('lang')).toBe('hi');

  const button = page.getByRole('button', { name: t('translate.action') });
  await button.waitFor();
  const before = sent.length;
  await button.press('Enter');
  await page.getByText(t('translate.working')).waitFor();
  await page.evaluate('download(0.4)');
  const progress = page.getByRole('progressbar', { name: t('translate.downloading') });
  await progress.waitFor();
  expect(await progress.getAttribute('aria-valuenow')).toBe('40');
  await expectAccessible(page);
  await page.evaluate('download(1)');
  await page.getByRole('heading', { level: 1, name: `hi-en ${wheat.title}` }).waitFor();
  await page.getByText('hi-en दाना मोटा').waitFor();
  expect(await page.getByText(t('translate.done')).count()).toBe(2);
  expect(sent.slice(before).filter((address) => !address.startsWith(url))).toEqual([]);
  expect(await page.evaluate('document.activeElement.textContent')).toBe(t('translate.original'));
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: wheat.title, exact: true }).waitFor();
  expect(await page.getByText(t('translate.done')).count()).toBe(0);
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return page.getByText('ਕਣਕ ਸੁੱਕੀ ਹੈ').count();
    })
    .toBe(1);
  expect(await page.getByText('ਕਣਕ ਸੁੱਕੀ ਹੈ').getAttribute('lang')).toBe('pa');
});

const indian = (Object.keys(languages) as Language[]).filter((language) => language !== 'en');

/** Returns all letters that the texts of a language contain, with their vowel signs and in their conjuncts. */
function lettersOf(language: Language): string[] {
  const words = [...readCatalogues(language).values()].flatMap((texts) => Object.values(texts)).join(' ');
  const segments = new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(words);
  return [...new Set([...segments].map(({ segment }) => segment))].filter((one) => /\p{L}/u.test(one));
}

/** Finds letters that are higher or lower than the line of a text whose overflow is hidden. */
function findCut({ letters, language }: { letters: readonly string[]; language: string }): string[] {
  const pen = document.createElement('canvas').getContext('2d')!;
  const sizes = ['text-tiny', 'text-note', 'text-base', 'text-lead', 'text-title', 'text-hero'];
  const field = 'text-base leading-none';
  const fieldLine = getComputedStyle(document.querySelector('input[type=email]')!).lineHeight;
  const tight = ['text-base leading-tight', 'text-base leading-snug', 'text-lead leading-tight'];
  // A seller's words take the line from the screen around them, which is in the reader's language.
  const around = '[lang=en]';
  const inside = tight.map((look) => `${around} ${look}`);
  return [...sizes, ...tight, ...inside, field].flatMap((look) =>
    ['font-normal', 'font-bold'].flatMap((weight) => {
      const line = document.createElement('div');
      const screen = document.createElement('div');
      screen.lang = look.startsWith(around) ? 'en' : language;
      screen.className = `${look} ${weight}`;
      line.lang = language;
      line.className = look.startsWith(around) ? 'truncate' : `truncate ${look} ${weight}`;
      if (look === field) line.style = `padding: 0; line-height: ${fieldLine}`;
      const base = document.createElement('span');
      base.style.display = 'inline-block';
      line.append('A', base);
      screen.append(line);
      document.body.append(screen);
      const { top, bottom } = line.getBoundingClientRect();
      const baseline = base.getBoundingClientRect().bottom;
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(line);
      // The letters are measured large, because the browser measures in whole pixels.
      pen.font = `${fontWeight} 200px ${fontFamily}`;
      const scale = Number.parseFloat(fontSize) / 200;
      screen.remove();
      return letters.flatMap((letter) => {
        const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = pen.measureText(letter);
        const cut = Math.max(above * scale - (baseline - top), below * scale - (bottom - baseline));
        return cut > 0.5 ? [`${letter} by ${cut.toFixed(1)} px in ${look} ${weight}`] : [];
      });
    }),
  );
}

test.each(indian)('no vowel sign is cut at any size, in %s', async (language) => {
  const { page } = await visit(url);
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(findCut, { letters: lettersOf(language), language })).toEqual([]);
});

test('the chosen language is in sight when somebody logs in', async () => {
  const { page } = await visit(url, { viewport: { width: 360, height: 780 } });
  await page.addInitScript(`localStorage.setItem('upaj-locale', 'pa')`);
  await page.goto('/login');
  const chip = page.getByRole('radio', { name: languages.pa });
  await expect.poll(async () => (await chip.boundingBox())?.x ?? 999).toBeLessThan(280);
  expect(await chip.isChecked()).toBe(true);
});
