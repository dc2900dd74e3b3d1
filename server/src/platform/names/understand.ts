import { crops, findCrop } from '@upaj/contract/catalogue';
import type { Category } from '@upaj/contract/crops';
import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import {
  commonWords,
  particles,
  classIndex,
  cropIndex,
  placeIndex,
  varietyIndex,
  type Place,
} from './indexes.ts';
import { tokensOf } from './fold.ts';
import {
  findMeanings,
  isFiller,
  isNumber,
  maxPhrase,
  meaningsOf,
  ownStateFirst,
  type Meaning,
  type Viewer,
} from './meanings.ts';
import type { Tier } from './name.ts';

export interface Match<T> {
  /** The possible meanings, the likeliest first. */
  meanings: T[];
  how: Tier;
  /** The words that were typed for the meaning. */
  words: string;
}

interface CropMatch extends Match<string> {
  /** Whether the words name a variety of the crop: 'sona masoori'. */
  isVariety: boolean;
}

export interface ClassMatch {
  category: Category;
  how: Tier;
  words: string;
}

export interface Understood {
  crops: CropMatch[];
  /** A class is what people call a whole category: 'dal'. */
  classes: ClassMatch[];
  places: Match<Place>[];
  /** The words that mean none of the above. */
  words: string[];
}

interface Suggestions {
  crops: string[];
  places: Place[];
  /** The words at the end of the text that a suggestion replaces. */
  words: string;
}

/** Further words are not understood, because each costs some milliseconds. */
const maxWords = 8;

function contentOf(text: string) {
  const tokens = tokensOf(text);
  const content = tokens.filter(({ word }) => !particles.has(word));
  return (content.length > 0 ? content : tokens).slice(0, maxWords);
}

/** Finds the crops and places in what people type: 'gehu punjab', 'पंजाब में गेहूं'. */
export function understand(text: string, viewer: Viewer = {}): Understood {
  const key = `${viewer.state} ${text}`;
  const known = understood.get(key);
  if (known) return known;
  const found = findAll(text, viewer);
  understood.set(key, found);
  return found;
}

/** Results are cached, because people turn pages and popular searches repeat. */
const understood = new LRUCache<string, Understood>(atMost(1_000));

function findAll(text: string, viewer: Viewer): Understood {
  const tokens = contentOf(text);
  const words = tokens.map(({ word }) => word);
  const meanings = findMeanings(words, viewer);
  const wordAt = (i: number) => words[i] ?? '';
  /** Returns whether the word is a filler, or the number before one: '1 quintal gehu'. */
  const isFillerAt = (i: number) => isFiller(wordAt(i)) || (isNumber(wordAt(i)) && isFiller(wordAt(i + 1)));
  const isBesideMatch = (i: number, step: number): boolean =>
    isFillerAt(i + step) && meanings[i + step] === undefined
      ? isBesideMatch(i + step, step)
      : meanings[i + step] !== undefined;
  const isIgnored = (i: number) =>
    meanings[i] === undefined && isFillerAt(i) && (isBesideMatch(i, -1) || isBesideMatch(i, 1));
  const found: Understood = { crops: [], classes: [], places: [], words: [] };
  const roleOf = rolesBeside(meanings);
  for (const [i, { word, start }] of tokens.entries()) {
    if (isIgnored(i)) continue;
    const meaning = meanings[i];
    const role = meaning ? roleOf(meaning) : 'word';
    if (role === 'word') found.words.push(word);
    else if (meaning && role === 'name' && meaning !== meanings[i - 1]) {
      const typed = text.slice(start, tokens[meanings.lastIndexOf(meaning)]?.end);
      const { how } = meaning;
      if ('crops' in meaning)
        found.crops.push({
          meanings: likelyFirst(meaning.crops, meanings),
          how,
          words: typed,
          isVariety: meaning.isVariety,
        });
      else if ('category' in meaning) found.classes.push({ category: meaning.category, how, words: typed });
      else found.places.push({ meanings: meaning.places, how, words: typed });
    }
  }
  return found;
}

