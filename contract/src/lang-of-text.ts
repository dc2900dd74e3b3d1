import type { Language } from './texts.ts';

/** Unicode has the scripts of India in this order, each in a block of 128 characters. */
const indian: readonly Language[] = ['hi', 'bn', 'pa', 'gu', 'or', 'ta', 'te', 'kn', 'ml'];
const firstOfIndia = 0x0900;
const endOfLatin = 0x0250;

/**
 * Guesses the language of a user's text from the script of most of its letters. Hindi and Marathi share a script: it is
 * taken for Marathi when the reader reads Marathi.
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
