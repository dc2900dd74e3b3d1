const vowels = new Set('aeiou');
const isVowel = (character: string) => vowels.has(character);
const pairsOf = (pairs: string) =>
  new Set(pairs.split(' ').flatMap((pair) => [pair, pair.charAt(1) + pair.charAt(0)]));

/** Pairs of consonants that are mistaken for each other. */
const alike = pairsOf('td kg pb bv pf sj lr rd nm gj');

const a = 'a'.charCodeAt(0);
const characters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(a + i));

interface Costs {
  /** Costs of a character too many or too few, by its place in the alphabet. */
  missing: Uint8Array;
  /** Costs of one character for another, by the place of the first times 26 plus that of the second. */
  replaced: Uint8Array;
}

const costsOf = (
  missing: (character: string) => number,
  replaced: (a: string, b: string) => number,
): Costs => ({
  missing: Uint8Array.from(characters, missing),
  replaced: Uint8Array.from(
    characters.flatMap((one) => characters.map((other) => (one === other ? 0 : replaced(one, other)))),
  ),
});

const at = (row: Uint8Array | Uint16Array, i: number) => row[i] ?? 0;
const letterAt = (text: string, i: number) => text.charCodeAt(i) - a;

const maxLength = 254;
const newRow = () => new Uint16Array(maxLength + 2);
/** The rows are made once, because a search compares thousands of words. */
let [beforeLast, last, row] = [newRow(), newRow(), newRow()];

/**
 * Returns the cost of turning one text of the characters a to z into the other, or `limit + 1` if it is more than the
 * limit. Two adjacent characters in the wrong order cost 1. A missing one costs at least 1, so only places that differ
 * by at most the limit are compared.
 */
function distance(one: string, other: string, limit: number, { missing, replaced }: Costs): number {
  const tooFar = limit + 1;
  if (Math.abs(one.length - other.length) > limit || other.length > maxLength) return tooFar;
  last[0] = 0;
  for (let j = 1; j <= other.length; j++) last[j] = at(last, j - 1) + at(missing, letterAt(other, j - 1));
  for (let i = 1; i <= one.length; i++) {
    const ofOne = letterAt(one, i - 1);
    const missingOne = at(missing, ofOne);
    const from = Math.max(1, i - limit);
    const to = Math.min(other.length, i + limit);
    let least = from === 1 ? at(last, 0) + missingOne : tooFar;
    row[from - 1] = least;
    for (let j = from; j <= to; j++) {
      const ofOther = letterAt(other, j - 1);
      let cost = Math.min(
        at(last, j) + missingOne,
        at(row, j - 1) + at(missing, ofOther),
        at(last, j - 1) + at(replaced, ofOne * characters.length + ofOther),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return tooFar;
    row[to + 1] = tooFar;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(at(last, other.length), tooFar);
}

const missingSound = (character: string) => (isVowel(character) || 'hn'.includes(character) ? 1 : 2);
const replacedSound = (a: string, b: string) => ((isVowel(a) && isVowel(b)) || alike.has(a + b) ? 1 : 3);
const soundCosts = costsOf(missingSound, replacedSound);

/**
 * Compares sounds: the cost is 1 for a vowel, an h or n, or similar consonants, 2 for a consonant too many or too few,
 * 3 for a wrong one.
 */
export const editDistance = (a: string, b: string, limit: number) => distance(a, b, limit, soundCosts);

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const positions = new Map(
  keyboard.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)),
);
function isNextTo(a: string, b: string): boolean {
  const [of, other] = [positions.get(a), positions.get(b)];
  return !!of && !!other && Math.abs(of.x - other.x) <= 1 && Math.abs(of.y - other.y) <= 1;
}
const replacedKey = (a: string, b: string) => ((isVowel(a) && isVowel(b)) || isNextTo(a, b) ? 1 : 2);
const typingCosts = costsOf(() => 1, replacedKey);

/**
 * Compares what was typed with a name: the cost is 1 for a slip of the finger, 2 for a character that is not beside the
 * right one.
 */
export const typingDistance = (a: string, b: string, limit: number) => distance(a, b, limit, typingCosts);
