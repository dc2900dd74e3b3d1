import type { Category } from '@upaj/contract/crops';
import {
  commonWords,
  fillers,
  classIndex,
  cropIndex,
  placeIndex,
  varietyIndex,
  type Place,
} from './indexes.ts';
import { foldSound } from './fold.ts';
import { tiers, type Name, type Tier } from './name.ts';

export const maxPhrase = 4;
/** Words that are joined have at least this length: 'sun flower' is one word, although each part is one as well. */
const minJoinedLength = 8;
const exactTiers = tiers.slice(0, 3);
const nearTiers = tiers.slice(3);
const maxMeanings = 5;
export const meaningsOf = <T>(names: readonly Name<T>[]): T[] =>
  [...new Set(names.map((name) => name.of))].slice(0, maxMeanings);

export const ownStateFirst = (names: readonly Name<Place>[], state: string | undefined) =>
  names.toSorted((a, b) => a.rank - b.rank || Number(b.of.state === state) - Number(a.of.state === state));

export type Meaning = { how: Tier } & (
  | { crops: string[]; isVariety: boolean }
  | { category: Category }
  | { places: Place[] }
);

export interface Viewer {
  state?: string | undefined;
}

/** Classes and varieties are found only in these ways, because many are short, or like the names of people. */
const tiersOfGoods: ReadonlySet<Tier> = new Set(['written', 'sound', 'close']);

/** Finds what a phrase means. The first tier that finds something decides; in it, crops come first and places last. */
function findMeaning(
  phrase: string,
  among: readonly Tier[],
  viewer: Viewer,
  isPossible: (name: Name<unknown>) => boolean = () => true,
): Meaning | undefined {
  for (const how of among) {
    const asCrop = cropIndex().find(phrase, how).filter(isPossible);
    if (asCrop.length > 0) return { crops: meaningsOf(asCrop), isVariety: false, how };
    // A phrase with digits must be written like the name, because 'spice1999' sounds like spices.
    if (tiersOfGoods.has(how) && (how === 'written' || !/\d/.test(phrase))) {
      const [asClass] = classIndex().find(phrase, how).filter(isPossible);
      if (asClass) return { category: asClass.of, how };
      const asVariety = varietyIndex().find(phrase, how).filter(isPossible);
      if (asVariety.length > 0) return { crops: meaningsOf(asVariety), isVariety: true, how };
    }
    const asPlace = placeIndex().find(phrase, how).filter(isPossible);
    if (asPlace.length > 0) return { places: meaningsOf(ownStateFirst(asPlace, viewer.state)), how };
  }
  return undefined;
}

/** Returns whether the word adds nothing to a search, such as 'kg', which it finds in '10kg' too. */
export const isFiller = (word: string) => fillers.has(word.replace(/^\d+(?=\D)/, ''));
export const isNumber = (word: string) => /^\d+$/.test(word);

/**
 * Fillers beside other words have no meaning, and common words only as they are written: 'mandi' is a place, 'mandi
 * bhav' is not.
 */
const exactTiersFor = (word: string, count: number) => {
  if (isFiller(word) && count > 1) return [];
  return commonWords.has(word) ? tiers.slice(0, 1) : exactTiers;
};

/** Finds two words in the opposite order: 'dhania sabut', 'mirch lal'. */
function findSwapped(phrase: string): Meaning | undefined {
  const swapped = phrase.split(' ').toReversed().join(' ');
  const names = cropIndex()
    .find(swapped, 'written')
    .filter(({ name }) => name.includes(' '));
  return names.length > 0 ? { crops: meaningsOf(names), isVariety: false, how: 'sound' } : undefined;
}

/**
 * Finds the meaning that each word belongs to. The longest phrases come first, and each length without mistakes before
 * with them.
 */
export function findMeanings(words: readonly string[], viewer: Viewer): (Meaning | undefined)[] {
  const found = words.map((word): Meaning | undefined =>
    isNumber(word) ? undefined : findMeaning(word, exactTiersFor(word, words.length), viewer),
  );
  const meanings = words.map((): Meaning | undefined => undefined);
  const isFree = (i: number) => meanings[i] === undefined;
  const hasNumber = (positions: readonly number[]) => positions.some((i) => isNumber(words[i] ?? ''));
  const isWord = (i: number) => commonWords.has(words[i] ?? '');
  const canBeNear = (i: number) => (words[i] ?? '').length > 2 && !isFiller(words[i] ?? '');
  const isKnown = (i: number) => found[i] !== undefined;
  const isPlace = (i: number) => 'places' in (found[i] ?? {});
  const nearTiersFor = (positions: readonly number[]): Tier[] => {
    if (!positions.every(canBeNear) || positions.some(isPlace)) return [];
    if (positions.every((i) => isKnown(i) || isWord(i))) return positions.length > 1 ? ['close'] : [];
    const isLast = positions.at(-1) === words.length - 1;
    return nearTiers.filter((tier) => {
      if (tier === 'prefix') return isLast;
      return tier !== 'fuzzy' || !positions.some((i) => isKnown(i) || isWord(i));
    });
  };
  const match = (length: number, tiersFor: (positions: readonly number[]) => readonly Tier[]) => {
    for (let start = 0; start + length <= words.length; start++) {
      const positions = Array.from({ length }, (_, i) => start + i);
      if (!positions.every(isFree)) continue;
      const phrase = words.slice(start, start + length).join(' ');
      const isPossible = ({ name }: Name<unknown>) =>
        length === 1 ||
        !positions.some((i) => isKnown(i) || isWord(i)) ||
        name.includes(' ') ||
        (phrase.length >= minJoinedLength && foldSound(phrase) === foldSound(name));
      // Numbers such as that of 'HD 2967' are found by spelling only.
      const among = hasNumber(positions)
        ? tiersFor(positions).filter((tier) => tier === 'written')
        : tiersFor(positions);
      const meaning =
        findMeaning(phrase, among, viewer, isPossible) ??
        (length === 2 && among === exactTiers ? findSwapped(phrase) : undefined);
      if (meaning) for (const i of positions) meanings[i] = meaning;
    }
  };
  for (const tiersFor of [() => exactTiers, nearTiersFor])
    for (let length = maxPhrase; length > 1; length--) match(length, tiersFor);
  match(1, ([i = 0]) => exactTiersFor(words[i] ?? '', words.length));
  match(1, nearTiersFor);
  return meanings;
}
