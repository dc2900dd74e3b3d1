import { readFileSync } from 'node:fs';
import type { Language } from '../../contract/src/texts.ts';
import { inRoot } from './paths.mjs';

export type Translated = Exclude<Language, 'en'>;

/** Returns the short name of a language's script, as regular expressions take it: `Beng`. */
const scriptOf = (language: Translated) => new Intl.Locale(language).maximize().script ?? language;

const graphemes = new Intl.Segmenter();
const lengthOf = (text: string) => [...graphemes.segment(text)].length;

/** Returns the words that a reader sees, without placeholders and the syntax of plurals. */
export function wordsOf(message: string): string {
  const branches = /\{\w+, (?:plural|select), ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g;
  return message
    .replace(branches, (_, cases: string) => cases.replace(/[\w=]+ \{/g, '{'))
    .replace(/\{\w+(?:, \w+)?\}/g, ' ')
    .replace(/[{}#]/g, ' ');
}

/** Returns the share of letters in the language's own script, of those in it and Latin ones. */
export function ownShare(texts: string[], language: Translated): number {
  const count = (script: string) =>
    texts.join(' ').match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
  const own = count(scriptOf(language));
  return own / (own + count('Latin'));
}

/**
 * Latin words that a translation may have: abbreviations, names of products, addresses, file names, and words to type
 * or press.
 */
const allowed =
  /^(?:(?:Non-)?[A-Z][A-Z\d]*(?:-[A-Z]+)?|[\w@./-]*[@./\d][\w@./-]*|Google|Chrome|Firefox|Facebook|Authenticator|iPhone|PostgreSQL|Open-Meteo|eKYC|https|India|Organic|Add|to|Home|Screen|Enter|Shift|incognito|readyz|offset|onion|ullipaya|[az])$/;

/** Returns the Latin words of a text that are not allowed. */
export function foreignWords(text: string): string[] {
  const words = wordsOf(text).match(/[A-Za-z][\w@./-]*/g) ?? [];
  return words.map((word) => word.replace(/[.-]+$/, '')).filter((word) => !allowed.test(word));
}

/**
 * Returns whether a translated label is much longer than in English. Labels, as on buttons, tabs and chips, have up to
 * three English words and no placeholder.
 */
export function isTooLong(text: string, english: string): boolean {
  const isLabel = !/[{.?!…]/.test(english) && english.split(' ').length <= 3;
  const extra = lengthOf(text) - lengthOf(english);
  return isLabel && extra > 4 && lengthOf(text) > 1.7 * lengthOf(english);
}

export function hasUnbalancedQuotes(text: string): boolean {
  return [/[“”]/g, /[()]/g, /"/g].some((pair) => (text.match(pair)?.length ?? 0) % 2 === 1);
}

/** The translated words for each English term, from docs/translation. */
export type Glossary = Map<string, string[]>;

export function readGlossary(language: Exclude<Translated, 'hi'>): Glossary {
  const rows = readFileSync(inRoot('docs/translation', `${language}.md`), 'utf8').matchAll(
    /^\| *([^|]+?) *\| *([^|]+?) *\|/gm,
  );
  const own = new RegExp(`[\\p{Script=${scriptOf(language)}}\\u200c\\u200d]+`, 'gu');
  const glossary: Glossary = new Map();
  for (const [, english = '', translated = ''] of rows)
    for (const term of english.replace(/\([^)]*\)/g, '').split(/,|;| and /))
      glossary.set(term.trim(), [...(glossary.get(term.trim()) ?? []), ...(translated.match(own) ?? [])]);
  return glossary;
}

/** Returns a word without its last letter, which endings often change. */
function stemOf(word: string): string {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  return letters
    .slice(0, Math.max(2, letters.length - 1))
    .join('')
    .replace(/\p{M}$/u, '');
}

/** Returns whether a text has one of the glossary's words for a term. */
export function usesWord(text: string, words: string[]): boolean {
  return words.some((word) => text.includes(stemOf(word)));
}
