import { partPattern } from '#src/platform/db/expressions.ts';
import { isShortName } from '#src/platform/names/indexes.ts';

/**
 * The characters between words, the same as in the database's function `words_of`, which fills `search_words`.
 * PostgreSQL's regular expressions have the same syntax.
 */
const separators = String.raw`!-/:-@[-\x60{-~।\s`;
export const apart = new RegExp(`[${separators}]+`, 'u');

const endings = [
  [/^[a-z]+$/, ['', 's']],
  [/^\p{Script=Devanagari}+$/u, ['', 'ों', 'ें']],
] as const;

/** Returns a short name of goods with its plurals; undefined for any other word, which is found within words too. */
function wholeWords(word: string): string[] | undefined {
  if (!isShortName(word)) return undefined;
  const [, ends] = endings.find(([script]) => script.test(word)) ?? [undefined, ['']];
  return ends.map((end) => word + end);
}

/** Returns patterns of words. A text with this word has a word that matches one of them. */
export function patternsOf(word: string): string[] {
  return wholeWords(word) ?? [partPattern(word)];
}

/** Returns a regular expression that finds the word in a text; undefined for a word that is found within others too. */
export function wholeWordPattern(word: string): string | undefined {
  const whole = wholeWords(word);
  return whole && `(^|[${separators}])(${whole.join('|')})($|[${separators}])`;
}

/** Returns whether a text in memory has the word, by the same rule as `hasWord` in rows.ts. */
export function isWordIn(text: string, word: string): boolean {
  const whole = wholeWords(word);
  if (!whole) return text.includes(word);
  const words = new Set(text.split(apart));
  return whole.some((form) => words.has(form));
}
