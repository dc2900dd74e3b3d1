const placed = (first: number, row: string) =>
  row.split(' ').map((text, index) => [first + index, text] as const);
const vowels = new Map([...placed(0x05, 'a a i i u u ri'), ...placed(0x0e, 'e e ai o o o au')]);
const signs = new Map(placed(0x3e, 'a i i u u ri ri e e e ai o o o au'));
const consonants =
  'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(' ');
const firstConsonant = 0x15;
const virama = 0x4d;
const nasals = new Set([0x01, 0x02, 0x70]);
const malayalamNasal = '\u0d02';
const chillus: Readonly<Record<string, string>> = { ൺ: 'n', ൻ: 'n', ർ: 'r', ൽ: 'l', ൾ: 'l' };

/**
 * Writes a word of an Indian script in Latin letters, as it sounds but without the length of vowels and without doubled
 * letters, so that words that have grown together can be told apart: இருபத்தேழு is 'irupatelu'. The blocks of all
 * Indian scripts have the same letters at the same places.
 */
export function romanize(word: string): string {
  let text = '';
  for (const letter of word.normalize('NFC')) {
    const place = letter.charCodeAt(0) & 0x7f;
    const consonant = place === 0x5f ? 'y' : consonants[place - firstConsonant];
    if (/[a-z]/.test(letter)) text += letter;
    else if (chillus[letter]) text += chillus[letter];
    else if (nasals.has(place)) text += letter === malayalamNasal ? 'm' : 'n';
    else if (consonant) text += `${consonant}a`;
    else if (vowels.has(place)) text += vowels.get(place);
    else if (signs.has(place) || place === virama) text = text.replace(/a$/, '') + (signs.get(place) ?? '');
  }
  return text.replace(/(.)\1+/g, '$1');
}
