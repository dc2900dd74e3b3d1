import { cropNames, secondNames } from '@upaj/contract/crop-names';
import type { Language } from '@upaj/contract/texts';
import { crops } from '@upaj/contract/catalogue';
import { findCrop as findUsualCrop, type Category } from '@upaj/contract/crops';
import type { State } from '@upaj/contract/places';
import { namedPlaces } from '#src/platform/places/places.ts';
import { readCsv } from '#src/platform/read-csv.ts';
import { minMistakeLength, strictLength } from './mistakes.ts';
import { NameIndex } from './name-index.ts';
import type { Name } from './name.ts';

const rows = readCsv<'word' | 'kind'>(new URL('words.csv', import.meta.url));

const wordsOf = (...kinds: readonly string[]): ReadonlySet<string> =>
  new Set(rows.filter(({ kind }) => kinds.includes(kind)).map(({ word }) => word));

export const particles = wordsOf('particle');
export const fillers = wordsOf('filler');
export const commonWords = wordsOf('common', 'person');
export const goods = wordsOf('goods');

export interface Place {
  state: State;
  district?: string;
}

const withoutParticles = (name: string) => {
  const words = name.split(' ');
  return words.filter((word) => !particles.has(word.toLowerCase())).join(' ') || name;
};

/**
 * Mistakes are allowed in names of at least this length. More people make mistakes in English and Hindi, and districts
 * and varieties sound like the names of people.
 */
const slipsFrom = {
  common: minMistakeLength,
  plural: 6,
  other: 7,
  district: 8,
  variety: 8,
  further: strictLength,
};

const placeRank = { official: 0, alias: 2, district: 1 };

const cropRank = { usual: 0, other: 1, plural: 2, second: 3 };

const northern: readonly Language[] = ['hi', 'mr', 'pa'];

/** Returns the plurals of a name, such as 'apples', 'mangoes', 'kele', 'ਗੰਢੇ'. */
function pluralsOf(name: string, language: Language): string[] {
  if (language === 'en')
    return name.endsWith('s') ? [] : [`${name}s`, ...(name.endsWith('o') ? [`${name}es`] : [])];
  if (!northern.includes(language)) return [];
  if (/[^aeiouy]a$/.test(name)) return [name.replace(/a$/, 'e')];
  return /[क-मर-ह]ा$/.test(name)
    ? [name.replace(/ा$/, 'े')]
    : /[ਕ-ਮਰ-ਹ]ਾ$/.test(name)
      ? [name.replace(/ਾ$/, 'ੇ')]
      : [];
}

const common: readonly Language[] = ['en', 'hi'];

function cropEntries(): Name<string>[] {
  return crops.flatMap((crop) => {
    const { id, en, hi, alsoHi = [] } = crop;
    const isUsual = findUsualCrop(id) !== undefined;
    const usual = new Set([en, hi, ...alsoHi]);
    const seen = new Set<string>();
    const entry = (name: string, rank: number, slips: number): Name<string>[] => {
      if (seen.has(name)) return [];
      seen.add(name);
      return [
        isUsual
          ? { name: withoutParticles(name), of: id, rank, slipsFrom: slips }
          : { name: withoutParticles(name), of: id, rank: rank + 1, slipsFrom: slipsFrom.further },
      ];
    };
    const all = { en: [], hi: [], ...cropNames[id] };
    const named = (Object.keys(all) as Language[]).map((language) => ({
      language,
      names: [
        ...(language === 'en' ? [en] : language === 'hi' ? [hi, ...alsoHi] : []),
        ...(all[language] ?? []),
      ],
    }));
    return [
      ...named.flatMap(({ language, names }) =>
        names.flatMap((name) =>
          entry(
            name,
            usual.has(name) ? cropRank.usual : cropRank.other,
            common.includes(language) ? slipsFrom.common : slipsFrom.other,
          ),
        ),
      ),
      ...named.flatMap(({ language, names }) =>
        names.flatMap((name) =>
          pluralsOf(name, language).flatMap((plural) =>
            commonWords.has(plural) ? [] : entry(plural, cropRank.plural, slipsFrom.plural),
          ),
        ),
      ),
      ...(secondNames[id] ?? []).flatMap((name) =>
        entry(name, cropRank.second, slipsFrom.other).map((second) => ({ ...second, isSecond: true })),
      ),
    ];
  });
}

function placeEntries(): Name<Place>[] {
  return namedPlaces().flatMap(({ names, translations, ...place }) => {
    const isState = place.district === undefined;
    const entry = (name: string, rank: number): Name<Place> => ({
      name: withoutParticles(name),
      of: place,
      rank: rank + (isState ? 0 : placeRank.district),
      slipsFrom: isState ? slipsFrom.common : slipsFrom.district,
    });
    return [
      ...names.map((name, i) => entry(name, i < 2 ? placeRank.official : placeRank.alias)),
      ...translations.map((name) => ({ ...entry(name, placeRank.alias), isOnlyWritten: true })),
    ];
  });
}

const namesIn = (list: string) => list.split(';').map(withoutParticles);

/** A variety of several crops counts for the first one that is listed. */
function varietyEntries(): Name<string>[] {
  return readCsv<'crop' | 'names'>(new URL('varieties.csv', import.meta.url)).flatMap(
    ({ crop, names }, rank) =>
      namesIn(names).map((name) => ({ name, of: crop, rank, slipsFrom: slipsFrom.variety })),
  );
}

function classEntries(): Name<Category>[] {
  return readCsv<'category' | 'names'>(new URL('classes.csv', import.meta.url)).flatMap(
    ({ category, names }) =>
      namesIn(names).map((name) => ({ name, of: category as Category, rank: 0, slipsFrom: slipsFrom.other })),
  );
}

const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
export const cropIndex = once(() => new NameIndex(cropEntries()));
export const varietyIndex = once(() => new NameIndex(varietyEntries()));
/** Finds classes of goods: 'dal' is all pulses. */
export const classIndex = once(() => new NameIndex(classEntries()));
export const placeIndex = once(() => new NameIndex(placeEntries()));

const longestShortName = 4;

/**
 * Returns whether the word is a name of goods, or a part of one, and short enough to be a part of many other words:
 * 'til', 'tel', 'फल'.
 */
export function isShortName(word: string): boolean {
  if ([...word].length > longestShortName || !/^[\p{L}\p{M}]+$/u.test(word)) return false;
  return goods.has(word) || cropIndex().hasWord(word) || classIndex().hasWord(word);
}
