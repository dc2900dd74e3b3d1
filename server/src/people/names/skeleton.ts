import toPrototypes from 'unhomoglyph';

/** Unicode's data have the letters of these vowels, such as ओ, but not their signs. */
const vowelSigns = new Map([
  ['\u094b', '\u093e\u0947'],
  ['\u094c', '\u093e\u0948'],
  ['\u0949', '\u093e\u0945'],
  ['\u0acb', '\u0abe\u0ac7'],
  ['\u0acc', '\u0abe\u0ac8'],
  ['\u0ac9', '\u0abe\u0ac5'],
]);

/**
 * Returns the skeleton of a name by Unicode's UTS #39: names that look alike have the same one. Case, spaces, accents of
 * Latin letters and punctuation do not count, and i, l and 1 are one letter. It is only to be compared.
 */
export function skeletonOf(name: string): string {
  const letters = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll(/[\u0949\u094b\u094c\u0ac9\u0acb\u0acc]/g, (sign) => vowelSigns.get(sign) ?? sign);
  const prototypes = toPrototypes(letters.normalize('NFD')).normalize('NFD').toLowerCase();
  // Lower case can make letters that look like others again.
  const folded = toPrototypes(prototypes).normalize('NFD').toLowerCase();
  return folded.replaceAll(/[\u0300-\u036f]/g, '').replaceAll('i', 'l');
}
