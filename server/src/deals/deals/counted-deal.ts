import { convertQuantity, type Priced } from '@upaj/contract/deals/totals';
import { pricePerKg } from '@upaj/contract/trade/compare-price';
import type { ReferencePrice } from '#src/mandi/market-page/service.ts';
import { newForDays } from '#src/people/access.ts';
import { areOnOneDevice } from './origins.ts';

const day = 24 * 60 * 60_000;
const leastAge = newForDays * day;
const leastKg = 50;
/** A deal of goods that are not sold by weight counts from this total on, in rupees. */
const leastTotal = 1_000;
const mostTimes = 3;

export interface AgreedTerms extends Priced {
  total: number;
  agreedAt: Date;
  /** What the post asked; null for deals of earlier releases. */
  asked: Pick<Priced, 'price' | 'priceUnit'> | null;
  /** From where the two confirmed. */
  origins: Record<'buyer' | 'seller', string>;
}

export interface PartyAccount {
  createdAt: Date;
  isVerified: boolean;
}

/** Reviews without a deal count by this rule alone. */
export function isKnownAccount({ createdAt, isVerified }: PartyAccount, at: Date): boolean {
  return isVerified || at.getTime() - createdAt.getTime() >= leastAge;
}

/**
 * A deal counts in records, also against a side that cancels it or lets it rest, and a completed one in agreed prices
 * and for reviews "after a deal", unless it may be staged: by a new account, by two accounts on one device, with few
 * goods, or at a price that is far from the market's. Where no mandi nearby reports, the price must be near what the
 * post asked, too.
 */
export function isCountedDeal(
  terms: AgreedTerms,
  accounts: readonly PartyAccount[],
  reference: ReferencePrice | null,
): boolean {
  return (
    accounts.every((account) => isKnownAccount(account, terms.agreedAt)) &&
    !areOnOneDevice(terms.origins.buyer, terms.origins.seller) &&
    isLargeEnough(terms) &&
    isNearMarket(terms, reference) &&
    (reference?.isNear === true || isNearAsked(terms))
  );
}

function isLargeEnough({ quantity, unit, total }: AgreedTerms): boolean {
  const kg = convertQuantity(quantity, unit, 'kg');
  return kg === undefined ? total >= leastTotal : kg >= leastKg;
}

function isNearMarket(terms: AgreedTerms, reference: ReferencePrice | null): boolean {
  const perKg = pricePerKg(terms);
  return !reference || perKg === undefined || isNearPrice(perKg * 100, reference.perQuintal);
}

function isNearAsked({ asked, ...terms }: AgreedTerms): boolean {
  if (!asked) return true;
  if (asked.priceUnit === terms.priceUnit) return isNearPrice(terms.price, asked.price);
  const [perKg, askedPerKg] = [pricePerKg(terms), pricePerKg(asked)];
  return perKg === undefined || askedPerKg === undefined || isNearPrice(perKg, askedPerKg);
}

export function isNearPrice(price: number, other: number): boolean {
  return price * mostTimes >= other && price <= other * mostTimes;
}
