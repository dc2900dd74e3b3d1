import { readQuantity } from '@upaj/contract/trade/quantity';
import { quantityUnits } from '@upaj/contract/trade/units';
import { expect, test } from 'vitest';
import { amountText, quantityText } from './formats.ts';
import { allLanguages } from './texts.ts';

test.each(allLanguages)('what is written in %s can be read again', (language) => {
  const quantities = quantityUnits.flatMap((unit) => [1, 12.5, 1200].map((quantity) => ({ quantity, unit })));
  const texts = quantities.map((quantity) => amountText(quantity, language));
  expect(texts.map(readQuantity)).toEqual(quantities);
});

test.each([
  ['60 quintal', 'ml', '60 ക്വിന്റൽ'],
  ['1 பெட்டி', 'en', '1 box'],
  ['20 kg a day', 'ta', '20 kg a day'],
] as const)('%s is in %s %s', (typed, language, text) => {
  expect(quantityText(typed, language)).toBe(text);
});
