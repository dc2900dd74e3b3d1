import { foldText } from '../fold-text.ts';
import { latinDigits } from '../latin-digits.ts';
import { limits } from '../limits.ts';
import type { Amount, GoodsAmount, Packaging, PostAmounts } from './amounts.ts';
import {
  addingNames,
  dozenNames,
  joiningWords,
  materialNames,
  multiplyingNames,
  numberNames,
  packageNames,
  toNames,
  unitNames,
  type Material,
} from './unit-names.ts';
import {
  goodsUnits,
  packagingCodes,
  timeUnits,
  type AmountUnit,
  type GoodsUnit,
  type PackagingCode,
} from './units.ts';

type Word =
  | { kind: 'unit'; unit: AmountUnit; times?: number }
  | { kind: 'package'; code: PackagingCode }
  | { kind: 'material'; material: Material }
  | { kind: 'number'; value: number }
  | { kind: 'adding'; value: number }
  | { kind: 'multiplying'; value: number }
  | { kind: 'to' }
  | { kind: 'joining' }
  | { kind: 'listing' };

/** A number of the text, with its place, and for a range its end. */
interface NumberToken {
  kind: 'number';
  value: number;
  upTo?: number;
  start: number;
  end: number;
}
type Token = NumberToken | (Exclude<Word, { kind: 'number' }> & { start: number; end: number });
type Item = NumberToken | Extract<Word, { kind: 'unit' | 'package' }>;

/** Leaves out full stops, as in "kgs.", because people often do. */
function foldWord(word: string): string {
  return foldText(word.replaceAll('.', ''));
}

function entries(names: string, word: Word): [string, Word][] {
  return names.split(/\s+/).map((name) => [foldWord(name), word]);
}

function entriesOf<K extends string>(names: Partial<Record<K, string>>, wordOf: (key: K) => Word) {
  return Object.entries(names).flatMap(([key, text]) => entries(text as string, wordOf(key as K)));
}

function numbersOf(rows: typeof numberNames, kind: 'number' | 'adding' | 'multiplying') {
  return rows.flatMap(([value, names]) => entries(names, { kind, value }));
}

const words: ReadonlyMap<string, Word> = new Map<string, Word>([
  ...entries(joiningWords, { kind: 'joining' }),
  ...entries(toNames, { kind: 'to' }),
  ...numbersOf(numberNames, 'number'),
  ...numbersOf(addingNames, 'adding'),
  ...numbersOf(multiplyingNames, 'multiplying'),
  ...entriesOf(materialNames, (material) => ({ kind: 'material', material })),
  ...entriesOf(packageNames, (code) => ({ kind: 'package', code })),
  ...entries(dozenNames, { kind: 'unit', unit: 'piece', times: 12 }),
  ...entriesOf(unitNames, (unit) => ({ kind: 'unit', unit })),
]);

const goodsWords = [...words].flatMap(([name, word]) => {
  const unit = word.kind === 'unit' ? goodsUnits.find((one) => one === word.unit) : undefined;
  return unit && word.kind === 'unit' ? [{ name, unit, times: word.times ?? 1 }] : [];
});
/** The shortest name of a unit that may have an ending, as in 'किलोला' and 'கிலோவுக்கு'. */
const minInflected = 3;

/** Finds the unit of goods that a word names, also with an ending. A dozen is 12 pieces. */
export function readGoodsUnit(word: string): { unit: GoodsUnit; times: number } | undefined {
  const folded = foldWord(word);
  const [found] = goodsWords
    .filter(({ name }) => name === folded || (name.length >= minInflected && folded.startsWith(name)))
    .sort((one, other) => other.name.length - one.name.length);
  return found;
}

const fractions: Readonly<Record<string, string>> = { '¼': '1/4', '½': '1/2', '¾': '3/4' };

/** The text with Latin digits. Places of tokens are places in it. */
export function withPlainNumbers(text: string): string {
  return latinDigits(
    text.replace(/(\d?)([¼½¾])/g, (_, digit, sign) => `${digit && `${digit} `}${fractions[sign]}`),
  );
}

