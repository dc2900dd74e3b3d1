import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '@upaj/contract/limits';
import { romanize } from '#src/platform/numbers/romanize.ts';
import { findUsernameFault } from './rules.ts';

/** Names an account whose owner has yet to complete it. */
export function temporaryUsername(): string {
  return `new-${randomBytes(6).toString('hex')}`;
}

/** Room for '-' and digits. */
const longest = Math.min(20, limits.username.max - 7);

/**
 * Returns a username made of a name: 'ramesh-singh' for 'Ramesh Singh' and for 'रमेश सिंह'. Later tries add more digits,
 * which are random so that they tell nothing.
 */
export function suggestUsername(fullName: string, tries: number): string {
  const words = fullName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\d]+/u)
    .map(inLatin)
    .filter(Boolean);
  const base = words.join('-').slice(0, longest).replace(/-+$/, '');
  const stem = base.length >= limits.username.min && !findUsernameFault(base) ? base : 'member';
  const isPlain = tries === 0 && stem !== 'member';
  return isPlain ? stem : `${stem}-${randomInt(10 ** Math.min(2 + tries, 6))}`;
}

/** The languages of these scripts do not speak the vowel of a last consonant: रमेश is 'ramesh', but ರಮೇಶ 'ramesha'. */
const endsSilently = /(?:\p{Script=Devanagari}|\p{Script=Gujarati}|\p{Script=Gurmukhi}|\p{Script=Bengali})$/u;

function inLatin(word: string): string {
  if (/^[a-z\d]*$/.test(word)) return word;
  const text = romanize(word);
  return /\p{L}$/u.test(word) && endsSilently.test(word) ? text.replace(/(?<=[^aeiou])a$/, '') : text;
}
