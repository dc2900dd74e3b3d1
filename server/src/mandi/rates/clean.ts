import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import type { RateUnit } from '@upaj/contract/mandi/rates';
import { isState } from '@upaj/contract/places';
import { cleanCommodity } from '#src/mandi/crops/commodities.ts';
import { cleanPlace } from '#src/platform/places/place-names.ts';
import { readIndianDay } from '#src/platform/read-dates.ts';
import { readUnit } from './units.ts';

export interface RawRate {
  state: string;
  district: string;
  market: string;
  commodity: string;
  variety: string;
  grade: string;
  arrivalDate: string;
  minPrice: unknown;
  maxPrice: unknown;
  modalPrice: unknown;
  /** As the source writes it, such as 'Rs./Quintal'. Undefined when the source names none: it is per quintal then. */
  unit?: string | undefined;
}

/** A clean rate has the prices of one mandi, commodity, variety, grade and day (YYYY-MM-DD), in rupees per `unit`. */
export interface CleanRate extends Prices {
  state: string;
  district: string;
  market: string;
  commodity: string;
  crop: string | null;
  variety: string;
  grade: string;
  /** A quintal if absent. */
  unit?: Exclude<RateUnit, 'quintal'>;
  arrivalDate: string;
}

/** AGMARKNET gives unspecified varieties and grades this name. */
const other = 'Other';
const longestName = 100;
const firstDay = '2000-03-01';

const invisible = /[\p{Cf}\p{Cs}]+/gu;
const collapse = (text: string) =>
  text
    .replace(invisible, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
const isBlank = (text: string) => /^(?:na|n\/a|nr|null|-*)$/i.test(text);

type Names = Pick<CleanRate, 'state' | 'district' | 'market' | 'commodity' | 'crop' | 'variety' | 'grade'>;

const cleanedNames = new LRUCache<string, Names>(atMost(60_000));

function cleanNames(raw: RawRate): Names | string {
  const { state, district, market, commodity, variety, grade } = raw;
  const key = [state, district, market, commodity, variety, grade].join('\0');
  const cached = cleanedNames.get(key);
  if (cached) return cached;
  const names = readNames({ state, district, market, commodity, variety, grade });
  if (typeof names !== 'string') cleanedNames.set(key, names);
  return names;
}

function readNames(raw: Record<'state' | 'district' | 'market' | 'commodity' | 'variety' | 'grade', string>) {
  for (const [field, text] of Object.entries(raw)) {
    if (text.includes('\uFFFD')) return `the ${field} is not in UTF-8`;
    if (text.length > longestName) return `the ${field} has more than ${longestName} characters`;
    if (isBlank(collapse(text)) && field !== 'variety' && field !== 'grade') return `the ${field} is missing`;
  }
  const { state, district } = cleanPlace(collapse(raw.state), collapse(raw.district));
  if (!isState(state)) return `"${state}" is not a state of India`;
  const [variety, grade] = [collapse(raw.variety), collapse(raw.grade)];
  return {
    state,
    district,
    market: collapse(raw.market),
    ...cleanCommodity(collapse(raw.commodity)),
    variety: isBlank(variety) ? other : variety,
    grade: isBlank(grade) ? other : grade,
  };
}

const readDays = new LRUCache<string, string>(atMost(10_000));

function readArrivalDate(text: string): string | undefined {
  const known = readDays.get(text);
  if (known) return known;
  const day = readIndianDay(collapse(text));
  if (day) readDays.set(text, day);
  return day;
}

/** Cleans a row, or returns the reason to refuse it. @param today in India: later arrivals are refused */
export function cleanRate(raw: RawRate, today: string): CleanRate | string {
  const names = cleanNames(raw);
  if (typeof names === 'string') return names;
  const arrivalDate = readArrivalDate(raw.arrivalDate);
  if (!arrivalDate || arrivalDate < firstDay)
    return `"${collapse(raw.arrivalDate).slice(0, 40)}" is not a valid arrival date`;
  if (arrivalDate > today) return `${arrivalDate} is in the future`;
  const measure = readUnit(collapse(raw.unit ?? ''));
  if (typeof measure === 'string') return measure;
  const { unit, size } = measure;
  const [min, max, modal] = [raw.minPrice, raw.maxPrice, raw.modalPrice].map(
    (price) => readPrice(price) / size,
  );
  const prices = correctPrices(min, max, modal);
  if (typeof prices === 'string') return prices;
  return { ...names, ...(unit !== 'quintal' && { unit }), arrivalDate, ...prices };
}

export interface Prices {
  minPrice: number;
  maxPrice: number;
  modalPrice: number;
}

/** Prices above this many rupees per quintal, ten times the price of cardamom, are refused. */
const highest = 2_500_000;
const noModal = `the modal price is missing or not between 0 and ${highest.toLocaleString('en-IN')}`;
const contradiction = 'the prices contradict each other';
/** A price that differs from the modal price by more than this factor has a digit too few or too many. */
const widest = 7;
/** The modal price is wrong if both others differ by this factor in the same direction. */
const widestTogether = 5;

/** Reads a price such as '1,700' or '₹ 1700.50', and returns 0 if there is none: 'NA', '', '-'. */
export function readPrice(value: unknown): number {
  const number = typeof value === 'string' ? parsePrice(value) : value;
  if (typeof number !== 'number' || !(number > 0) || number > highest) return 0;
  return Math.round(number * 100) / 100;
}

function parsePrice(text: string): number {
  const digits = text.replace(/^\s*(?:₹|rs\.?)/i, '').replace(/[,\s]/g, '');
  return /^\d{1,12}(?:\.\d+)?$/.test(digits) ? Number(digits) : 0;
}

/** Repairs the minimum and maximum, or returns the reason to refuse the row. */
export function correctPrices(min: unknown, max: unknown, modal: unknown): Prices | string {
  const modalPrice = readPrice(modal);
  if (modalPrice === 0) return noModal;
  const ends = [min, max].map(readPrice);
  const isBelow = (end: number, times: number) => end > 0 && end * times < modalPrice;
  const isAbove = (end: number, times: number) => end > modalPrice * times;
  const isAstray = (end: number) => isBelow(end, widest) || isAbove(end, widest);
  if (
    ends.every(isAstray) ||
    ends.every((end) => isBelow(end, widestTogether)) ||
    ends.every((end) => isAbove(end, widestTogether))
  )
    return contradiction;
  const [low = 0, high = 0] = ends.map((end) => (end === 0 || isAstray(end) ? modalPrice : end));
  return {
    minPrice: Math.min(low, high, modalPrice),
    maxPrice: Math.max(low, high, modalPrice),
    modalPrice,
  };
}
