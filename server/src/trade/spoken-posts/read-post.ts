import { findCrop } from '@upaj/contract/catalogue';
import type { Crop } from '@upaj/contract/crops';
import type { SpokenPost } from '@upaj/contract/trade/spoken-posts';
import { priceUnits, quantityUnits } from '@upaj/contract/trade/units';
import { stemsOf } from '#src/platform/names/endings.ts';
import { cropIndex, varietyIndex } from '#src/platform/names/indexes.ts';
import { readSpoken } from '#src/platform/numbers/read-spoken.ts';
import { rolesOf, unitOf } from './words.ts';

/** Shorter words are more often something else: 'am' is no mango. */
const minName = 3;

interface Item {
  text: string;
  number?: number;
  unit?: { unit: string; times: number };
  is: ReadonlySet<string>;
}

export function readSpokenPost(text: string, language: string): SpokenPost {
  const items = readSpoken(text, language).map((token): Item => {
    if (token.kind === 'number') return { text: String(token.value), number: token.value, is: new Set() };
    const is = rolesOf(token.text);
    const unit = is.size === 0 ? unitOf(token.text) : undefined;
    return { text: token.text, is, ...(unit && { unit }) };
  });
  const used = new Set<Item>();
  const price = readPrice(items, used);
  const quantity = readQuantity(items, used);
  return { ...readCrop(items), ...quantity, ...price };
}

/** Between a number and what belongs to it there may be signs and words such as 'का', but no other number. */
const reach = 2;

function near(
  items: readonly Item[],
  from: number,
  step: 1 | -1,
  is: (item: Item) => boolean,
): Item | undefined {
  for (let count = 1; count <= reach; count += 1) {
    const item = items[from + step * count];
    if (!item || item.number !== undefined) return undefined;
    if (is(item)) return item;
  }
  return undefined;
}

function readPrice(items: readonly Item[], used: Set<Item>): Pick<SpokenPost, 'price' | 'priceUnit'> {
  const numbers = items.flatMap((item, index) => (item.number === undefined ? [] : [{ item, index }]));
  const isMoney = ({ index }: { index: number }) =>
    items[index + 1]?.is.has('currency') ||
    items[index - 1]?.is.has('currency') ||
    (items[index - 1]?.text === '.' && items[index - 2]?.is.has('currency'));
  const isPriced = ({ index }: { index: number }) =>
    near(items, index, -1, ({ is }) => is.has('price')) !== undefined ||
    (items[index + 1]?.is.has('per') === true && items[index + 2]?.unit !== undefined);
  const isBare = ({ index }: { index: number }) =>
    !items[index + 1]?.unit && !items[index + 1]?.is.has('area');
  const [found] =
    [
      numbers.filter(isMoney),
      numbers.filter(isPriced),
      numbers.length > 1 ? numbers.filter(isBare) : [],
    ].find((some) => some.length > 0) ?? [];
  if (!found) return { price: null, priceUnit: null };
  used.add(found.item);
  const after = unitAfter(items, found.index);
  const before = after ? undefined : unitBefore(items, found.index);
  const unit = after ?? before;
  if (unit) used.add(unit);
  return priceIn(found.item.number ?? 0, unit?.unit);
}

/** '2700 रुपये क्विंटल', '30 rupees a kilo', '₹30/kg'. */
function unitAfter(items: readonly Item[], index: number): Item | undefined {
  for (let at = index + 1; at <= index + 4; at += 1) {
    const item = items[at];
    if (!item || (item.number !== undefined && item.number !== 1)) return undefined;
    if (item.unit) return items[at + 1]?.number === undefined || item.number === 1 ? item : item;
  }
  return undefined;
}

/** 'एक किलो का 30 रुपये', 'கிலோவுக்கு 30 ரூபாய்': a unit without a number of its own. */
function unitBefore(items: readonly Item[], index: number): Item | undefined {
  for (let at = index - 1; at >= Math.max(0, index - 4); at -= 1) {
    const item = items[at];
    if (!item || item.number !== undefined) return undefined;
    const count = items[at - 1]?.number;
    if (item.unit) return count === undefined || count === 1 ? item : undefined;
  }
  return undefined;
}

