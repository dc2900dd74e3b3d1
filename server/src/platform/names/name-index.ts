import { editDistance, typingDistance } from './edit-distance.ts';
import { stemsOf } from './endings.ts';
import { foldLoose, foldSound, foldSpelling, foldTyped, foldWritten } from './fold.ts';
import { group, nearest, startingWith, trigramsOf } from './lookup.ts';
import {
  allowedCost,
  allowedSlips,
  beginningOf,
  isSameKeys,
  isVowel,
  lengthsNear,
  minConsonants,
  minMistakeLength,
  mostCost,
  mostSlips,
  strictLength,
  withoutVowels,
} from './mistakes.ts';
import {
  byRank,
  isLikely,
  latin,
  likestSpelling,
  ownScriptFirst,
  scriptOf,
  slipsFromIn,
  soundsOf,
  type Name,
  type Tier,
} from './name.ts';

interface Entry<T> extends Name<T> {
  sound: string;
}

interface TypedEntry<T> extends Name<T> {
  typed: string;
  consonants: string;
}

const minSimilarity = 0.33;
const maxDifference = 0.45;
const minGuessed = 6;

const minPrefixLength = 4;
const minCertainLength = 6;
const minPrefixShare = 0.75;
const minLooseKey = 3;
const minFuzzy = 4;
const maxLooseCost = 3;
/** Shorter words sound like too many words of another script. */
const minForeignLength = 5;

/**
 * Finds names in memory as they are written or sound, by their beginning, or with a mistake. Names with a number are
 * found only as they are written.
 */
export class NameIndex<T> {
  readonly #byWriting: Map<string, Name<T>[]>;
  readonly #bySpelling: Map<string, Name<T>[]>;
  readonly #bySound: Map<string, Entry<T>[]>;
  readonly #byLoose: Map<string, Entry<T>[]>;
  readonly #byTrigram: Map<string, string[]>;
  /** How many different trigrams a sound has: to count them again takes most of the time of a guess. */
  readonly #trigramCounts = new Map<string, number>();
  /** Names by how they begin and the length of their sound. */
  readonly #byBeginning: Map<string, Entry<T>[]>;
  /** Names by each of the first two characters and their length. */
  readonly #byTyped: Map<string, TypedEntry<T>[]>;
  readonly #words: ReadonlySet<string>;
  readonly #writings: string[];
  readonly #sounds: string[];

