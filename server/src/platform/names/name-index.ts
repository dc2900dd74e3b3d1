import { editDistance } from './edit-distance.ts';
import { foldLoose, foldSound, foldWritten, singularsOf } from './fold.ts';

/** How a name was found, best first. */
export const tiers = ['written', 'sound', 'prefix', 'close', 'loose', 'fuzzy'] as const;
export type Tier = (typeof tiers)[number];

export interface Name<T> {
  name: string;
  of: T;
  /** Among several things with this name the lowest comes first. */
  rank: number;
  /** Also the name of something else, where it may be spelt in another way. */
  isSecond?: boolean;
}

interface Entry<T> extends Name<T> {
  sound: string;
}

const minPrefixLength = 4;
const minCertainLength = 6;
const minLooseKey = 3;
const maxLooseCost = 4;

/** See `editDistance`. Short words must match strictly: most of them are close to another word. */
const allowedCost = (length: number) => (length < 4 ? 0 : length < 6 ? 1 : length < 8 ? 2 : 3);
const closeCost = (length: number) => Math.min(allowedCost(length), 2);
/** In shorter words only vowels may be missing: 'palk', 'chna'. */
const minMistakeLength = 5;

const isVowel = (character: string | undefined) => /[aeiou]/.test(character ?? '');
/** Few people mistake the first character, unless it is a vowel. */
const beginAlike = (a: string, b: string) => a[0] === b[0] || (isVowel(a[0]) && isVowel(b[0]));

