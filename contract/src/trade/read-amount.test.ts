import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../texts.ts';
import { readGoods, readPackaging, readTime } from './read-amount.ts';

it.each([
  ['20 क्विंटल', { number: 20, unit: 'quintal' }],
  ['1/2 quintal', { number: 0.5, unit: 'quintal' }],
  ['½ टन', { number: 0.5, unit: 'tonne' }],
  ['2½ ਕੁਇੰਟਲ', { number: 2.5, unit: 'quintal' }],
  ['3/4 kg', { number: 0.75, unit: 'kg' }],
  ['12,34,567.5 kg', { number: 1_234_567.5, unit: 'kg' }],
  ['१ १/२ क्विंटल', { number: 1.5, unit: 'quintal' }],
  ['1.5 tonne', { number: 1.5, unit: 'tonne' }],
  ['डेढ़ क्विंटल', { number: 1.5, unit: 'quintal' }],
  ['साढ़े तीन क्विंटल', { number: 3.5, unit: 'quintal' }],
  ['সাড়ে ৩ কুইন্টাল', { number: 3.5, unit: 'quintal' }],
  ['2 हज़ार नग', { number: 2000, unit: 'piece' }],
  ['ஒரு டன்', { number: 1, unit: 'tonne' }],
  ['half quintal', { number: 0.5, unit: 'quintal' }],
  ['5 dozen', { number: 60, unit: 'piece' }],
  ['௧௦-௧௨ மூட்டை', { number: 10, upTo: 12, unit: 'bag' }],
  ['10 to 12 bags', { number: 10, upTo: 12, unit: 'bag' }],
  ['10 से 12 बोरी', { number: 10, upTo: 12, unit: 'bag' }],
  ['500 g', { number: 500, unit: 'g' }],
  ['10 bori of 50 kg', { number: 10, unit: 'bag', each: { number: 50, unit: 'kg' } }],
  ['10 bags x 50kg', { number: 10, unit: 'bag', each: { number: 50, unit: 'kg' } }],
  ['50 किलो की 10 बोरी', { number: 10, unit: 'bag', each: { number: 50, unit: 'kg' } }],
  ['৫০ কেজির ১০ বস্তা', { number: 10, unit: 'bag', each: { number: 50, unit: 'kg' } }],
  ['300 boxes of 1 g', { number: 300, unit: 'box', each: { number: 1, unit: 'g' } }],
])('reads the goods of %j', (text, amount) => {
  expect(readGoods(text)).toEqual(amount);
});

it.each([
  '20 kg a day',
  '5 kg 200 g',
  '6 months',
  '1/3 kg',
  '20/25 kg',
  '4/5 बोरी',
  '11/2 kg',
  '5,6 bags',
  '10,12 bags',
  '1,00 kg',
  '2/0 kg',
  '1..5 kg',
  '-5 kg',
  '.5 kg',
  '12-10 bags',
  'bags',
  'about 30 quintal',
  'jute 20 bags',
  '10 bags of 5 boxes',
  '10 bags, 500 kg',
  '10 bags (500 kg)',
  '20/kg',
  '20 kg each',
  '10 kg of 5 kg',
  '99999999 kg',
])('does not read goods in %j', (text) => {
  expect(readGoods(text)).toBeUndefined();
});

