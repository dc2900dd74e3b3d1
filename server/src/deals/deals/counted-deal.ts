import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import { convertQuantity, type Priced } from '@upaj/contract/deals/totals';

const day = 24 * 60 * 60_000;
const leastAge = 7 * day;
const leastKg = 50;
/** A deal of goods that are not sold by weight counts from this total on, in rupees. */
const leastTotal = 1_000;
const mostTimesMandi = 3;

interface AgreedTerms extends Priced {
  total: number;
  agreedAt: Date;
}

export interface PartyAccount {
  createdAt: Date;
  isVerified: boolean;
}

/**
 * A completed deal counts in records, in agreed prices and for reviews "after a deal" unless it may be staged: by a new
 * account, with few goods, or at a price that is far from the mandi's.
 */
export function isCountedDeal(
  terms: AgreedTerms,
  accounts: readonly PartyAccount[],
  mandiPrice: Pick<MarketPrice, 'modalPrice'> | null,
): boolean {
  const isKnown = ({ createdAt, isVerified }: PartyAccount) =>
    isVerified || terms.agreedAt.getTime() - createdAt.getTime() >= leastAge;
  return accounts.every(isKnown) && isLargeEnough(terms) && isNearMandi(terms, mandiPrice);
}

function isLargeEnough({ quantity, unit, total }: AgreedTerms): boolean {
  const kg = convertQuantity(quantity, unit, 'kg');
  return kg === undefined ? total >= leastTotal : kg >= leastKg;
}

function isNearMandi({ price, priceUnit }: Priced, mandi: Pick<MarketPrice, 'modalPrice'> | null): boolean {
  if (!mandi) return true;
  const perQuintal = priceUnit === 'per kg' ? price * 100 : price;
  return perQuintal * mostTimesMandi >= mandi.modalPrice && perQuintal <= mandi.modalPrice * mostTimesMandi;
}
