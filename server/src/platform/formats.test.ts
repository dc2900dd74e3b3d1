import { readGoods, readPackaging, readTime } from '@upaj/contract/trade/read-amount';
import { goodsUnits, packagingCodes, timeUnits } from '@upaj/contract/trade/units';
import { expect, test } from 'vitest';
import { amountText } from './formats.ts';
import { allLanguages, textsIn } from './texts.ts';

const fifty = { number: 50, unit: 'kg' } as const;

test.each(allLanguages)('what is written in %s can be read again', (language) => {
  const goods = goodsUnits.flatMap((unit) => [1, 12.5, 1200].map((number) => ({ number, unit })));
  const others = [
    { number: 10, upTo: 12, unit: 'bag' },
    { number: 10, unit: 'box', each: fifty },
  ] as const;
  const write = (amount: Parameters<typeof amountText>[0]) => amountText(amount, language);
  expect([...goods, ...others].map((amount) => readGoods(write(amount)))).toEqual([...goods, ...others]);
  const times = timeUnits.flatMap((unit) => [1, 2.5, 6].map((number) => ({ number, unit })));
  expect(times.map((amount) => readTime(write(amount)))).toEqual(times);
});

test.each(allLanguages)('the names of packages in %s can be read again', (language) => {
  const t = textsIn(language, 'post-page');
  const texts = packagingCodes.map((code) => `${t(`packagings.${code}`)}, ${amountText(fifty, language)}`);
  expect(texts.map(readPackaging)).toEqual(packagingCodes.map((code) => ({ code, number: 50, unit: 'kg' })));
});