  constructor(names: readonly Name<T>[]) {
    const spoken = names.filter(({ name, isOnlyWritten }) => !isOnlyWritten && !/\d/.test(name));
    const entries = spoken.flatMap((name) =>
      [...soundsOf(name.name)].filter((sound) => sound !== '').map((sound) => ({ ...name, sound })),
    );
    this.#byWriting = group(names, ({ name }) => [foldWritten(name)]);
    this.#bySpelling = group(names, ({ name, isOnlyWritten }) => (isOnlyWritten ? [] : [foldSpelling(name)]));
    this.#words = new Set(names.flatMap(({ name }) => name.split(' ').map(foldWritten)));
    this.#bySound = group(entries, ({ sound }) => [sound]);
    this.#byLoose = group(entries, ({ sound }) => [foldLoose(sound)]);
    this.#byTrigram = group(this.#bySound.keys(), (sound) => {
      const trigrams = trigramsOf(sound);
      this.#trigramCounts.set(sound, trigrams.size);
      return trigrams;
    });
    this.#byBeginning = group(entries, ({ sound }) => [`${beginningOf(sound)}${sound.length}`]);
    const typed = spoken
      .map((name) => ({ ...name, typed: foldTyped(name.name) }))
      .map((name) => ({ ...name, consonants: withoutVowels(name.typed) }))
      .filter(
        ({ typed: { length }, slipsFrom }) => length >= slipsFrom - Number(slipsFrom === minMistakeLength),
      );
    this.#byTyped = group(
      typed,
      (entry) => new Set(Array.from(entry.typed.slice(0, 2), (first) => `${first}${entry.typed.length}`)),
    );
    this.#writings = [...this.#byWriting.keys()].toSorted();
    this.#sounds = [...this.#bySound.keys()].toSorted();
  }

  find(phrase: string, tier: Tier): Name<T>[] {
    const sorted = (names: readonly Name<T>[]) => byRank(ownScriptFirst(names, phrase));
    switch (tier) {
      case 'written':
        return this.#findWritten(phrase);
      case 'spelling': {
        const found = byRank(this.#bySpelling.get(foldSpelling(phrase)) ?? []);
        const first = found.filter(({ isSecond }) => !isSecond);
        return first.length > 0 ? first : found;
      }
      case 'sound': {
        const found = this.#findSound(phrase);
        return found.length > 0 ? found : this.#findInflected(phrase);
      }
      case 'close': {
        const found = this.#findFuzzy(phrase, 2);
        return sorted(found.length > 0 ? found : this.#findTyped(phrase));
      }
      case 'prefix':
        return foldSound(phrase).length < minPrefixLength ? [] : this.#findBeginning(phrase);
      case 'loose':
        return sorted(this.#findLoose(phrase));
      case 'fuzzy':
        return sorted(this.#findFuzzy(phrase, Infinity));
    }
  }

  /** Returns whether the word is a name, or one of the words of a name, as written. */
  hasWord(word: string): boolean {
    return this.#words.has(foldWritten(word));
  }

  /** Returns all names that begin with the text: exact ones, then those in its script. */
  complete(text: string): Name<T>[] {
    const written = foldWritten(text);
    const writings = startingWith(this.#writings, written).flatMap((key) => this.#byWriting.get(key) ?? []);
    const sound = foldSound(text);
    const isExact = ({ name }: Name<T>) => foldWritten(name) === written;
    const names = written === '' ? [] : [...writings, ...(sound === '' ? [] : this.#beginning(sound))];
    const shortest = names.toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length);
    return ownScriptFirst(shortest, text).toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)));
  }

  /** Returns names that resemble the phrase, although not closely enough to be found, with the share that differs. */
  similar(phrase: string): { name: Name<T>; difference: number }[] {
    const sound = foldSound(phrase);
    const limit = Math.floor(sound.length * maxDifference);
    const count = trigramsOf(sound).size;
    return [...this.#sharedTrigrams(sound)]
      .filter(([key]) => Math.abs(key.length - sound.length) <= limit)
      .filter(
        ([key, shared]) => (2 * shared) / (count + (this.#trigramCounts.get(key) ?? 0)) >= minSimilarity,
      )
      .map(([key]) => ({ key, distance: editDistance(sound, key, limit) }))
      .filter(({ distance }) => distance <= limit)
      .flatMap(({ key, distance }) =>
        (this.#bySound.get(key) ?? [])
          .filter((entry) => key.length >= Math.min(minGuessed, slipsFromIn(phrase, entry)))
          .map((name) => ({ name, difference: distance / sound.length })),
      )
      .toSorted((a, b) => a.difference - b.difference || a.name.rank - b.name.rank);
  }

  #sharedTrigrams(sound: string): Map<string, number> {
    const shared = new Map<string, number>();
    for (const trigram of trigramsOf(sound))
      for (const key of this.#byTrigram.get(trigram) ?? []) shared.set(key, (shared.get(key) ?? 0) + 1);
    return shared;
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
    // A sound without a vowel is not looked up: 'zzzqq' would sound like 'JK'.
    if (![...sound].some(isVowel)) return [];
    const found = this.#bySound.get(sound) ?? [];
    const isLong = scriptOf(phrase) === latin || sound.length >= minForeignLength;
    const isPossible = ({ name, slipsFrom }: Name<T>) =>
      scriptOf(name) === scriptOf(phrase) ||
      (isLong && (slipsFrom < strictLength || sound.length >= minForeignLength));
    const possible = found.filter(isPossible);
    return byRank(ownScriptFirst(likestSpelling(possible, phrase), phrase));
  }

  /** Finds inflected names: 'আলুর', 'कांद्याचे', 'வெங்காயத்தின்'. */
  #findInflected(phrase: string): Name<T>[] {
    const stems = stemsOf(phrase);
    for (const stem of stems) {
      const names = this.#byWriting.get(foldWritten(stem));
      if (names) return byRank(ownScriptFirst(names, phrase));
    }
    for (const stem of stems) {
      const isSure = scriptOf(phrase) !== latin || stem.length >= minMistakeLength;
      const sounding = isSure ? this.#bySound.get(foldSound(stem)) : undefined;
      const names = sounding?.filter(({ name }) => scriptOf(name) === scriptOf(phrase));
      if (names && names.length > 0) return byRank(ownScriptFirst(names, phrase));
    }
    return [];
  }

  /**
   * Finds names by their beginning: most of a name, or what only one thing begins with. The first word of several is
   * not enough: 'fresh', 'bottle'.
   */
  #findBeginning(phrase: string): Name<T>[] {
    const sound = foldSound(phrase);
    const isOwnScript = ({ name }: Entry<T>) =>
      scriptOf(phrase) === latin || scriptOf(name) === scriptOf(phrase);
    const entries = shortestFirst(this.#beginning(sound)).filter(
      (entry) => isLikely(entry, phrase) && isOwnScript(entry),
    );
    if (entries.some(({ name }) => foldSound(name.replace(/ .*/, '')) === sound)) return [];
    const isOne = new Set(entries.map((entry) => entry.of)).size === 1;
    if (isOne && sound.length >= minCertainLength) return entries;
    return entries.filter((entry) => sound.length >= minPrefixShare * entry.sound.length);
  }

  #findLoose(phrase: string): Name<T>[] {
    const sound = foldSound(phrase);
    const key = foldLoose(sound);
    if (sound.length < minMistakeLength || key.length < minLooseKey) return [];
    const entries = this.#byLoose.get(key)?.filter((entry) => isLikely(entry, phrase)) ?? [];
    return nearest(
      entries,
      (entry, least) => editDistance(sound, entry.sound, least),
      () => maxLooseCost,
    );
  }

  #findFuzzy(phrase: string, most: number): Name<T>[] {
    const sound = foldSound(phrase);
    const beginning = beginningOf(sound);
    const candidates = lengthsNear(sound.length, Math.min(most, mostCost))
      .filter((length) => length >= minFuzzy)
      .flatMap((length) => this.#byBeginning.get(`${beginning}${length}`) ?? []);
    const limitOf = (entry: Entry<T>) => {
      const length = Math.min(sound.length, entry.sound.length);
      if (length >= minMistakeLength) return Math.min(most, allowedCost(length, slipsFromIn(phrase, entry)));
      return isLikely(entry, phrase) && foldLoose(entry.sound) === foldLoose(sound) ? 1 : 0;
    };
    return nearest(candidates, (entry, least) => editDistance(sound, entry.sound, least), limitOf);
  }

  /** Finds slips of the finger: 'wehat', 'guav'. */
  #findTyped(phrase: string): Name<T>[] {
    const typed = foldTyped(phrase);
    const typedConsonants = withoutVowels(typed);
    const candidates = lengthsNear(typed.length, mostSlips).flatMap(
      (length) => this.#byTyped.get(`${typed.charAt(0)}${length}`) ?? [],
    );
    const limitOf = ({ typed: key, consonants, slipsFrom }: TypedEntry<T>) => {
      if (key.length < minMistakeLength) return Number(isSameKeys(typed, key));
      const length = Math.min(key.length, typed.length);
      const allowed = allowedSlips(length, slipsFrom);
      if (slipsFrom > minMistakeLength || typedConsonants !== consonants) return allowed;
      if (length < minMistakeLength) return Number(length > 3);
      return consonants.length + Number(length > minMistakeLength) < minConsonants ? allowed : 2;
    };
    return nearest(candidates, (entry, least) => typingDistance(typed, entry.typed, least), limitOf);
  }
}

const shortestFirst = <T>(entries: readonly Entry<T>[]) =>
  entries.toSorted((a, b) => a.sound.length - b.sound.length || a.rank - b.rank);
