// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { exampleDeal } from '../../../test/deals.ts';
import { allLanguages, expectForTheEar, rupees, speakLanguage, wordsOf } from '../../../test/speech.ts';
import { dealSpeech } from './deal-speech.ts';

const deal = exampleDeal();
afterEach(() => setLocale('en'));

it.each(allLanguages)('says a deal for the ear in %s', async (language) => {
  await speakLanguage(language, ['deals', 'offers']);
  const nameless = {
    ...deal,
    buyer: { ...deal.buyer, fullName: null },
    seller: { ...deal.seller, fullName: null },
  };
  const speeches = dealSpeech(nameless, 's1');
  expectForTheEar(
    speeches.filter(({ lang }) => lang === language),
    language,
  );
  expect(wordsOf(speeches)).toMatch(new RegExp(`53822 ${rupees[language]} 75 `));
});

it('says what is next, and what was agreed', async () => {
  await speakLanguage('en', ['deals', 'offers']);
  expect(wordsOf(dealSpeech({ ...deal, terms: { ...deal.terms, note: '' } }, 'b1'))).toBe(
    [
      'Sharbati wheat, this harvest',
      'You buy from Gurpreet Singh',
      'Confirm here when you have received the goods.',
      '20.5 quintals at 2625 rupees 50 paise per quintal',
      'The buyer picks up the goods',
      'Total: 53822 rupees 75 paise.',
    ].join('\n'),
  );
});
