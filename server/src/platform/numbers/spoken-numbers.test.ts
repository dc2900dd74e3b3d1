import { expect, it } from 'vitest';
import { readCsv } from '#src/platform/read-csv.ts';
import { readSpoken } from './read-spoken.ts';

const rows = readCsv<'language' | 'text' | 'value'>(new URL('fixtures/spoken-numbers.csv', import.meta.url));

const numbersIn = (text: string, language: string) =>
  readSpoken(text, language).flatMap((token) => (token.kind === 'number' ? [token.value] : []));

it('numbers are read as people say and type them in eleven languages', () => {
  const wrong = rows.filter(({ language, text, value }) => {
    const numbers = numbersIn(text, language);
    return numbers.length !== 1 || numbers[0] !== Number(value);
  });
  // The table was written before the code. At first 232 of 305 rows were right.
  expect(wrong.map(({ text }) => text)).toEqual(['dui hajar sata saha', 'ஒன்றே கால்', 'അറുപത്തിമൂന്ന്']);
});

it.each([
  ['20 quintal 2700', 'en', [20, 2700]],
  ['बीस क्विंटल सत्ताईस सौ', 'hi', [20, 2700]],
  ['₹1,25,000', 'en', [125_000]],
  ['साढ़े तीन सौ किलो और पांच बोरी', 'hi', [350, 5]],
  ['नजर हजारे की', 'hi', []],
])('%s has the numbers of its own words', (text, language, numbers) => {
  expect(numbersIn(text, language)).toEqual(numbers);
});

it.each(['பத்தினி', 'ಹತ್ತಿರ', 'పత్తి', 'അരി', 'ஆறுமுகம்'])('the word %s is no number', (text) => {
  expect(numbersIn(text, 'ta')).toEqual([]);
});
