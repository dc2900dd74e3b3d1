import { groupParties } from '#src/deals/deals/origins.ts';
import type { AgreedPriceRow } from '#src/mandi/rows.ts';

/** A deal that counts, with its price per quintal and its quantity in quintals. */
export interface CountedDeal {
  cropKey: string;
  state: string;
  district: string;
  /** The Monday of the week in which it ended, in India. */
  week: string;
  buyerId: string;
  sellerId: string;
  buyerOrigins: string;
  sellerOrigins: string;
  price: number;
  quintals: number;
}

/** With fewer deals or people, a median would show what single people agreed. */
const fewest = { deals: 5, people: 3 };
/** A large deal weighs more than a small one, but only up to these quantities, in quintals a week. */
const mostWeight = { ofPair: 20, ofPerson: 40 };

/**
 * Computes the median price of each crop, district and week, weighted by quantity. Accounts that share an address or
 * browser are one person: of the deals between two people only the first of a week counts, and of those within one
 * person none. The deals are in the order of their end.
 */
export function mediansOf(deals: readonly CountedDeal[]): AgreedPriceRow[] {
  const people = groupParties(
    deals.flatMap(({ buyerId, sellerId, buyerOrigins, sellerOrigins }) => [
      { id: buyerId, origins: buyerOrigins },
      { id: sellerId, origins: sellerOrigins },
    ]),
  );
  const personOf = (id: string) => people.get(id) ?? id;
  const named = deals.map((deal) => ({
    ...deal,
    buyerId: personOf(deal.buyerId),
    sellerId: personOf(deal.sellerId),
  }));
  const groups = Map.groupBy(named, ({ cropKey, state, district, week }) =>
    JSON.stringify([cropKey, state, district, week]),
  );
  return [...groups.values()].flatMap((group) => medianOf(firstOfPairs(group)) ?? []);
}

function firstOfPairs(deals: readonly CountedDeal[]): CountedDeal[] {
  const pairs = Map.groupBy(deals, ({ buyerId, sellerId }) => [buyerId, sellerId].toSorted().join(' '));
  return [...pairs.values()].flatMap(([first]) => (first && first.buyerId !== first.sellerId ? [first] : []));
}

function medianOf(deals: readonly CountedDeal[]): AgreedPriceRow | undefined {
  const [first] = deals;
  const sellers = new Set(deals.map(({ sellerId }) => sellerId)).size;
  const buyers = new Set(deals.map(({ buyerId }) => buyerId)).size;
  if (!first || deals.length < fewest.deals || Math.min(sellers, buyers) < fewest.people) return undefined;
  const { cropKey: crop_key, state, district, week } = first;
  const per_quintal = Math.round(weightedMedian(weigh(deals)) * 100) / 100;
  return { crop_key, state, district, week, per_quintal, deals: deals.length, sellers, buyers };
}

function weigh(deals: readonly CountedDeal[]): { price: number; weight: number }[] {
  const quintalsOf = ({ quintals }: CountedDeal) => Math.min(quintals, mostWeight.ofPair);
  const shareOf = (side: 'buyerId' | 'sellerId', id: string) => {
    const sum = deals.filter((deal) => deal[side] === id).reduce((all, deal) => all + quintalsOf(deal), 0);
    return Math.min(1, mostWeight.ofPerson / sum);
  };
  return deals.map((deal) => ({
    price: deal.price,
    weight: quintalsOf(deal) * Math.min(shareOf('buyerId', deal.buyerId), shareOf('sellerId', deal.sellerId)),
  }));
}

function weightedMedian(weighed: readonly { price: number; weight: number }[]): number {
  const sorted = weighed.toSorted((one, other) => one.price - other.price);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  const priceAt = (isReached: (upTo: number) => boolean) => {
    let upTo = 0;
    return sorted.find(({ weight }) => isReached((upTo += weight)))?.price ?? sorted.at(-1)?.price ?? 0;
  };
  return (priceAt((upTo) => upTo >= half) + priceAt((upTo) => upTo > half)) / 2;
}
