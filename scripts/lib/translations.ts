import { readFileSync } from 'node:fs';
import type { Language } from '../../contract/src/texts.ts';
import { inRoot } from './paths.mjs';

export type Translated = Exclude<Language, 'en'>;

/** Regular expressions know a script by its short name: `Beng`. */
const scriptOf = (language: Translated) => new Intl.Locale(language).maximize().script ?? language;

const graphemes = new Intl.Segmenter();
const lengthOf = (text: string) => [...graphemes.segment(text)].length;

/** The words that a reader sees: placeholders and the syntax of plurals are left out. */
export function wordsOf(message: string): string {
  const branches = /\{\w+, (?:plural|select), ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g;
  return message
    .replace(branches, (_, cases: string) => cases.replace(/[\w=]+ \{/g, '{'))
    .replace(/\{\w+(?:, \w+)?\}/g, ' ')
    .replace(/[{}#]/g, ' ');
}

/** The share of letters in the language's own script. */
export function ownShare(texts: string[], language: Translated): number {
  const count = (script: string) =>
    texts.join(' ').match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
  const own = count(scriptOf(language));
  return own / (own + count('Latin'));
}

/** Abbreviations, names of products, addresses, file names, and words to type or press. */
const allowed =
  /^(?:(?:Non-)?[A-Z][A-Z\d]*(?:-[A-Z]+)?|[\w@./-]*[@./\d][\w@./-]*|Google|Facebook|Authenticator|iPhone|PostgreSQL|Open-Meteo|eKYC|India|Organic|Add|to|Home|Screen|Enter|Shift|incognito|readyz|offset|onion|ullipaya|[az])$/;

/** Latin words that the list does not have. */
export function foreignWords(text: string): string[] {
  const words = wordsOf(text).match(/[A-Za-z][\w@./-]*/g) ?? [];
  return words.map((word) => word.replace(/[.-]+$/, '')).filter((word) => !allowed.test(word));
}

/** Up to three words without a placeholder: what buttons, tabs and chips have. */
export function isTooLong(text: string, english: string): boolean {
  const isLabel = !/[{.?!…]/.test(english) && english.split(' ').length <= 3;
  const extra = lengthOf(text) - lengthOf(english);
  return isLabel && extra > 4 && lengthOf(text) > 1.7 * lengthOf(english);
}

export function hasUnbalancedQuotes(text: string): boolean {
  return [/[“”]/g, /[()]/g, /"/g].some((pair) => (text.match(pair)?.length ?? 0) % 2 === 1);
}

/** The words for an English term, from docs/translation. */
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

/** Endings change the last letter of many words. */
function stemOf(word: string): string {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  return letters
    .slice(0, Math.max(2, letters.length - 1))
    .join('')
    .replace(/\p{M}$/u, '');
}

/** Whether a text has one of the glossary's words for a term. */
export function usesWord(text: string, words: string[]): boolean {
  return words.some((word) => text.includes(stemOf(word)));
}
