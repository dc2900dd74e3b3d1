const lengthsOfCosts = [0, 2, 5];
const lengthsOfSlips = [0, 4];
export const mostCost = lengthsOfCosts.length;
export const mostSlips = lengthsOfSlips.length;
/** Short words must match strictly: most of them are close to another word. */
export const allowedCost = (length: number, slipsFrom: number) =>
  lengthsOfCosts.filter((more) => length >= slipsFrom + more).length;
export const allowedSlips = (length: number, slipsFrom: number) =>
  lengthsOfSlips.filter((more) => length >= slipsFrom + more).length;
/** Names that are found with slips from this length on are so in their own script too. */
export const strictLength = 9;
/** Shorter words may lack vowels only: 'palk', 'chna', 'maiz'. */
export const minMistakeLength = 5;

/**
 * Words with at least this many consonants, all right, may have two wrong vowels: 'greps'. Longer words need one fewer.
 */
export const minConsonants = 4;

export const isVowel = (character: string) => /[aeiou]/.test(character);
/**
 * Returns the first character. Few people mistake it, unless it is a vowel, or the j of 'ginger', so all vowels are one.
 */
export const beginningOf = (sound: string) =>
  sound
    .charAt(0)
    .replace(/[eiou]/, 'a')
    .replace('j', 'g');
/** Returns the lengths of the sounds, or words, that differ by at most so many characters. */
export const lengthsNear = (length: number, most: number) =>
  Array.from({ length: 2 * most + 1 }, (_, i) => length - most + i);

/** Returns whether a key was pressed twice, or two in the wrong order, but not the first: 'ricee', 'mlik'. */
export function isSameKeys(typed: string, key: string): boolean {
  const once = (text: string) => text.replace(/(.)\1+/g, '$1');
  const sorted = (text: string) => [...text].toSorted().join('');
  return once(typed) === once(key) || (typed[0] === key[0] && sorted(typed) === sorted(key));
}

export const withoutVowels = (typed: string) => typed.replace(/[aeiou]/g, '');
