import { expect, test } from 'vitest';
import { langOfText } from './lang-of-text.ts';
import { languages } from './texts.ts';

test.each([
  ['Sharbati wheat', 'en'],
  ['शरबती गेहूं', 'hi'],
  ['গোবিন্দভোগ চাল', 'bn'],
  ['ਸ਼ਰਬਤੀ ਕਣਕ', 'pa'],
  ['શરબતી ઘઉં', 'gu'],
  ['ଶରବତୀ ଗହମ', 'or'],
  ['பொன்னி அரிசி', 'ta'],
  ['సోనా మసూరి బియ్యం', 'te'],
  ['ಸೋನಾ ಮಸೂರಿ ಅಕ್ಕಿ', 'kn'],
  ['മട്ട അരി', 'ml'],
  ['प्याज 40 kg', 'hi'],
  ['धान, dry and clean', 'en'],
  ['Clean. नमी कम है', 'hi'],
  ['A-grade Nashik प्याज', 'en'],
  ['গম।', 'bn'],
  ['Crème', 'en'],
  ['١٢ قمح', undefined],
  ['₹ 1,200 / 40', undefined],
  ['', undefined],
])('the script of most letters of “%s” is of %s', (text, language) => {
  expect(langOfText(text)).toBe(language);
});

test.each(Object.entries(languages))(
  '%s is the language of its own name, to its readers',
  (language, name) => {
    expect(langOfText(name, language as keyof typeof languages)).toBe(language);
  },
);
