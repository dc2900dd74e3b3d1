import anyAscii from 'any-ascii';

const nukta = '[\u093c\u09bc\u0a3c\u0abc\u0b3c]';
const nasal = '[\u0901\u0902\u0981\u0982\u0a02\u0a70\u0a71\u0a82\u0b02\u0c02\u0c82\u0d02]';
const consonant = `[क-हক-হৰৱਕ-ਹક-હକ-ହୟୱக-ஹక-హಕ-ಹക-ഹ]${nukta}?`;
const southern = `[\u0b00-\u0d7f]${nukta}?`;

/** Has the vowel a, which is not written: in the south and Odisha also at the end of a word. */
const openConsonant = new RegExp(
  `${consonant}(?=${nasal}|\\p{Lo})|(?<=${consonant})(?<=${southern})(?![\\p{L}\\p{M}])`,
  'gu',
);
/** People in the north say an n, also at the end of a word, where any-ascii writes an m. */
const northernNasal = /[\u0901\u0902\u0981\u0982\u0a02\u0a70\u0a82\u0b02]/g;
const flappedD = new RegExp(`[डডਡଡ]${nukta}`, 'gu');
const flappedDh = new RegExp(`[ढঢਢଢ]${nukta}`, 'gu');
const indic = /[\u0900-\u0d7f]/;

/** any-ascii goes character by character: it leaves out the a of 'टमाटर', and writes 'c' for च and 'nn' for ങ്ങ. */
export function transliterate(text: string): string {
  const explicit = text
    .normalize('NFC')
    .replaceAll('ങ്ങ', 'ങ്ഗ')
    .replaceAll('ഞ്ഞ', 'ഞ്ജ')
    .replace(flappedD, '\u095c')
    .replace(flappedDh, '\u095d')
    .replace(openConsonant, '$&अ')
    .replace(northernNasal, 'न्');
  return [...explicit]
    .map((character) => {
      const latin = anyAscii(character);
      return indic.test(character) ? latin.replace('c', 'ch') : latin;
    })
    .join('');
}
