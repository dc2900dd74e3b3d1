const vowels = new Set('aeiou');
const isVowel = (character: string) => vowels.has(character);
const pairsOf = (pairs: string) =>
  new Set(pairs.split(' ').flatMap((pair) => [pair, pair.charAt(1) + pair.charAt(0)]));

/** Pairs of consonants that are mistaken for each other. */
const alike = pairsOf('td kg pb bv pf sj lr rd nm gj');

interface Costs {
  limit: number;
  missing: (character: string) => number;
  replaced: (a: string, b: string) => number;
}

const at = (row: readonly number[], j: number) => row[j] ?? Infinity;

/**
 * Returns the cost of turning one text into the other, or `limit + 1` if it is more than the limit. Two adjacent
 * characters in the wrong order cost 1.
 */
function distance(a: string, b: string, { limit, missing, replaced }: Costs): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = [0];
  for (const character of b) last.push(at(last, last.length - 1) + missing(character));
  for (let i = 1; i <= a.length; i++) {
    const ofA = a.charAt(i - 1);
    const row = [at(last, 0) + missing(ofA)];
    let least = at(row, 0);
    for (let j = 1; j <= b.length; j++) {
      const ofB = b.charAt(j - 1);
      let cost = Math.min(
        at(last, j) + missing(ofA),
        at(row, j - 1) + missing(ofB),
        at(last, j - 1) + (ofA === ofB ? 0 : replaced(ofA, ofB)),
      );
      if (i > 1 && j > 1 && ofA === b[j - 2] && a[i - 2] === ofB)
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(at(last, b.length), limit + 1);
}

const missingSound = (character: string) => (isVowel(character) || 'hn'.includes(character) ? 1 : 2);
const replacedSound = (a: string, b: string) => ((isVowel(a) && isVowel(b)) || alike.has(a + b) ? 1 : 3);

/**
 * Compares sounds: the cost is 1 for a vowel, an h or n, or similar consonants, 2 for a consonant too many or too few,
 * 3 for a wrong one.
 */
export const editDistance = (a: string, b: string, limit: number) =>
  distance(a, b, { limit, missing: missingSound, replaced: replacedSound });

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const positions = new Map(
  keyboard.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)),
);
function isNextTo(a: string, b: string): boolean {
  const [of, other] = [positions.get(a), positions.get(b)];
  return !!of && !!other && Math.abs(of.x - other.x) <= 1 && Math.abs(of.y - other.y) <= 1;
}
const replacedKey = (a: string, b: string) => ((isVowel(a) && isVowel(b)) || isNextTo(a, b) ? 1 : 2);

/**
 * Compares what was typed with a name: the cost is 1 for a slip of the finger, 2 for a character that is not beside the
 * right one.
 */
export const typingDistance = (a: string, b: string, limit: number) =>
  distance(a, b, { limit, missing: () => 1, replaced: replacedKey });
