import { foldText } from '@upaj/contract/fold-text';
import { withLatinDigits } from '@upaj/contract/latin-digits';
import { limits } from '@upaj/contract/limits';
import anyAscii from 'any-ascii';
import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';

interface Token {
  /** The word, composed, in lower case and with Latin digits, without invisible characters and apostrophes. */
  word: string;
  /** The index in the text at which the word begins. */
  start: number;
  end: number;
}

/** Returns the words of a text, cut to a length that any name fits in. */
export function tokensOf(text: string): Token[] {
  const typed = text.slice(0, limits.search.max).matchAll(/[\p{L}\p{M}\p{Cf}\p{Nd}&'’\0]+/gu);
  return [...typed].flatMap((match) => {
    const word = withLatinDigits(match[0].normalize('NFC'))
      .replace(/['’\0\p{Cf}]/gu, '')
      .toLowerCase();
    return word === '' ? [] : [{ word, start: match.index, end: match.index + match[0].length }];
  });
}

/** Returns the words of a text that is composed. */
export function wordsOf(text: string): string[] {
  return text.replace(/['’]/g, '').match(/[\p{L}\p{M}\d&]+/gu) ?? [];
}

/** Folds a name, and removes spaces and punctuation. */
export function foldWritten(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{M}\d&]/gu, '');
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/([a-z])\1+/g, '$1'],
];
/** The long i and u of the north: people write मुंगफली and मूंगफली. */
const longVowels = /[\u0940\u0942\u09c0\u09c2\u0a40\u0a42\u0ac0\u0ac2\u0b40\u0b42]/g;

/** Makes the usual spellings of one name alike: 'pyaaz' and 'piaj' differ, 'aaloo' and 'alu' do not. */
export function foldSpelling(name: string): string {
  const written = foldWritten(name).replace(longVowels, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 1),
  );
  return replaceAll(written, spellings);
}

const sounds: readonly (readonly [RegExp, string])[] = [
  [/(.)\1{2,}/g, '$1$1'],
  [/ch(?:ch)?h?/g, 'ch'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/zh/g, 'l'],
  [/wh/g, 'v'],
  [/([tdj])h/g, '$1'],
  [/aa/g, 'a'],
  [/ae(?![aeiou])/g, 'e'],
  [/ee|ea/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/y/g, 'i'],
  [/kai[ai]$/, 'kai'],
  [/ai(?![aeiou])/g, 'e'],
  [/[ao]u(?![aeiou])/g, 'o'],
  [/(?<=[^aeiou])u(?=[aeio])/g, 'v'],
  [/m(?=[kgcjtdpbf])/g, 'n'],
  [/(.)\1+/g, '$1'],
];

const replaceAll = (text: string, rules: typeof sounds) =>
  rules.reduce((folded, [pattern, sound]) => folded.replace(pattern, sound), text);

/** Sounds are cached, because the search for a phrase needs the same one in several indexes. */
const foldedSounds = new LRUCache<string, string>(atMost(1_000));

/** Returns how a name sounds, in Latin characters: 'प्याज़', 'pyaaz' and 'piyaj' → 'piaj'. */
export function foldSound(name: string): string {
  const known = foldedSounds.get(name);
  if (known !== undefined) return known;
  const sound = soundOf(name);
  foldedSounds.set(name, sound);
  return sound;
}

function soundOf(name: string): string {
  const latin = transliterate(name)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
  return replaceAll(latin, sounds);
}

const looseSounds: typeof sounds = [
  [/(?<=[kgchbp])h/g, ''],
  [/(?<=[uo])v/g, ''],
  [/(?<=[uo])n$/, ''],
  [/n(?=[kgcjtdpbfsv])/g, ''],
  [/(?<=.)a/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Removes the vowel a, aspiration and nasals before a consonant from a folded sound. */
export function foldLoose(sound: string): string {
  return replaceAll(sound, looseSounds);
}

export function foldTyped(name: string): string {
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(name);
  return isLatin
    ? name
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z]/g, '')
    : '';
}

const nukta = '[\u093c\u09bc\u0a3c\u0abc\u0b3c]';
const nasal = '[\u0901\u0902\u0981\u0982\u0a01\u0a02\u0a70\u0a71\u0a81\u0a82\u0b01\u0b02\u0c02\u0c82\u0d02]';
const consonant = `[क-हক-হৰৱਕ-ਹક-હକ-ହୟୱக-ஹక-హಕ-ಹക-ഹ]${nukta}?`;
const southern = `[\u0b00-\u0d7f]${nukta}?`;

/** Consonants with the vowel a, which is not written: in the south and Odisha also at the end of a word. */
const openConsonant = new RegExp(
  `${consonant}(?=${nasal}|\\p{Lo})|(?<=${consonant})(?<=${southern})(?![\\p{L}\\p{M}])`,
  'gu',
);
/** People in the north say an n, also at the end of a word, where any-ascii writes an m. */
const northernNasal = /[\u0901\u0902\u0981\u0982\u0a01\u0a02\u0a70\u0a81\u0a82\u0b01\u0b02]/g;
const flappedD = new RegExp(`[डডਡଡ]${nukta}`, 'gu');
const flappedDh = new RegExp(`[ढঢਢଢ]${nukta}`, 'gu');
const indic = /[\u0900-\u0d7f]/;

/**
 * Writes Indian scripts in Latin characters. any-ascii alone goes character by character: it leaves out the a of
 * 'टमाटर', and writes 'c' for च and 'nn' for ങ്ങ.
 */
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
