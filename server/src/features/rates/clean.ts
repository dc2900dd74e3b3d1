import { isState } from '@upaj/contract/places';
import { cleanPlace } from '#src/places/place-names.ts';
import { cleanCommodity } from './commodity-names.ts';
import { readDay } from './days.ts';
import { mendPrices, type Prices } from './prices.ts';

/** A row as a provider or a file has it. */
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

/** What one mandi reported of one commodity, variety and grade on one day: YYYY-MM-DD, rupees per quintal. */
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

/** AGMARKNET's own word for a variety or grade that it does not tell apart. */
const other = 'Other';
const longestName = 100;
/** AGMARKNET began in March 2000. */
const firstDay = '2000-03-01';

const invisible = /[\p{Cf}\p{Cs}]+/gu;
const collapse = (text: string) =>
  text
    .replace(invisible, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
const isBlank = (text: string) => /^(?:na|n\/a|null|-*)$/i.test(text);

/**
 * @param today the day it is in India: a later arrival is refused.
 * @returns the rate by the names and units of this house, or the reason why the row cannot be used.
 */
export function cleanRate(raw: RawRate, today: string): CleanRate | string {
  const given = {
    state: collapse(raw.state),
    district: collapse(raw.district),
    market: collapse(raw.market),
    commodity: collapse(raw.commodity),
    variety: collapse(raw.variety),
    grade: collapse(raw.grade),
  };
  for (const [field, text] of Object.entries(given)) {
    // How a text looks that was not written in UTF-8.
    if (text.includes('\uFFFD')) return `the ${field} is not in UTF-8`;
    if (text.length > longestName) return `the ${field} has more than ${longestName} characters`;
    if (isBlank(text) && field !== 'variety' && field !== 'grade') return `there is no ${field}`;
  }
  const { state, district } = cleanPlace(given.state, given.district);
  if (!isState(state)) return `"${state}" is no state of India`;
  const arrivalDate = readDay(collapse(raw.arrivalDate));
  if (!arrivalDate || arrivalDate < firstDay) return `"${collapse(raw.arrivalDate).slice(0, 40)}" is no day`;
  if (arrivalDate > today) return `${arrivalDate} is in the future`;
  const prices = mendPrices(raw.minPrice, raw.maxPrice, raw.modalPrice);
  if (typeof prices === 'string') return prices;
  return {
    state,
    district,
    market: given.market,
    ...cleanCommodity(given.commodity),
    variety: isBlank(given.variety) ? other : given.variety,
    grade: isBlank(given.grade) ? other : given.grade,
    arrivalDate,
    ...prices,
  };
}
