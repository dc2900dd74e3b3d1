import { expect, test } from 'vitest';
import { transliterate } from './fold.ts';

test.each([
  ['टमाटर', 'tamatar'],
  ['गेहूं', 'gehun'],
  ['गुड़', 'gur'],
  ['गढ़', 'garh'],
  ['कद्दू', 'kaddu'],
  ['मिर्च', 'mirch'],
  ['ગાજર', 'gajar'],
  ['ਪੰਜਾਬ', 'panjab'],
  ['বেগুন', 'begun'],
  ['ଗହମ', 'gahama'],
  ['தக்காளி', 'takkali'],
  ['బెల్లం', 'bellam'],
  ['ಬೆಲ್ಲ', 'bella'],
  ['സവാള', 'savala'],
  ['മാങ്ങ', 'manga'],
  ['പഞ്ഞി', 'panji'],
  ['आगरा aloo', 'agara aloo'],
])('writes %s as %s', (text, latin) => {
  expect(transliterate(text)).toBe(latin);
});
