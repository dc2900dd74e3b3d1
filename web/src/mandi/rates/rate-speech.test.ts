// @vitest-environment happy-dom
import type { DetailedRate } from '@upaj/contract/mandi/rates';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { exampleRate } from '../../../test/rates.ts';
import { allLanguages, expectForTheEar, rupees, speakLanguage, wordsOf } from '../../../test/speech.ts';
import { rateSpeech } from './rate-speech.ts';

const rate: DetailedRate = { ...exampleRate(), agreed: null };
const names = { commodity: '', market: '', place: '' };
afterEach(() => setLocale('en'));

it.each(allLanguages)('says a rate for the ear in %s', async (language) => {
  await speakLanguage(language, ['market']);
  for (const trend of ['up', 'down', 'stable'] as const) {
    const speeches = rateSpeech({ ...rate, trend, isSample: true, isDoubtful: true }, 'quintal', names);
    expectForTheEar(speeches, language);
    expect(wordsOf(speeches)).toContain(`2585 ${rupees[language]}`);
    expect(wordsOf(speeches)).toMatch(new RegExp(`2610 ${rupees[language]} 50 `));
  }
});

it('says what was paid, the change and the range', async () => {
  await speakLanguage('en', ['market']);
  const shown = { commodity: 'Wheat', market: 'Khanna', place: 'Ludhiana' };
  expect(wordsOf(rateSpeech(rate, 'quintal', shown))).toBe(
    [
      'Wheat. Mandi: Khanna, Ludhiana.',
      'On 20 November 2026, most was sold at 2610 rupees 50 paise per quintal.',
      'That is 45 rupees more than on 19 November 2026.',
      'Lowest price 2450 rupees, highest price 2780 rupees.',
      'Support price of the government: 2585 rupees per quintal.',
    ].join('\n'),
  );
  expect(wordsOf(rateSpeech(rate, 'kg', shown))).toContain('26 rupees 11 paise per kilo');
});

it('leaves out the change of a first report, and says what is counted by the bunch', async () => {
  await speakLanguage('en', ['market']);
  const first = {
    ...rate,
    unit: 'bunch',
    trend: 'stable',
    previousDate: null,
    commodity: 'Mint',
    crop: null,
  } as const;
  const text = wordsOf(rateSpeech({ ...first, modalPrice: 5, minPrice: 4, maxPrice: 6 }, 'quintal', names));
  expect(text).toContain('5 rupees per bunch');
  expect(text).not.toContain('That is');
});
