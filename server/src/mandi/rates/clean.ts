import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import { isState } from '@upaj/contract/places';
import { cleanCommodity } from '#src/mandi/crops/commodities.ts';
import { cleanPlace } from '#src/platform/places/place-names.ts';
import { readIndianDate } from './days.ts';
import { correctPrices, type Prices } from './prices.ts';

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
}

/** The prices of one mandi, commodity, variety, grade and day (YYYY-MM-DD), in rupees per quintal. */
export interface CleanRate extends Prices {
  state: string;
  district: string;
  market: string;
  commodity: string;
  crop: string | null;
  variety: string;
  grade: string;
  arrivalDate: string;
}

/** AGMARKNET's name for an unspecified variety or grade. */
const other = 'Other';
const longestName = 100;
const firstDay = '2000-03-01';

const invisible = /[\p{Cf}\p{Cs}]+/gu;
const collapse = (text: string) =>
  text
    .replace(invisible, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
const isBlank = (text: string) => /^(?:na|n\/a|null|-*)$/i.test(text);

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

/** @param today in India: later arrivals are refused. */
export function cleanRate(raw: RawRate, today: string): CleanRate | string {
  const names = cleanNames(raw);
  if (typeof names === 'string') return names;
  const day = collapse(raw.arrivalDate);
  const arrivalDate = readIndianDate(day);
  if (!arrivalDate || arrivalDate < firstDay) return `"${day.slice(0, 40)}" is not a valid arrival date`;
  if (arrivalDate > today) return `${arrivalDate} is in the future`;
  const prices = correctPrices(raw.minPrice, raw.maxPrice, raw.modalPrice);
  return typeof prices === 'string' ? prices : { ...names, arrivalDate, ...prices };
}
