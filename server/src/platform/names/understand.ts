import { cropNames, secondNames } from '@upaj/contract/crop-names';
import { crops } from '@upaj/contract/crops';
import type { State } from '@upaj/contract/places';
import { namedPlaces } from '#src/platform/places/named-places.ts';
import { cleanText, wordsOf } from './fold.ts';
import { NameIndex, tiers, type Name, type Tier } from './name-index.ts';

interface Place {
  state: State;
  district?: string;
}

interface Match<T> {
  /** What the words mean, the likeliest first. */
  meanings: T[];
  how: Tier;
  /** The words it was found by, as typed. */
  words: string;
}

interface Viewer {
  state?: State;
}

export interface Understood {
  /** By crop id. */
  crops: Match<string>[];
  places: Match<Place>[];
  /** All other words. */
  words: string[];
}

interface Suggestions {
  crops: string[];
  places: Place[];
  /** The end of the text, which a suggestion replaces. */
  words: string;
}

const maxPhrase = 4;
const exactTiers = tiers.slice(0, 2);
const nearTiers = tiers.slice(2);

/** 'gehu ka beej', 'गाय का दूध': left out of names and of what is typed. */
const particles = new Set('ka ki ke का की के ਦਾ ਦੀ ਦੇ નો ની નું ના चा ची चे च्या of the'.split(' '));
/** Beside a crop or place they mean nothing. Mandi alone is a district. */
const fillers = new Set(
  `in from at near mandi market district dist zila jila state village me mein se par
  में मे से पर मंडी मण्डी बाजार जिला ज़िला जिले राज्य मध्ये येथे માં થી ਵਿੱਚ ਤੋਂ ਮੰਡੀ`.split(/\s+/),
);

const withoutParticles = (name: string) => {
  const words = name.split(' ');
  return words.filter((word) => !particles.has(word.toLowerCase())).join(' ') || name;
};

const placeRank = { official: 0, alias: 2, district: 1 };

const cropRank = { usual: 0, other: 1, second: 2 };

function cropEntries(): Name<string>[] {
  return crops.flatMap(({ id, en, hi, alsoHi = [] }) => {
    const entry = (name: string, rank: number) => ({ name: withoutParticles(name), of: id, rank });
    const usual = [en, hi, ...alsoHi];
    const others = Object.values(cropNames[id] ?? {}).flat();
    return [
      ...usual.map((name) => entry(name, cropRank.usual)),
      ...others.filter((name) => !usual.includes(name)).map((name) => entry(name, cropRank.other)),
      ...(secondNames[id] ?? []).map((name) => ({ ...entry(name, cropRank.second), isSecond: true })),
    ];
  });
}

function placeEntries(): Name<Place>[] {
  return namedPlaces().flatMap(({ names, ...place }) =>
    names.map((name, i) => ({
      name: withoutParticles(name),
      of: place,
      rank:
        (i < 2 ? placeRank.official : placeRank.alias) +
        (place.district === undefined ? 0 : placeRank.district),
    })),
  );
}

const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
const cropIndex = once(() => new NameIndex(cropEntries()));
const placeIndex = once(() => new NameIndex(placeEntries()));

const maxMeanings = 5;
const meaningsOf = <T>(names: readonly Name<T>[]): T[] =>
  [...new Set(names.map((name) => name.of))].slice(0, maxMeanings);

const ownStateFirst = (names: readonly Name<Place>[], state: State | undefined) =>
  names.toSorted((a, b) => a.rank - b.rank || Number(b.of.state === state) - Number(a.of.state === state));

type Meaning = { crop: Match<string> } | { place: Match<Place> };

/** In the first of the tiers that has any: crops before places. */
function findMeaning(
  words: string,
  among: readonly Tier[],
  viewer: Viewer,
  isPossible: (name: Name<unknown>) => boolean = () => true,
): Meaning | undefined {
  for (const how of among) {
    const asCrop = cropIndex().find(words, how).filter(isPossible);
    if (asCrop.length > 0) return { crop: { meanings: meaningsOf(asCrop), how, words } };
    const asPlace = placeIndex().find(words, how).filter(isPossible);
    if (asPlace.length > 0)
      return { place: { meanings: meaningsOf(ownStateFirst(asPlace, viewer.state)), how, words } };
  }
  return undefined;
}