/** '20/25' is no fraction, and '5,6' not 56. */
const tokenPattern =
  /(?:(?<whole>\d+)\s+)?(?<part>1\s*\/\s*[24]|3\s*\/\s*4)(?!\d)|(?<number>(?:\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)|\d+)(?:\.\d+)?)|(?<word>[\p{L}\p{M}][\p{L}\p{M}.\u200c\u200d]*)|(?<sign>\S)/gu;
const kindsOfSigns = [
  [/^[/×*@:]$/, 'joining'],
  [/^[,()]$/, 'listing'],
  [/^[–—-]$/, 'to'],
] as const;

/** Returns undefined when the text has anything that is not understood. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (const { 0: found, index: start, groups = {} } of withPlainNumbers(text).matchAll(tokenPattern)) {
    const place = { start, end: start + found.length };
    if (groups.sign !== undefined) {
      const kind = kindsOfSigns.find(([signs]) => signs.test(found))?.[1];
      // A dash is between two numbers, or a number and a word.
      if (!kind || (kind === 'to' && tokens.at(-1)?.kind !== 'number')) return undefined;
      tokens.push({ kind, ...place });
    } else if (groups.word !== undefined) {
      const word = words.get(foldWord(groups.word));
      if (!word) return undefined;
      tokens.push({ ...word, ...place });
    } else {
      tokens.push({ kind: 'number', value: numberOf(groups), ...place });
    }
  }
  return tokens;
}

function numberOf({ whole = '0', part, number = '' }: Partial<Record<string, string>>): number {
  const [over, under] = part?.split('/') ?? [];
  return under ? Number(whole) + Number(over) / Number(under) : Number(number.replaceAll(',', ''));
}

interface Parts {
  items: Item[];
  material?: Material | undefined;
  /** Says that 'of' or the like is between the parts. */
  isJoined?: boolean | undefined;
  /** Says that a comma or a bracket is between the parts. */
  isListed?: boolean | undefined;
}

/** Joins words of numbers, and the two numbers of a range. */
function partsOf(text: string): Parts {
  const items: Item[] = [];
  const tokens = tokensOf(text) ?? [];
  let adding: { value: number; start: number } | undefined;
  let isRange = false;
  let material: Material | undefined;
  for (const token of tokens) {
    const last = items.at(-1);
    if (token.kind === 'to') {
      isRange = last?.kind === 'number';
    } else if (token.kind === 'adding') {
      adding = token;
    } else if (token.kind === 'number') {
      const value = token.value + (adding?.value ?? 0);
      if (isRange && last?.kind === 'number' && last.value < value)
        Object.assign(last, { upTo: value, end: token.end });
      else items.push({ ...token, value, start: adding?.start ?? token.start });
      [adding, isRange] = [undefined, false];
    } else if (token.kind === 'multiplying') {
      if (last?.kind !== 'number' || last.upTo !== undefined) return { items: [] };
      Object.assign(last, { value: last.value * token.value, end: token.end });
    } else if (token.kind === 'material') {
      if (material) return { items: [] };
      material = token.material;
    } else if (token.kind !== 'joining' && token.kind !== 'listing') {
      items.push(token);
    }
  }
  if (adding !== undefined) return { items: [] };
  const [isJoined, isListed] = (['joining', 'listing'] as const).map((kind) =>
    tokens.some((token) => token.kind === kind),
  );
  return { items, material, isJoined, isListed };
}

/** Numbers have at most two decimals, as in offers. */
function measure(number: Item | undefined, unit: Item | undefined): Amount | undefined {
  if (number?.kind !== 'number' || unit?.kind !== 'unit') return undefined;
  const values = [number.value, number.upTo ?? number.value].map((value) => value * (unit.times ?? 1));
  const [from = 0, upTo = 0] = values.map((value) => Number(value.toFixed(2)));
  const isExact = Math.abs(from - (values[0] ?? 0)) < 1e-9 && upTo <= limits.wanted.quantity;
  return isExact ? { number: from, ...(upTo > from && { upTo }), unit: unit.unit } : undefined;
}

function isGoods(amount: Amount | undefined): amount is GoodsAmount {
  return goodsUnits.includes(amount?.unit as GoodsUnit);
}

function isHolder(amount: Amount): amount is GoodsAmount & { unit: 'bag' | 'box' } {
  return amount.unit === 'bag' || amount.unit === 'box';
}

