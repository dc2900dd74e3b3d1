import type { Post } from '@upaj/contract/trade/posts';

/** A seller's price beside a mandi's, in the seller's unit. */
export interface PriceComparison {
  /** What the mandi pays, in rupees per `unit`. */
  mandiPrice: number;
  unit: 'per kg' | 'per quintal';
  side: 'above' | 'below' | 'same';
  /** How far apart, in whole percent of the mandi's price. */
  percent: number;
  /** Nothing arrived there for more than a week: prices may have moved since. */
  isOld: boolean;
}

type Offered = Pick<Post, 'price' | 'priceUnit' | 'marketPrice'>;

/** Prices of one lot and the next differ by as much. */
const sameWithin = 2;
const freshDays = 7;
const day = 24 * 60 * 60 * 1000;
/** Arrivals are days of India, whatever the reader's clock is set to. */
const indiaAhead = 5.5 * 60 * 60 * 1000;

/** Undefined where there is nothing to compare: no mandi near enough, or a price that is not for a weight. */
export function comparePrice(
  { price, priceUnit, marketPrice }: Offered,
  now: number = Date.now(),
): PriceComparison | undefined {
  if (!marketPrice || !(marketPrice.modalPrice > 0)) return undefined;
  if (priceUnit !== 'per kg' && priceUnit !== 'per quintal') return undefined;
  const mandiPrice = priceUnit === 'per kg' ? marketPrice.modalPrice / 100 : marketPrice.modalPrice;
  const percent = Math.round((Math.abs(price - mandiPrice) / mandiPrice) * 100);
  const side = percent <= sameWithin ? 'same' : price > mandiPrice ? 'above' : 'below';
  const age = Math.floor((now + indiaAhead) / day) - Date.parse(marketPrice.arrivalDate) / day;
  return { mandiPrice, unit: priceUnit, side, percent, isOld: age > freshDays };
}
