import type { Language } from './texts.ts';

/** Unicode has the scripts of India one after the other, each in a block of 128. */
const indian: readonly Language[] = ['hi', 'bn', 'pa', 'gu', 'or', 'ta', 'te', 'kn', 'ml'];
const firstOfIndia = 0x0900;
const endOfLatin = 0x0250;

/**
 * The language of a text that somebody wrote, by the script of most of its letters. Hindi and Marathi share one: it is
 * Marathi to those who read Marathi.
 */
export function langOfText(text: string, reader?: Language): Language | undefined {
  const counts = new Map<Language | undefined, number>();
  let most: Language | undefined;
  for (const [letter] of text.matchAll(/[\p{L}\p{M}]/gu)) {
    const code = letter.charCodeAt(0);
    const language = code < endOfLatin ? 'en' : indian[(code - firstOfIndia) >> 7];
    const count = (counts.get(language) ?? 0) + 1;
    counts.set(language, count);
    if (count > (counts.get(most) ?? 0)) most = language;
  }
  return most === 'hi' && reader === 'mr' ? 'mr' : most;
}