/** Reads '20 क्विंटल', '10-12 bags', '10 bori of 50 kg' and '50 किलो की 10 बोरी'. */
export function readGoods(text: string): GoodsAmount | undefined {
  return placedGoods(text)?.amount;
}

interface PlacedGoods {
  amount: GoodsAmount;
  /** The place of its number in `withPlainNumbers(text)`. */
  start: number;
  end: number;
  /** How many the written unit is, such as 12 for a dozen. */
  times: number;
}

/** '10 bags, 500 kg' is not read: it may be what all the bags hold, or one of them. */
export function placedGoods(text: string): PlacedGoods | undefined {
  const { items, material, isJoined, isListed } = partsOf(text);
  const first = measure(items[0], items[1]);
  if (material || !isGoods(first)) return undefined;
  if (items.length === 2 && !isJoined) return { amount: first, ...placeOf(items[0], items[1]) };
  const second = measure(items[2], items[3]);
  if (items.length !== 4 || !isGoods(second) || isHolder(first) === isHolder(second)) return undefined;
  const isCountFirst = isHolder(first);
  const [count, content] = isCountFirst ? [first, second] : [second, first];
  if (content.upTo !== undefined || (isCountFirst ? !isJoined : isListed)) return undefined;
  return { amount: { ...count, each: content }, ...placeOf(items[isCountFirst ? 0 : 2]) };
}

function placeOf(number: Item | undefined, unit?: Item): Omit<PlacedGoods, 'amount'> {
  const times = (unit?.kind === 'unit' && unit.times) || 1;
  return number?.kind === 'number'
    ? { start: number.start, end: number.end, times }
    : { start: 0, end: 0, times };
}

/** Reads '6 months', '२ हफ्ते' and '2-3 weeks'. */
export function readTime(text: string): PostAmounts['shelLife'] {
  const { items, material, isJoined } = partsOf(text);
  const amount = material || isJoined || items.length !== 2 ? undefined : measure(items[0], items[1]);
  const unit = timeUnits.find((one) => one === amount?.unit);
  return amount && unit ? { ...amount, unit } : null;
}

/** Reads 'Jute bags, 50 kg', '50 kg bags', 'Trays of 30', '10 bags of 50 kg' and 'loose'. */
export function readPackaging(text: string): Packaging | undefined {
  const { items, material } = partsOf(text);
  const counted = material ? undefined : readGoods(text);
  if (counted?.each && !counted.upTo) {
    const { number, unit } = counted.each;
    return isHolder(counted) ? { code: counted.unit, count: counted.number, number, unit } : undefined;
  }
  const holders = items.filter((item) => codeOf(item) !== undefined);
  const contents = items.filter((item) => !holders.includes(item));
  const [holder] = holders;
  const code = codeWith(material, holder && codeOf(holder));
  if (!code || holders.length > 1 || contents.length > 2) return undefined;
  if (contents.length === 0) return { code };
  // 'Trays of 30' are 30 pieces, but '50' of a bag may be kilograms.
  const isCounted = holder !== items.at(-1) && !code.endsWith('bag');
  const [number, unit = isCounted ? piece : undefined] = contents;
  const content = measure(number, unit);
  return isGoods(content) && !content.upTo ? { code, number: content.number, unit: content.unit } : undefined;
}

const piece: Item = { kind: 'unit', unit: 'piece' };

function codeOf(item: Item): PackagingCode | undefined {
  if (item.kind === 'package') return item.code;
  return item.kind === 'unit' && (item.unit === 'bag' || item.unit === 'box') ? item.unit : undefined;
}

function codeWith(material: Material | undefined, code: PackagingCode | undefined) {
  if (!material) return code;
  const joined = code ? `${material}-${code}` : `${material}-bag`;
  return code || material === 'net' ? packagingCodes.find((one) => one === joined) : undefined;
}

type PostTexts = Record<keyof PostAmounts, string>;

export function readPostAmounts(texts: PostTexts): PostAmounts {
  return {
    quantity: readGoods(texts.quantity) ?? null,
    shelLife: readTime(texts.shelLife),
    minorderQunatity: readGoods(texts.minorderQunatity) ?? null,
    packaging: readPackaging(texts.packaging) ?? null,
  };
}
