import { isNearPrice } from '#src/deals/deals/counted-deal.ts';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import { mediansOf, type CountedDeal } from './medians.ts';
import type { PricesStore } from './store.ts';

/** Deals that ended longer ago than this, in ms, are not read: the market page shows 8 weeks. */
const longest = 10 * 7 * 24 * 60 * 60_000;

interface PricesDeps {
  store: PricesStore;
  market: Pick<MarketService, 'findReferencePrice' | 'replaceAgreedPrices'>;
}

export function pricesService({ store, market }: PricesDeps) {
  /** Without a market price to compare with, anybody could agree on any price and have it shown. */
  async function isNearMarket({ price, ...goods }: CountedDeal): Promise<boolean> {
    const reference = await market.findReferencePrice({ ...goods, variety: '', priceUnit: 'per quintal' });
    return reference !== null && isNearPrice(price, reference.perQuintal);
  }

  return {
    /** Publishes the median prices of completed deals on the market page. */
    async update(): Promise<void> {
      const endedAfter = new Date(Date.now() - longest);
      await store.removeOrigins(endedAfter);
      const deals = await store.findCounted(endedAfter);
      const near: CountedDeal[] = [];
      for (const deal of deals) if (await isNearMarket(deal)) near.push(deal);
      await market.replaceAgreedPrices(mediansOf(near));
    },
  };
}
