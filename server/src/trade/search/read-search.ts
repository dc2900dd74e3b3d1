import { findCrop, foldText } from '@upaj/contract/crops';
import type { FoundPlace, Understood } from '@upaj/contract/trade/search';
import { understand, type Match } from '#src/platform/names/understand.ts';
import type { NamedPlace } from '#src/platform/places/places.ts';
import type { SearchFilter } from '#src/trade/lists/filter.ts';

type Place = Pick<NamedPlace, 'state' | 'district'>;

interface Search {
  filter: SearchFilter;
  understood: Understood;
}

const maxWords = 6;
const noGuesses = { crops: [], places: [] };

export function cropName(id: string): { id: string; en: string } {
  return { id, en: findCrop(id)?.en ?? id };
}

export function toFoundPlace({ state, district }: Place): FoundPlace {
  return { state, district: district ?? null };
}

/** Without signs that are words of their own: every post may have them. */
export function searchedWords(texts: readonly string[]): string[] {
  const words = texts
    .flatMap((text) => foldText(text).split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words)].slice(0, maxWords);
}

export function readVerbatim(q: string): Search {
  const words = searchedWords([q]);
  return {
    filter: { words },
    understood: { crops: [], places: [], people: [], words, ignored: [], guesses: noGuesses },
  };
}

/** Crops and places that contradict a given filter are searched for as words. */
export function readSearch(q: string, given: SearchFilter, viewerState?: string): Search {
  const found = understand(q, { state: viewerState });
  const [ofCrops, otherCrops] = split(
    found.crops,
    (crop) => !given.cropKeys || given.cropKeys.includes(crop),
  );
  const [ofPlaces, otherPlaces] = split(preferNamedStates(found.places), (place) => isWithin(place, given));
  if (ofCrops.length === 0 && ofPlaces.length === 0) return readVerbatim(q);
  const words = searchedWords([
    ...found.words,
    ...[...otherCrops, ...otherPlaces].map((match) => match.words),
  ]);
  return {
    filter: {
      ...(words.length > 0 && { words }),
      ...(ofCrops.length > 0 && {
        cropKeys: [...new Set(ofCrops.map(({ meaning }) => meaning))],
        ...(!given.cropKeys && {
          otherwise: searchedWords([...ofCrops.map((match) => match.words), ...words]),
        }),
      }),
      ...placeFilter(ofPlaces.map(({ meaning }) => meaning)),
    },
    understood: {
      crops: ofCrops.map(({ meaning, others, ...match }) => ({
        crop: cropName(meaning),
        others: others.map(cropName),
        ...match,
      })),
      places: ofPlaces.map(({ meaning, others, ...match }) => ({
        place: toFoundPlace(meaning),
        others: others.map(toFoundPlace),
        ...match,
      })),
      people: [],
      words,
      ignored: [],
      guesses: noGuesses,
    },
  };
}

interface Reading<T> {
  meaning: T;
  others: T[];
  words: string;
  isSure: boolean;
}

function split<T>(
  matches: readonly Match<T>[],
  isPossible: (meaning: T) => boolean,
): [Reading<T>[], Reading<T>[]] {
  const readings = matches.flatMap(({ meanings: [meaning, ...others], how, words }) =>
    meaning === undefined ? [] : [{ meaning, others, words, isSure: how === 'written' || how === 'sound' }],
  );
  return [
    readings.filter(({ meaning }) => isPossible(meaning)),
    readings.filter(({ meaning }) => !isPossible(meaning)),
  ];
}

function isWithin({ state, district }: Place, given: SearchFilter): boolean {
  return (
    (given.state === undefined || given.state === state) &&
    (given.district === undefined || given.district === district)
  );
}

/** 'Aurangabad Bihar' is the one in Bihar. */
function preferNamedStates(matches: readonly Match<Place>[]): Match<Place>[] {
  const named = new Set(matches.flatMap(({ meanings: [place] }) => (place?.district ? [] : place?.state)));
  const isNamed = ({ state, district }: Place) => Number(district !== undefined && named.has(state));
  return matches.map((match) => ({
    ...match,
    meanings: match.meanings.toSorted((a, b) => isNamed(b) - isNamed(a)),
  }));
}

/** A district is enough without its state. */
function placeFilter(places: readonly Place[]): SearchFilter {
  const districts = places.filter(({ district }) => district);
  const narrowest = places.filter(
    ({ state, district }) => district || !districts.some((each) => each.state === state),
  );
  const [place] = narrowest;
  if (!place) return {};
  if (narrowest.length > 1) return { places: narrowest };
  return { state: place.state, ...(place.district && { district: place.district }) };
}
