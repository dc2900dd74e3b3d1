import toPrototypes from 'unhomoglyph';

/**
 * Returns the skeleton of a name by Unicode's UTS #39: names that look alike have the same one. Case, spaces, accents of
 * Latin letters and punctuation do not count, and i, l and 1 are one letter. It is only to be compared.
 */
export function skeletonOf(name: string): string {
  const letters = name.normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  const prototypes = toPrototypes(letters.normalize('NFD')).normalize('NFD').toLowerCase();
  // Lower case can make letters that look like others again.
  const folded = toPrototypes(prototypes).normalize('NFD').toLowerCase();
  return folded.replaceAll(/[\u0300-\u036f]/g, '').replaceAll('i', 'l');
}
