import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { AppError, fieldError } from '#src/platform/http/errors.ts';
import { isReserved } from './reserved.ts';

/** The scripts of India's languages. A name has one of them, and Latin letters in words of their own. */
const scripts = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Arabic',
  'Ol_Chiki',
  'Meetei_Mayek',
];
const latin = String.raw`[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e]`;
const ofScript = scripts.map((script) => new RegExp(`^[\\p{Script=${script}}0-9\\u200c\\u200d]+$`, 'u'));
const ofLatin = new RegExp(`^(?:${latin}|[0-9])+$`);
const number = /^\d+$/;
/** Names of firms have these between their words: 'M/s Gill & Sons (Regd.)'. */
const betweenWords = /[\s.,'’&()/+:\u2013-]+/u;
/** A nukta makes another letter of the one before it. */
const nukta = /(?<=\p{L})[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]/gu;
/** Matches a mark that follows no letter, three in a row, and one that is there twice. */
const strayMark = /(?:^|[^\p{L}\p{M}])\p{M}|\p{M}{3}|(\p{M})\1/u;
const joiners = /[\u200c\u200d]/g;

function isWellFormed(name: string): boolean {
  const text = name.normalize('NFC');
  if (text !== text.normalize('NFKC')) return false;
  if (strayMark.test(text.replaceAll(joiners, '').replaceAll(nukta, ''))) return false;
  const words = text.split(betweenWords).filter((word) => word && !number.test(word));
  const others = words.filter((word) => !ofLatin.test(word));
  return (
    /\p{L}/u.test(text) &&
    (others.length === 0 || ofScript.some((script) => others.every((word) => script.test(word))))
  );
}

/** Refuses names of people and firms that imitate others or carry signs. */
export function findNameFault(name: string): FieldMessageKey | undefined {
  if (!isWellFormed(name)) return 'nameInvalid';
  return isReserved(name) ? 'nameReserved' : undefined;
}

/** The contract has the rules about scripts of usernames. */
export function findUsernameFault(username: string): FieldMessageKey | undefined {
  if (!/[\p{L}\p{N}]/u.test(username)) return 'usernameScript';
  const text = username.normalize('NFC').replaceAll(nukta, '');
  if (strayMark.test(text)) return 'usernameScript';
  return isReserved(username) ? 'nameReserved' : undefined;
}

interface Names {
  fullName: string;
  username?: string;
  businessName?: string;
}

/** Refuses a form with names that must not be given. An empty name of a firm is none. */
export function refuseNames({ fullName, username, businessName }: Names): void {
  const faults: [string, FieldMessageKey | undefined][] = [
    ['fullName', findNameFault(fullName)],
    ['username', username === undefined ? undefined : findUsernameFault(username)],
    ['businessDetails.businessName', businessName ? findNameFault(businessName) : undefined],
  ];
  const fields = faults.flatMap(([field, key]) => (key ? [fieldError(field, key)] : []));
  if (fields.length > 0) throw new AppError('INVALID_INPUT', { fields });
}
