import { cropNames, secondNames } from '@upaj/contract/crop-names';
import { crops } from '@upaj/contract/crops';
import type { State } from '@upaj/contract/places';
import { namedPlaces } from '#src/platform/places/named-places.ts';
import { particles } from './common-words.ts';
import { minMistakeLength, NameIndex, type Name } from './name-index.ts';

export interface Place {
  state: State;
  district?: string;
}

const withoutParticles = (name: string) => {
  const words = name.split(' ');
  return words.filter((word) => !particles.has(word.toLowerCase())).join(' ') || name;
};

/** In English and Hindi more people make mistakes, and districts sound like the names of people. */
const slipsFrom = { common: minMistakeLength, other: 7, district: 8 };

const placeRank = { official: 0, alias: 2, district: 1 };

const cropRank = { usual: 0, other: 1, plural: 2, second: 3 };

/** English plurals, and those of Hindi: 'apples', 'mangoes', 'kele'. */
function pluralsOf(name: string): string[] {
  if (!/^[a-z' -]+$/i.test(name)) return [];
  return name.endsWith('s') ? [] : [`${name}s`, ...(name.endsWith('o') ? [`${name}es`] : [])];
}
const hindiPlurals = (name: string) =>
  /[^aeiouy]a$/.test(name)
    ? [name.replace(/a$/, 'e')]
    : /[क-मर-ह]ा$/.test(name)
      ? [name.replace(/ा$/, 'े')]
      : [];

function cropEntries(): Name<string>[] {
  return crops.flatMap(({ id, en, hi, alsoHi = [] }) => {
    const entry = (name: string, rank: number): Name<string> => ({
      name: withoutParticles(name),
      of: id,
      rank,
      slipsFrom: slipsFrom.other,
    });
    const common = (name: string, rank: number) => ({ ...entry(name, rank), slipsFrom: slipsFrom.common });
    const { en: english = [], hi: hindi = [], ...others } = cropNames[id] ?? {};
    const usual = new Set([en, hi, ...alsoHi]);
    const inEnglish = [en, ...english];
    const inHindi = [hi, ...alsoHi, ...hindi];
    const names = new Set([...inEnglish, ...inHindi]);
    const plurals = [...inEnglish.flatMap(pluralsOf), ...inHindi.flatMap(hindiPlurals)].filter(
      (name) => !names.has(name),
    );
    return [
      ...[...names].map((name) => common(name, usual.has(name) ? cropRank.usual : cropRank.other)),
      ...plurals.map((name) => entry(name, cropRank.plural)),
      ...Object.values(others)
        .flat()
        .filter((name) => !names.has(name))
        .map((name) => entry(name, cropRank.other)),
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
      slipsFrom: place.district === undefined ? slipsFrom.common : slipsFrom.district,
    })),
  );
}

const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
export const cropIndex = once(() => new NameIndex(cropEntries()));
export const placeIndex = once(() => new NameIndex(placeEntries()));
