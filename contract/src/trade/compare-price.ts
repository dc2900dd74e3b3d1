import { dayInIndia, readDay } from '../days.ts';
import type { Post } from './posts.ts';

export interface PriceComparison {
  mandiPrice: number;
  unit: 'per kg' | 'per quintal';
  side: 'above' | 'below' | 'same';
  percent: number;
  /** True when the mandi's price is older than a week. */
  isOld: boolean;
}

type Offered = Pick<Post, 'price' | 'priceUnit' | 'marketPrice'>;

/** A difference of at most this many percent counts as the same price, because prices within a mandi differ as much. */
const sameWithin = 2;
const freshDays = 7;

/** Returns undefined when no mandi is near, or when the price is not by weight. */
export function comparePrice(
  { price, priceUnit, marketPrice }: Offered,
  now: number = Date.now(),
): PriceComparison | undefined {
  if (!marketPrice || !(marketPrice.modalPrice > 0)) return undefined;
  if (priceUnit !== 'per kg' && priceUnit !== 'per quintal') return undefined;
  const mandiPrice = priceUnit === 'per kg' ? marketPrice.modalPrice / 100 : marketPrice.modalPrice;
  const percent = Math.round((Math.abs(price - mandiPrice) / mandiPrice) * 100);
  const side = percent <= sameWithin ? 'same' : price > mandiPrice ? 'above' : 'below';
  const age = dayInIndia(now) - readDay(marketPrice.arrivalDate);
  return { mandiPrice, unit: priceUnit, side, percent, isOld: age > freshDays };
}

/** A price is odd beyond this many percent of difference from the mandi's. */
const oddFrom = 50;
const oddTimes = 10;

type Priced = Pick<Post, 'price' | 'priceUnit'>;

/**
 * Returns true when the price differs by more than half from the mandi's, or is ten times higher or lower than the post
 * asks. It is probably a slip, such as a price per kg with "per quintal".
 */
export function isOddPrice(offered: Offered, asked?: Priced): boolean {
  const comparison = comparePrice(offered);
  if (comparison && comparison.percent > oddFrom) return true;
  const ratio = asked && ratioOf(offered, asked);
  return ratio !== undefined && (ratio >= oddTimes || ratio <= 1 / oddTimes);
}

function ratioOf(one: Priced, other: Priced): number | undefined {
  const [price, otherPrice] = [one, other].map(pricePerKg);
  if (price !== undefined && otherPrice !== undefined) return price / otherPrice;
  return one.priceUnit === other.priceUnit ? one.price / other.price : undefined;
}

/** Returns undefined when the goods are not sold by weight. */
export function pricePerKg({ price, priceUnit }: Priced): number | undefined {
  if (priceUnit === 'per kg') return price;
  return priceUnit === 'per quintal' ? price / 100 : undefined;
}
