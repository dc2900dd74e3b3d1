import { describe, expect, it } from 'vitest';
import { cropNames, secondNames } from './crop-names.ts';
import type { Language } from './texts.ts';
import { crops } from './catalogue.ts';
import { foldText } from './fold-text.ts';

const scripts = {
  en: /^\p{Script=Latin}/u,
  hi: /^\p{Script=Devanagari}/u,
  mr: /^\p{Script=Devanagari}/u,
  gu: /^\p{Script=Gujarati}/u,
  pa: /^\p{Script=Gurmukhi}/u,
  bn: /^\p{Script=Bengali}/u,
  or: /^\p{Script=Oriya}/u,
  ta: /^\p{Script=Tamil}/u,
  te: /^\p{Script=Telugu}/u,
  kn: /^\p{Script=Kannada}/u,
  ml: /^\p{Script=Malayalam}/u,
} satisfies Partial<Record<Language, RegExp>>;
type Named = keyof typeof scripts;
const languages = Object.keys(scripts) as Named[];

/** The search treats these spellings of a sound alike. */
const sounds: readonly [RegExp, string][] = [
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/(\w)\1+/g, '$1'],
];
const fold = (name: string): string =>
  sounds.reduce((text, [sound, letter]) => text.replace(sound, letter), foldText(name));

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.findIndex((other) => fold(other) === fold(name)) < i);
const namesOf = (id: string): string[] => Object.values(cropNames[id] ?? {}).flat();
const rows = crops.flatMap(({ id }) =>
  languages.map((language) => ({ id, language, names: cropNames[id]?.[language] ?? [] })),
);

/** The ids of the goods that have a name, English names included, by the folded name. */
const owners = new Map<string, Set<string>>();
for (const { id, en } of crops)
  for (const name of [en, ...namesOf(id)])
    owners.set(fold(name), (owners.get(fold(name)) ?? new Set()).add(id));

describe('crop names', () => {
  it('are given for every crop and no other, in every language', () => {
    expect(Object.keys(cropNames)).toEqual(crops.map((crop) => crop.id));
    for (const { id } of crops) expect(Object.keys(cropNames[id] ?? {})).toEqual(languages);
  });

  it('begin with one in the script of the language, except English, which may be empty', () => {
    const first = rows.filter(({ language, names }) => language !== 'en' || names.length > 0);
    expect(first.filter(({ language, names }) => !scripts[language].test(names[0] ?? ''))).toEqual([]);
  });

  it('are in one script: that of the language, or lower-case Latin', () => {
    const isClean = (language: Named, name: string) => {
      const script = scripts[language].source.slice(1);
      return (
        /^[a-z][a-z' -]*$/.test(name) ||
        (language !== 'en' && new RegExp(`^(?:${script}| )+$`, 'u').test(name))
      );
    };
    expect(rows.flatMap(({ language, names }) => names.filter((name) => !isClean(language, name)))).toEqual(
      [],
    );
  });

  it('are trimmed and composed', () => {
    const names = [...crops.flatMap(({ id }) => namesOf(id)), ...Object.values(secondNames).flat()];
    expect(names.filter((name) => name !== name.trim().normalize('NFC'))).toEqual([]);
  });

  it('include the Hindi names of the crop', () => {
    for (const { id, hi, alsoHi } of crops)
      expect(cropNames[id]?.hi?.map(foldText)).toEqual(
        expect.arrayContaining((alsoHi ?? [hi]).map(foldText)),
      );
  });

  it('are listed once for a crop, whatever the spelling, except that Hindi and Marathi share a script', () => {
    expect(rows.flatMap(({ names }) => repeated(names))).toEqual([]);
    for (const { id, en } of crops) {
      const { hi = [], mr = [], ...others } = cropNames[id] ?? {};
      const marathi = mr.filter((name) => scripts.en.test(name));
      expect(repeated([en, ...hi, ...marathi, ...Object.values(others).flat()])).toEqual([]);
    }
  });

  it('belong to one crop, whatever the spelling', () => {
    // 'kapa' is cotton in Odia and 'kappa' tapioca in Malayalam. Both are found as they are written.
    const apart = new Map([['kapa', new Set(['cotton', 'tapioca'])]]);
    expect(new Map([...owners].filter(([, ids]) => ids.size > 1))).toEqual(apart);
  });

  it('of a second crop are those of one other crop, which comes first', () => {
    for (const [id, names] of Object.entries(secondNames)) {
      expect(cropNames).toHaveProperty(id);
      expect(repeated(names)).toEqual([]);
      expect(names.filter((name) => !owners.has(fold(name)) || owners.get(fold(name))?.has(id))).toEqual([]);
    }
  });
});
