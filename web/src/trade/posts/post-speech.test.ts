// @vitest-environment happy-dom
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { allLanguages, expectForTheEar, rupees, speakLanguage, wordsOf } from '../../../test/speech.ts';
import { postSpeech } from './post-speech.ts';

const post = {
  title: 'Sharbati wheat 🌾',
  description: 'Clean and dry.\nCall 9876543210, ₹2,600 for 50 quintals.',
  price: 2625.5,
  priceUnit: 'per quintal',
  quantity: '20 quintals',
  amounts: {
    quantity: { number: 20, unit: 'quintal' },
    shelLife: null,
    minorderQunatity: null,
    packaging: null,
  },
  isAvailable: true,
  author: { fullName: 'Gurpreet Singh' },
  marketPrice: { modalPrice: 2500, market: 'Khanna', arrivalDate: '2026-11-20', isSample: false },
} as Post;
const names = { cropName: 'Wheat', place: 'Khanna, Ludhiana', placeName: (name: string) => name };
const nameless = { cropName: '', place: '', placeName: () => '' };
afterEach(() => setLocale('en'));

it.each(allLanguages)('says a post for the ear in %s', async (language) => {
  await speakLanguage(language, []);
  const sold = { ...post, isAvailable: false, author: { ...post.author, fullName: '' } };
  const speeches = postSpeech(sold, nameless);
  const own = speeches.filter(({ lang }) => lang === language);
  expectForTheEar(own, language);
  expect(wordsOf(own)).toMatch(new RegExp(`2625 ${rupees[language]} 50 `));
  expect(wordsOf(own)).toContain(`2500 ${rupees[language]}`);
});

it('says the post, and what its seller wrote', async () => {
  await speakLanguage('en', []);
  expect(wordsOf(postSpeech(post, names))).toBe(
    [
      'Sharbati wheat',
      'Crop: Wheat.',
      'Price: 2625 rupees 50 paise per quintal.',
      'Quantity: 20 quintals.',
      'Place: Khanna, Ludhiana.',
      'Seller: Gurpreet Singh.',
      'Mandi price: 2500 rupees per quintal. Mandi: Khanna.',
      'Clean and dry.',
      'Call 9 8 7 6 5 4 3 2 1 0, 2600 rupees for 50 quintals.',
    ].join('\n'),
  );
});

it('reads a quantity that is not understood as it was written, in its own language', async () => {
  await speakLanguage('en', []);
  const speeches = postSpeech({ ...post, amounts: null, quantity: 'रोज 20 किलो', title: 'ताजा दूध' }, names);
  expect(speeches.filter(({ lang }) => lang === 'hi').map(({ text }) => text)).toEqual([
    'ताजा दूध',
    'रोज 20 किलो',
  ]);
});
