// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { allLanguages, rupees, speakLanguage } from '../../test/speech.ts';
import { setLocale } from './locale.ts';
import { spokenAmount, spokenMoney, spokenPrice, spokenText } from './spoken.ts';

afterEach(() => setLocale('en'));

it.each(allLanguages)('writes amounts whole and without symbols in %s', async (language) => {
  await speakLanguage(language, []);
  const written = [
    spokenMoney(2625.5),
    spokenMoney(100_000),
    spokenPrice(2625.5, 'per quintal'),
    spokenAmount({ quantity: 1250.5, unit: 'kg' }),
    spokenAmount({ number: 2, upTo: 3, unit: 'week' }),
    spokenAmount({ number: 10, unit: 'bag', each: { number: 50, unit: 'kg' } }),
  ];
  expect(written.map((text) => text.match(/[\d.]+/g))).toEqual([
    ['2625', '50'],
    ['100000'],
    ['2625', '50'],
    ['1250.5'],
    ['2', '3'],
    ['10', '50'],
  ]);
  expect(written[1]).toBe(`100000 ${rupees[language]}`);
  expect(written.join()).not.toMatch(/[\p{S}×]|-\d/u);
});

it('writes rupees and paise in words', async () => {
  await speakLanguage('en', []);
  expect([1, 2.01, 0.5, 53_822.75].map(spokenMoney)).toEqual([
    '1 rupee',
    '2 rupees 1 paisa',
    '0 rupees 50 paise',
    '53822 rupees 75 paise',
  ]);
  expect(spokenPrice(40, 'per kg')).toBe('40 rupees per kilo');
});

it.each([
  ['Price ₹2,700/- only 🙏🏽', ['Price 2700 rupees only', 'en']],
  ['Rs. 1,00,000 for all', ['100000 rupees for all', 'en']],
  ['Call 98765 43210 or 9876543210', ['Call 98765 43210 or 9 8 7 6 5 4 3 2 1 0', 'en']],
  ['See https://example.org/a?b=1 and www.example.org', ['See and', 'en']],
  ['*New* crop, 20kg/bag\nClean', ['New crop, 20kg bag\nClean', 'en']],
  ['गेहूं ₹2,700 क्विंटल', ['गेहूं 2700 क्विंटल', 'hi']],
  // The joiner inside a word changes how it is read.
  ['പൊന്‍', ['പൊന്‍', 'ml']],
  ['क्‍ष 👩‍🌾', ['क्‍ष', 'hi']],
])('makes %j readable', async (text, [words, lang]) => {
  await speakLanguage('en', []);
  expect(spokenText(text)).toEqual([{ text: words, lang }]);
});

it.each(['', '👍', 'https://example.org/photo'])('leaves out %j', (text) => {
  expect(spokenText(text)).toEqual([]);
});

it('says rupees in the language of the text if the reader has it', async () => {
  await speakLanguage('hi', []);
  expect(spokenText('₹2,625.50 में दूंगा')).toEqual([{ text: '2625.50 रुपये में दूंगा', lang: 'hi' }]);
});
