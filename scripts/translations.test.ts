import { describe, expect, test } from 'vitest';
import { isLanguage, languages } from '../contract/src/texts.ts';
import { readCatalogues } from './lib/texts.ts';
import {
  foreignWords,
  hasUnbalancedQuotes,
  isTooLong,
  ownShare,
  readGlossary,
  usesWord,
  wordsOf,
  type Translated,
} from './lib/translations.ts';

/** Returns the translated texts of a language by section and key. */
function textsOf(language: string): Map<string, string> {
  const sections = [...readCatalogues(language)].filter(([name]) => name !== 'places');
  return new Map(
    sections.flatMap(([section, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => text !== '')
        .map(([key, text]): [string, string] => [`${section}.${key}`, text]),
    ),
  );
}

const english = textsOf('en');
const translated = Object.keys(languages)
  .filter(isLanguage)
  .filter((language): language is Translated => language !== 'en');

describe.each(translated)('the texts in %s', (language) => {
  const texts = textsOf(language);
  const keysOf = (isFaulty: (text: string, english: string) => boolean) =>
    [...texts].filter(([key, text]) => isFaulty(text, english.get(key) ?? '')).map(([key]) => key);

  test('are in their own script, but for words of a list', () => {
    expect(ownShare([...texts.values()].map(wordsOf), language)).toBeGreaterThan(0.95);
    expect([...texts.values()].flatMap(foreignWords)).toEqual([]);
  });

  test('are translated, and have balanced quotes', () => {
    const isSame = (text: string, english: string) => text === english && /\p{Ll}/u.test(wordsOf(text));
    expect(keysOf(isSame)).toEqual([]);
    expect(keysOf(hasUnbalancedQuotes)).toEqual([]);
  });

  test('have short labels', () => {
    expect(keysOf(isTooLong)).toEqual([]);
  });
});

const terms =
  'mandi, price, modal price, arrival, variety, grade, quintal, crop, post, offer, counter-offer, accept, decline, withdraw, deal, buyer, seller, farmer, merchant, payment, advance, UPI ID, problem, review, rating, verified, follow, like, save, share, comment, message, chat, notification, alert, profile, account, password, photo, sold out, district, state, village, pincode, search, filter, report, block, moderator, appeal, decision, hide, suspend, organic, scheme, weather';
/**
 * Terms that the texts always translate with the glossary's words. Others, such as "report" and "state", have more
 * meanings.
 */
const oneWay =
  'modal price, arrival, variety, quintal, offer, deal, farmer, merchant, follower, review, comment, message, chat, notification, profile, password, photo, district, pincode, moderator, appeal, scheme';

// Hindi has tests of its own: web/src/i18n/catalogue.test.ts.
describe.each(translated.filter((language) => language !== 'hi'))('the glossary of %s', (language) => {
  const glossary = readGlossary(language);

  test('has the terms of the trade', () => {
    expect(terms.split(', ').filter((term) => !glossary.get(term)?.length)).toEqual([]);
  });

  test.each(oneWay.split(', '))('is followed for %s', (term) => {
    const mentions = new RegExp(`\\b${term}s?\\b`, 'i');
    const texts = [...textsOf(language)].filter(([key]) => mentions.test(english.get(key) ?? ''));
    const others = texts.filter(([, text]) => !usesWord(text, glossary.get(term) ?? []));
    // A few texts may lack the word, because a short text may leave it out.
    expect(others.length > 0.12 * texts.length ? others : []).toEqual([]);
  });
});

test('faults of translations are found', () => {
  expect(wordsOf('{count, plural, one {{count} post} other {{count} posts}} of {name}').split(/\s+/)).toEqual(
    ['', 'post', 'posts', 'of', ''],
  );
  expect(ownShare(['விலை price'], 'ta')).toBeLessThan(0.5);
  expect(foreignWords('UPI ID, gst.gov.in, offer {name}')).toEqual(['offer']);
  expect(isTooLong('पूरी तरह से स्वीकार करें', 'Accept')).toBe(true);
  expect(hasUnbalancedQuotes('“அ')).toBe(true);
  expect(usesWord('ஆஃபரை ஏற்க', ['ஆஃபர்'])).toBe(true);
});