describe.each([
  ['en', ['5 hours', '3 days', '2 weeks', '6 months', '1 year']],
  ['hi', ['५ घंटे', '३ दिन', '२ हफ्ते', '६ महीने', 'एक साल']],
  ['bn', ['৫ ঘণ্টা', '৩ দিন', '২ সপ্তাহ', '৬ মাস', 'এক বছর']],
  ['mr', ['५ तास', '३ दिवस', '२ आठवडे', '६ महिने', '१ वर्ष']],
  ['te', ['5 గంటలు', '3 రోజులు', '2 వారాలు', '6 నెలలు', '1 ఏడాది']],
  ['ta', ['5 மணிநேரம்', '3 நாட்கள்', '2 வாரங்கள்', '6 மாதம்', 'ஒரு வருடம்']],
  ['gu', ['૫ કલાક', '૩ દિવસ', '૨ અઠવાડિયા', '૬ મહિના', '૧ વર્ષ']],
  ['kn', ['5 ಗಂಟೆಗಳು', '3 ದಿನ', '2 ವಾರ', '6 ತಿಂಗಳು', 'ಒಂದು ವರ್ಷ']],
  ['or', ['୫ ଘଣ୍ଟା', '୩ ଦିନ', '୨ ସପ୍ତାହ', '୬ ମାସ', '୧ ବର୍ଷ']],
  ['ml', ['5 മണിക്കൂർ', '3 ദിവസം', '2 ആഴ്ച', '6 മാസം', 'ഒരു വർഷം']],
  ['pa', ['੫ ਘੰਟੇ', '੩ ਦਿਨ', '੨ ਹਫ਼ਤੇ', '੬ ਮਹੀਨੇ', '੧ ਸਾਲ']],
] satisfies [Language, string[]][])('times in %s', (_, texts) => {
  it('reads each unit', () => {
    const amounts = [
      [5, 'hour'],
      [3, 'day'],
      [2, 'week'],
      [6, 'month'],
      [1, 'year'],
    ].map(([number, unit]) => ({ number, unit }));
    expect(texts.map(readTime)).toEqual(amounts);
  });
});

it.each([
  ['2-3 weeks', { number: 2, upTo: 3, unit: 'week' }],
  ['२ से ३ हफ्ते', { number: 2, upTo: 3, unit: 'week' }],
  ['2 முதல் 3 வாரம்', { number: 2, upTo: 3, unit: 'week' }],
  ['২ থেকে ৩ সপ্তাহ', { number: 2, upTo: 3, unit: 'week' }],
  ['1 year warranty', null],
  ['20 kg', null],
  ['', null],
])('reads the time %j', (text, amount) => {
  expect(readTime(text)).toEqual(amount);
});

const jute50 = { code: 'jute-bag', number: 50, unit: 'kg' };

it.each([
  ['Loose', { code: 'loose' }],
  ['Jute bags', { code: 'jute-bag' }],
  ['50 kg gunny bags', jute50],
  ['50 kg PP bags', { code: 'plastic-bag', number: 50, unit: 'kg' }],
  ['25 kg nets', { code: 'net-bag', number: 25, unit: 'kg' }],
  ['50 kg mesh bags', { code: 'net-bag', number: 50, unit: 'kg' }],
  ['250 g pouches', { code: 'packet', number: 250, unit: 'g' }],
  ['20 liter cans', { code: 'can', number: 20, unit: 'liter' }],
  ['Trays of 30', { code: 'tray', number: 30, unit: 'piece' }],
  ['Boxes of 100 pieces', { code: 'box', number: 100, unit: 'piece' }],
  ['10 bori of 50 kg', { code: 'bag', count: 10, number: 50, unit: 'kg' }],
  ['50 কেজির বস্তা', { code: 'bag', number: 50, unit: 'kg' }],
  ['50 കിലോയുടെ ചാക്ക്', { code: 'bag', number: 50, unit: 'kg' }],
  ['10 kg and 30 kg bags', undefined],
  ['Loose or 50 kg bags', undefined],
  ['1 g sealed boxes', undefined],
  ['jute', undefined],
  ['Folded bale', undefined],
  ['50 bags', undefined],
  ['Jute bags, 50', undefined],
  ['20 kg', undefined],
  ['', undefined],
])('reads the packaging %j', (text, packaging) => {
  expect(readPackaging(text)).toEqual(packaging);
});

/** What the form suggests in each language is read, so that sellers who follow it are understood. */
it.each(Object.keys(languages))('reads the suggestions of the form in %s', async (language) => {
  const { default: texts } = (await import(`../../texts/${language}/create-post.json`, {
    with: { type: 'json' },
  })) as { default: Record<string, string> };
  const times = ['days', 'week', 'month', 'halfYear', 'year'].map((name) => texts[`shelfLife.${name}`] ?? '');
  expect(times.map(readTime)).toEqual([
    { number: 3, unit: 'day' },
    { number: 1, unit: 'week' },
    { number: 1, unit: 'month' },
    { number: 6, unit: 'month' },
    { number: 1, unit: 'year' },
  ]);
  expect(readGoods(texts.minimumOrderExample ?? '')).toEqual({ number: 5, unit: 'quintal' });
  expect(readPackaging(texts.packagingExample ?? '')).toEqual(jute50);
});
