import { typingDistance } from './edit-distance.ts';
import { foldSound, foldTyped, foldWritten } from './fold.ts';
import { minMistakeLength, strictLength } from './mistakes.ts';

/** A name is found in one of these ways, the best first. */
export const tiers = ['written', 'spelling', 'sound', 'close', 'prefix', 'loose', 'fuzzy'] as const;
export type Tier = (typeof tiers)[number];

export interface Name<T> {
  name: string;
  of: T;
  /** The thing with the lowest rank comes first among several with this name. */
  rank: number;
  /** Names from this length on are found with one slip, and those that are two characters longer with two. */
  slipsFrom: number;
  /** The name also means something else, for which it may be spelt in another way. */
  isSecond?: boolean;
  /** The name is found only as it is written, because a word that sounds like it is another word. */
  isOnlyWritten?: boolean;
}

export const latin = 0;
const devanagari = 0x900;
const commonScripts = new Set([latin, devanagari]);
export const scriptOf = (name: string) => name.charCodeAt(0) & ~0x7f;

/** Puts names in the script of the text first, and then those in the two scripts that most people write. */
export function ownScriptFirst<T>(names: readonly Name<T>[], text: string): Name<T>[] {
  const script = scriptOf(text);
  const distance = ({ name }: Name<T>) =>
    scriptOf(name) === script ? 0 : commonScripts.has(scriptOf(name)) ? 1 : 2;
  return names.toSorted((a, b) => distance(a) - distance(b));
}

/** Puts the names first that are spelt most like the phrase: 'chola' means chhola rather than chaula. */
export function likestSpelling<T>(names: readonly Name<T>[], phrase: string): readonly Name<T>[] {
  const typed = foldTyped(phrase);
  if (typed === '' || names.length < 2) return names;
  const distances = new Map(
    names.map((name) => [name, typingDistance(typed, foldTyped(name.name), typed.length)]),
  );
  return names.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}

/** Returns how a name sounds with and without its nuktas: people write ड for ड़, and say r or d. */
export const soundsOf = (name: string) => new Set([name, foldWritten(name)].map(foldSound));

/**
 * Returns the length from which a name may have slips. In its own script every name is common, so shorter ones may have
 * them.
 */
export const slipsFromIn = (phrase: string, { name, slipsFrom }: Name<unknown>) =>
  slipsFrom >= strictLength || scriptOf(phrase) === latin || scriptOf(phrase) !== scriptOf(name)
    ? slipsFrom
    : minMistakeLength;
export const isLikely = (name: Name<unknown>, phrase: string) =>
  slipsFromIn(phrase, name) === minMistakeLength;

export const byRank = <T>(names: readonly Name<T>[]) => names.toSorted((a, b) => a.rank - b.rank);