/** Puts the crops first that have the named variety: 'teja mirchi' is the chilli that has it. */
function likelyFirst(named: readonly string[], meanings: readonly (Meaning | undefined)[]): string[] {
  const ofVarieties = new Set(
    meanings.flatMap((meaning) => (meaning && 'crops' in meaning && meaning.isVariety ? meaning.crops : [])),
  );
  return named.toSorted((a, b) => Number(ofVarieties.has(b)) - Number(ofVarieties.has(a)));
}

/** Categories of things that are used to grow or pack a crop. */
const means: ReadonlySet<string | undefined> = new Set<Category>(['Seeds', 'Fertilizers', 'Equipment']);

/**
 * Decides what words mean beside a crop. A variety is a word of its posts, and so are 'seed' and 'fertilizer'. The
 * crop's own class adds nothing: 'moong dal'.
 */
function rolesBeside(
  meanings: readonly (Meaning | undefined)[],
): (meaning: Meaning) => 'name' | 'word' | 'none' {
  const named = meanings.flatMap((meaning) => (meaning && 'crops' in meaning ? meaning : []));
  const isCropNamed = named.some(({ isVariety }) => !isVariety);
  const categories = named.map(({ crops: [id = ''] }) => findCrop(id)?.category);
  return (meaning) => {
    if ('crops' in meaning) return meaning.isVariety && isCropNamed ? 'word' : 'name';
    if (!('category' in meaning) || categories.length === 0) return 'name';
    if (categories.includes(meaning.category)) return 'none';
    return [meaning.category, ...categories].some((category) => means.has(category)) ? 'word' : 'name';
  };
}

const maxGuesses = 3;
const minGuessLength = 5;

/**
 * Guesses what was meant by the first words if nothing was found: the nearest crops and places, at most three together.
 */
export function guess(text: string): Omit<Suggestions, 'words'> {
  const words = contentOf(text)
    .slice(0, maxPhrase)
    .map(({ word }) => word);
  const phrases = new Set([words.join(' '), ...words]);
  const isOpen = (word: string) => word.length >= minGuessLength && !isFiller(word) && !commonWords.has(word);
  const nearest = [...phrases]
    .filter(isOpen)
    .flatMap((phrase) => [
      ...cropIndex()
        .similar(phrase)
        .map(({ name, difference }) => ({ difference, crop: name.of })),
      ...placeIndex()
        .similar(phrase)
        .map(({ name, difference }) => ({ difference, place: name.of })),
    ])
    .toSorted((a, b) => a.difference - b.difference);
  const things = [...new Set(nearest.map((each) => ('crop' in each ? each.crop : each.place)))].slice(
    0,
    maxGuesses,
  );
  return {
    crops: things.filter((thing) => typeof thing === 'string'),
    places: things.filter((thing) => typeof thing !== 'string'),
  };
}

const cropsOf = (category: Category) =>
  crops.filter((crop) => crop.category === category).map(({ id }) => id);

/** Completes the last word or phrase while a person types. */
export function suggest(text: string, viewer: Viewer = {}): Suggestions {
  const tokens = contentOf(text);
  for (let length = Math.min(maxPhrase, tokens.length); length > 0; length--) {
    const last = tokens.slice(-length);
    const phrase = last.map(({ word }) => word).join(' ');
    const [asClass] = classIndex().find(phrase, 'written');
    const asCrop = asClass
      ? cropsOf(asClass.of)
      : meaningsOf([...cropIndex().complete(phrase), ...varietyIndex().complete(phrase)]);
    const asPlace = meaningsOf(ownStateFirst(placeIndex().complete(phrase), viewer.state));
    if (asCrop.length + asPlace.length > 0)
      return { crops: asCrop, places: asPlace, words: text.slice(last[0]?.start, last.at(-1)?.end) };
  }
  const last = tokens.at(-1);
  const words = last ? text.slice(last.start, last.end) : '';
  const { crops: asCrop, places } = understand(words, viewer);
  return {
    crops: asCrop.flatMap((match) => match.meanings),
    places: places.flatMap((match) => match.meanings),
    words,
  };
}