function priceIn(amount: number, unit: Item['unit']): Pick<SpokenPost, 'price' | 'priceUnit'> {
  const [times, name] = unit?.unit === 'tonne' ? [10, 'quintal'] : [unit?.times ?? 1, unit?.unit];
  const price = Number((amount / times).toFixed(2));
  const priceUnit = priceUnits.find((one) => one === `per ${name}`) ?? null;
  // ₹40 a dozen are no price of a piece in paise.
  return Math.abs(price * times - amount) < 1e-6 ? { price, priceUnit } : { price: null, priceUnit: null };
}

function readQuantity(
  items: readonly Item[],
  used: ReadonlySet<Item>,
): Pick<SpokenPost, 'quantity' | 'unit'> {
  const found = items.flatMap((item, index) => {
    const next = items[items[index + 1]?.text === 'a' ? index + 2 : index + 1];
    const isOwn = item.number !== undefined && !used.has(item) && next?.unit !== undefined && !used.has(next);
    const unit = isOwn ? quantityUnits.find((one) => one === next.unit?.unit) : undefined;
    return unit
      ? [{ quantity: Number(((item.number ?? 0) * (next?.unit?.times ?? 1)).toFixed(2)), unit }]
      : [];
  });
  // '50 किलो की 20 बोरी' are bags.
  const bags = found.find(({ unit }) => unit === 'bag' || unit === 'box');
  return (found.length > 1 ? bags : undefined) ?? found[0] ?? { quantity: null, unit: null };
}

interface Named {
  crop: Crop;
  from: number;
  to: number;
}

function readCrop(items: readonly Item[]): Pick<SpokenPost, 'cropType' | 'variety'> {
  // Bags and crates are sold, too, but not beside a crop.
  const isName = ({ number, is, unit }: Item) => number === undefined && is.size === 0 && !unit;
  const named = findAllNamed(items, isName);
  const found = named.length > 0 ? named : findAllNamed(items, ({ number }) => number === undefined);
  const [first] = found;
  // A sentence that names two crops may be about either.
  if (!first || found.some(({ crop }) => crop.id !== first.crop.id)) return { cropType: null, variety: null };
  return { cropType: first.crop.en, variety: findVariety(items, first, isName) };
}

function findAllNamed(items: readonly Item[], isName: (item: Item) => boolean): Named[] {
  const named: Named[] = [];
  for (let from = 0; from < items.length;) {
    const [found] = [3, 2, 1].flatMap((length) => {
      const phrase = phraseOf(items, from, length, isName);
      const crop = phrase && findNamed(phrase);
      return crop ? [{ crop, from, to: from + length }] : [];
    });
    if (found) named.push(found);
    from = found?.to ?? from + 1;
  }
  return named;
}

function phraseOf(
  items: readonly Item[],
  from: number,
  length: number,
  isName: (item: Item) => boolean,
): string | undefined {
  const part = items.slice(from, from + length);
  const isPhrase = part.length === length && part.every((item) => isName(item) && /\p{L}/u.test(item.text));
  return isPhrase
    ? part
        .map(({ text }) => text)
        .join(' ')
        .toLowerCase()
    : undefined;
}

/** A single word may have an ending: गेहूँ का is two words, কেজির and குருமிளகாயை are one. */
const waysOf = (phrase: string) => (phrase.includes(' ') ? [phrase] : [phrase, ...stemsOf(phrase)]);

function findNamed(phrase: string): Crop | undefined {
  if (phrase.length < minName && /^[a-z]+$/.test(phrase)) return undefined;
  for (const way of waysOf(phrase)) {
    const [found] = cropIndex().find(way, 'written');
    if (found) return findCrop(found.of);
  }
  const ids = new Set(
    cropIndex()
      .find(phrase, 'spelling')
      .map(({ of }) => of),
  );
  return ids.size === 1 ? findCrop([...ids][0] ?? '') : undefined;
}

/** The variety is beside the crop: शरबती गेहूँ, potato Jyoti. */
function findVariety(
  items: readonly Item[],
  { crop, from, to }: Named,
  isName: (item: Item) => boolean,
): string | null {
  for (const length of [2, 1])
    for (const start of [from - length, to]) {
      const phrase = start >= 0 ? phraseOf(items, start, length, isName) : undefined;
      const isOfCrop =
        phrase !== undefined &&
        waysOf(phrase).some((way) =>
          (['written', 'spelling'] as const).some((how) =>
            varietyIndex()
              .find(way, how)
              .some(({ of }) => of === crop.id),
          ),
        );
      if (isOfCrop)
        return items
          .slice(start, start + length)
          .map(({ text }) => text)
          .join(' ');
    }
  return null;
}