const trigramsOf = (sound: string): Set<string> => {
  const padded = `  ${sound} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)));
};

function group<V>(entries: Iterable<V>, keysOf: (entry: V) => Iterable<string>): Map<string, V[]> {
  const grouped = new Map<string, V[]>();
  for (const entry of entries)
    for (const key of keysOf(entry)) {
      const values = grouped.get(key);
      if (values) values.push(entry);
      else grouped.set(key, [entry]);
    }
  return grouped;
}

/** The first of the sorted keys that is not before the key. */
function indexOf(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const startingWith = (sorted: readonly string[], prefix: string) =>
  sorted.slice(indexOf(sorted, prefix), indexOf(sorted, `${prefix}\uffff`));

const latin = 0;
const devanagari = 0x900;
const commonScripts = new Set([latin, devanagari]);
const scriptOf = (name: string) => name.charCodeAt(0) & ~0x7f;

/** A name that sounds like the text is likelier in its script, and then in the two that most people write. */
function ownScriptFirst<T>(names: readonly Name<T>[], text: string): Name<T>[] {
  const script = scriptOf(text);
  const distance = ({ name }: Name<T>) =>
    scriptOf(name) === script ? 0 : commonScripts.has(scriptOf(name)) ? 1 : 2;
  return names.toSorted((a, b) => distance(a) - distance(b));
}

/** People write ड for ड़ and say r or d. */
const soundsOf = (name: string) => new Set([name, foldWritten(name)].map(foldSound));

/** Names in memory, found as they are written or sound, by their beginning, or with a mistake. */
export class NameIndex<T> {
  readonly #byWriting: Map<string, Name<T>[]>;
  readonly #bySound: Map<string, Entry<T>[]>;
  readonly #byLoose: Map<string, Entry<T>[]>;
  readonly #byTrigram: Map<string, string[]>;
  readonly #writings: string[];
  readonly #sounds: string[];

  constructor(names: readonly Name<T>[]) {
    const entries = names.flatMap((name) =>
      [...soundsOf(name.name)].filter((sound) => sound !== '').map((sound) => ({ ...name, sound })),
    );
    this.#byWriting = group(names, ({ name }) => [foldWritten(name.toLowerCase())]);
    this.#bySound = group(entries, ({ sound }) => [sound]);
    this.#byLoose = group(entries, ({ sound }) => [foldLoose(sound)]);
    this.#byTrigram = group(this.#bySound.keys(), trigramsOf);
    this.#writings = [...this.#byWriting.keys()].toSorted();
    this.#sounds = [...this.#bySound.keys()].toSorted();
  }

  find(phrase: string, tier: Tier): Name<T>[] {
    const sound = foldSound(phrase);
    const sorted = (names: readonly Name<T>[]) => byRank(ownScriptFirst(names, phrase));
    switch (tier) {
      case 'written':
        return this.#findWritten(phrase);
      case 'sound':
        return this.#findSound(phrase);
      case 'close':
        return sorted(this.#findFuzzy(sound, closeCost(sound.length)));
      case 'prefix':
        return sound.length < minPrefixLength ? [] : this.#findBeginning(sound);
      case 'loose':
        return sorted(this.#findLoose(sound));
      case 'fuzzy':
        return sorted(this.#findFuzzy(sound, allowedCost(sound.length)));
    }
  }

  /** All names that begin with the text: exact ones, then those in its script. */
  complete(text: string): Name<T>[] {
    const written = foldWritten(text);
    const writings = startingWith(this.#writings, written).flatMap((key) => this.#byWriting.get(key) ?? []);
    const sound = foldSound(text);
    const isExact = ({ name }: Name<T>) => foldWritten(name.toLowerCase()) === written;
    const names = written === '' ? [] : [...writings, ...(sound === '' ? [] : this.#beginning(sound))];
    const shortest = names.toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length);
    return ownScriptFirst(shortest, text).toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)));
  }

  #beginning(sound: string): Entry<T>[] {
    return startingWith(this.#sounds, sound).flatMap((key) => this.#bySound.get(key) ?? []);
  }

  #findWritten(phrase: string): Name<T>[] {
    const names = byRank(this.#byWriting.get(foldWritten(phrase)) ?? []);
    const isOfOther = names.length > 0 && names.every(({ isSecond }) => isSecond);
    return isOfOther ? byRank([...this.#findSound(phrase), ...names]) : names;
  }

  #findSound(phrase: string): Name<T>[] {
    const sound = foldSound(phrase);
    const names = [sound, ...singularsOf(sound)].map((key) => this.#bySound.get(key) ?? []);
    const found = names.find(({ length }) => length > 0) ?? [];
    return byRank(ownScriptFirst(found, phrase));
  }

  /** Most of a name, or what only one thing begins with: 'fresh' is neither peas nor ginger. */
  #findBeginning(sound: string): Name<T>[] {
    const entries = shortestFirst(this.#beginning(sound));
    const isOne = new Set(entries.map((entry) => entry.of)).size === 1;
    const isFirstWord = entries.some(({ name }) => foldSound(name.replace(/ .*/, '')) === sound);
    if (isFirstWord) return isOne ? entries : [];
    if (isOne && sound.length >= minCertainLength) return entries;
    return entries.filter((entry) => sound.length >= 0.7 * entry.sound.length);
  }

  #findLoose(sound: string): Name<T>[] {
    const key = foldLoose(sound);
    if (sound.length < minMistakeLength || key.length < minLooseKey) return [];
    return nearest(this.#byLoose.get(key) ?? [], sound, maxLooseCost);
  }

  #findFuzzy(sound: string, limit: number): Name<T>[] {
    if (limit === 0) return [];
    const shared = new Map<string, number>();
    for (const trigram of trigramsOf(sound))
      for (const key of this.#byTrigram.get(trigram) ?? []) shared.set(key, (shared.get(key) ?? 0) + 1);
    const candidates = [...shared]
      .filter(([key, count]) => count > 1 && key.length > 3 && beginAlike(key, sound))
      .filter(([key]) => sound.length >= minMistakeLength || foldLoose(key) === foldLoose(sound))
      .flatMap(([key]) => this.#bySound.get(key) ?? []);
    return nearest(candidates, sound, limit);
  }
}

const byRank = <T>(names: readonly Name<T>[]) => names.toSorted((a, b) => a.rank - b.rank);

const shortestFirst = <T>(entries: readonly Entry<T>[]) =>
  entries.toSorted((a, b) => a.sound.length - b.sound.length || a.rank - b.rank);

/** Those with the least distance from the sound, within the limit. */
function nearest<T>(entries: readonly Entry<T>[], sound: string, limit: number): Name<T>[] {
  let least = limit;
  let found: Entry<T>[] = [];
  for (const entry of entries) {
    const distance = editDistance(sound, entry.sound, least);
    if (distance > least) continue;
    if (distance < least) found = [];
    least = distance;
    found.push(entry);
  }
  return found;
}