function contentOf(text: string): string[] {
  const words = wordsOf(cleanText(text));
  const content = words.filter((word) => !particles.has(word));
  return content.length > 0 ? content : words;
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** What each word belongs to: longest phrases first, and each length exactly before with mistakes. */
function findMeanings(words: readonly string[], viewer: Viewer): (Meaning | undefined)[] {
  const found = words.map((word): Meaning | undefined =>
    isNumber(word) ? undefined : findMeaning(word, exactTiers, viewer),
  );
  const meanings = words.map((): Meaning | undefined => undefined);
  const isFree = (i: number) => meanings[i] === undefined && !isNumber(words[i] ?? '');
  const canBeNear = (i: number) => (words[i] ?? '').length > 2 && !fillers.has(words[i] ?? '');
  const isKnown = (i: number) => found[i] !== undefined;
  const nearTiersFor = (positions: readonly number[]): Tier[] => {
    if (!positions.every(canBeNear) || positions.every(isKnown)) return [];
    const isLast = positions.at(-1) === words.length - 1;
    return nearTiers.filter((tier) => {
      if (tier === 'prefix') return isLast;
      return tier !== 'fuzzy' || !positions.some(isKnown);
    });
  };
  const match = (length: number, tiersFor: (positions: readonly number[]) => readonly Tier[]) => {
    for (let start = 0; start + length <= words.length; start++) {
      const positions = Array.from({ length }, (_, i) => start + i);
      if (!positions.every(isFree)) continue;
      const phrase = words.slice(start, start + length).join(' ');
      const isPossible = ({ name }: Name<unknown>) =>
        length === 1 || !positions.some(isKnown) || name.includes(' ');
      const meaning = findMeaning(phrase, tiersFor(positions), viewer, isPossible);
      if (meaning) for (const i of positions) meanings[i] = meaning;
    }
  };
  for (const tiersFor of [() => exactTiers, nearTiersFor])
    for (let length = maxPhrase; length > 1; length--) match(length, tiersFor);
  match(1, () => exactTiers);
  match(1, nearTiersFor);
  return meanings;
}

/** Finds the crops and places in what people type: 'gehu punjab', 'पंजाब में गेहूं'. */
export function understand(text: string, viewer: Viewer = {}): Understood {
  const words = contentOf(text);
  const meanings = findMeanings(words, viewer);
  const isFiller = (i: number) => fillers.has(words[i] ?? '');
  const isBesideMatch = (i: number, step: number): boolean =>
    isFiller(i + step) ? isBesideMatch(i + step, step) : meanings[i + step] !== undefined;
  const isInPhrase = (i: number) =>
    meanings[i] !== undefined && (meanings[i] === meanings[i - 1] || meanings[i] === meanings[i + 1]);
  const isIgnored = (i: number) =>
    isFiller(i) && !isInPhrase(i) && (isBesideMatch(i, -1) || isBesideMatch(i, 1));
  const understood: Understood = { crops: [], places: [], words: [] };
  for (const [i, word] of words.entries()) {
    if (isIgnored(i)) continue;
    const meaning = meanings[i];
    if (meaning === undefined) understood.words.push(word);
    else if (meaning !== meanings[i - 1]) {
      if ('crop' in meaning) understood.crops.push(meaning.crop);
      else understood.places.push(meaning.place);
    }
  }
  return understood;
}

/** Completes the last word or phrase while a person types. */
export function suggest(text: string, viewer: Viewer = {}): Suggestions {
  const content = contentOf(text);
  for (let length = Math.min(maxPhrase, content.length); length > 0; length--) {
    const words = content.slice(-length).join(' ');
    const asCrop = meaningsOf(cropIndex().complete(words));
    const asPlace = meaningsOf(ownStateFirst(placeIndex().complete(words), viewer.state));
    if (asCrop.length + asPlace.length > 0) return { crops: asCrop, places: asPlace, words };
  }
  const words = content.at(-1) ?? '';
  const { crops: asCrop, places } = understand(words, viewer);
  return {
    crops: asCrop.flatMap((match) => match.meanings),
    places: places.flatMap((match) => match.meanings),
    words,
  };
}
