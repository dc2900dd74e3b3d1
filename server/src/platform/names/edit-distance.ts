const vowels = new Set('aeiou');
const isVowel = (character: string) => vowels.has(character);

/** Consonants that are mistaken for each other. */
const alike = new Set(
  'td kg pb bv pf sj lr rd nm gj'.split(' ').flatMap((pair) => [pair, pair.charAt(1) + pair.charAt(0)]),
);

const costs = { slight: 1, missing: 2, replaced: 3 };

const costOfMissing = (character: string) =>
  isVowel(character) || 'hn'.includes(character) ? costs.slight : costs.missing;

function costOfReplacing(a: string, b: string): number {
  if (a === b) return 0;
  return (isVowel(a) && isVowel(b)) || alike.has(a + b) ? costs.slight : costs.replaced;
}

const at = (row: readonly number[], j: number) => row[j] ?? Infinity;

/**
 * What it costs to turn one sound into the other: 1 for a vowel, an h or n, similar consonants or two in the wrong order, 2 for a
 * consonant too much or too few, 3 for a wrong one. `limit + 1` if it is more than the limit.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = [0];
  for (const character of b) last.push(at(last, last.length - 1) + costOfMissing(character));
  for (let i = 1; i <= a.length; i++) {
    const ofA = a.charAt(i - 1);
    const row = [at(last, 0) + costOfMissing(ofA)];
    let least = at(row, 0);
    for (let j = 1; j <= b.length; j++) {
      const ofB = b.charAt(j - 1);
      let cost = Math.min(
        at(last, j) + costOfMissing(ofA),
        at(row, j - 1) + costOfMissing(ofB),
        at(last, j - 1) + costOfReplacing(ofA, ofB),
      );
      if (i > 1 && j > 1 && ofA === b[j - 2] && a[i - 2] === ofB)
        cost = Math.min(cost, at(beforeLast, j - 2) + costs.slight);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(at(last, b.length), limit + 1);
}
