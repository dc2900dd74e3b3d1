import { crops as allCrops, findCrop } from '@upaj/contract/catalogue';
import { findCrop as findUsualCrop, type Category } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import type { FoundPlace, Understood } from '@upaj/contract/trade/search';
import { isSure } from '#src/platform/names/resolve-crop.ts';
import {
  understand,
  type ClassMatch,
  type Match,
  type Understood as Found,
} from '#src/platform/names/understand.ts';
import type { NamedPlace } from '#src/platform/places/places.ts';
import type { SearchFilter } from '#src/trade/lists/filter.ts';

type Place = Pick<NamedPlace, 'state' | 'district'>;

/** Maps the name of a variety to the crops that mandis report it of. */
export type Varieties = ReadonlyMap<string, readonly string[]>;

interface Search {
  filter: SearchFilter;
  understood: Understood;
}

const maxWords = 6;
const understoodNothing: Understood = {
  crops: [],
  categories: [],
  places: [],
  people: [],
  words: [],
  ignored: [],
  guesses: { crops: [], places: [] },
};

export function cropName(id: string): { id: string; en: string } {
  return { id, en: findCrop(id)?.en ?? id };
}

export function toFoundPlace({ state, district }: Place): FoundPlace {
  return { state, district: district ?? null };
}

/** Leaves out signs that are words of their own, because every post may have them. */
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
    understood: { ...understoodNothing, words },
  };
}

/**
 * Understands a search. A name that a usual crop shares with a further one finds both, because sellers may have chosen
 * either: masoor dal. Crops, classes of goods and places that contradict a given filter are searched for as words.
 */
export function readSearch(
  q: string,
  given: SearchFilter,
  varieties: Varieties,
  viewerState?: string,
): Search {
  const found = withVariety(understand(q, { state: viewerState }), varieties);
  const [ofCrops, otherCrops] = split(
    found.crops,
    (crop) => !given.cropKeys || given.cropKeys.includes(crop),
  );
  const isPossible = ({ category }: ClassMatch) =>
    !given.cropKeys && (!given.category || given.category === category);
  const classes = found.classes.filter(isPossible);
  const [ofPlaces, otherPlaces] = split(preferNamedStates(found.places), (place) => isWithin(place, given));
  if (ofCrops.length === 0 && classes.length === 0 && ofPlaces.length === 0) return readVerbatim(q);
  const otherClasses = found.classes.filter((match) => !isPossible(match));
  const words = searchedWords([
    ...found.words,
    ...found.crops.filter(({ isVariety }) => isVariety).flatMap(varietyWords),
    ...[...otherCrops, ...otherClasses, ...otherPlaces].map((match) => match.words),
  ]);
  return {
    filter: {
      ...(words.length > 0 && { words }),
      ...goodsFilter(
        ofCrops.flatMap(({ meaning, others }) => [meaning, ...(findUsualCrop(meaning) ? [] : others)]),
        classes.map(({ category }) => category),
      ),
      ...(ofCrops.length > 0 &&
        !given.cropKeys && {
          otherwise: searchedWords([...ofCrops.map((match) => match.words), ...words]),
        }),
      ...placeFilter(ofPlaces.map(({ meaning }) => meaning)),
    },
    understood: {
      ...understoodNothing,
      crops: ofCrops.map(({ meaning, others, ...match }) => ({
        crop: cropName(meaning),
        others: others.map(cropName),
        ...match,
      })),
      categories: classes.map(({ category, how, words: typed }) => ({
        category,
        words: typed,
        isSure: isSure(how),
      })),
      places: ofPlaces.map(({ meaning, others, ...match }) => ({
        place: toFoundPlace(meaning),
        others: others.map(toFoundPlace),
        ...match,
      })),
      words,
    },
  };
}

/** Reads a variety that mandis report as its crop where the search names no goods. */
function withVariety(found: Found, varieties: Varieties): Found {
  const { crops, classes, words } = found;
  if (crops.length > 0 || classes.length > 0) return found;
  for (let length = words.length; length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const name = words.slice(start, start + length).join(' ');
      const meanings = varieties.get(name);
      if (meanings)
        return {
          ...found,
          crops: [{ meanings: [...meanings], how: 'written', words: name, isVariety: true }],
          words: words.toSpliced(start, length),
        };
    }
  return found;
}

/** Returns 'kolam' for 'kolam chawal', because the crop is found by its other names too. */
function varietyWords({ words, meanings: [id = ''] }: Match<string>): string[] {
  const namesCrop = (word: string) =>
    understand(word).crops.some(({ isVariety, meanings }) => !isVariety && meanings.includes(id));
  return words.split(/\s+/).filter((word) => !namesCrop(word));
}

/**
 * One class alone filters by its category, which has goods outside the catalogue too. Several classes, or one beside a
 * crop, filter by all their crops.
 */
function goodsFilter(named: readonly string[], classes: readonly Category[]): SearchFilter {
  const [category, ...others] = classes;
  if (category && named.length === 0 && others.length === 0) return { category };
  const ofClasses = allCrops.filter((crop) => classes.includes(crop.category)).map(({ id }) => id);
  const cropKeys = [...new Set([...named, ...ofClasses])];
  return cropKeys.length > 0 ? { cropKeys } : {};
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
    meaning === undefined ? [] : [{ meaning, others, words, isSure: isSure(how) }],
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

/** Prefers districts in a state that the search names: 'Aurangabad Bihar' means the one in Bihar. */
function preferNamedStates(matches: readonly Match<Place>[]): Match<Place>[] {
  const named = new Set(matches.flatMap(({ meanings: [place] }) => (place?.district ? [] : place?.state)));
  const isNamed = ({ state, district }: Place) => Number(district !== undefined && named.has(state));
  return matches.map((match) => ({
    ...match,
    meanings: match.meanings.toSorted((a, b) => isNamed(b) - isNamed(a)),
  }));
}

/** Leaves out a state when the search names a district in it. */
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
