import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { PricesStore } from './store.ts';

/** Deals that ended longer ago than this, in ms, are not read: the market page shows 8 weeks. */
const longest = 10 * 7 * 24 * 60 * 60_000;

/** With fewer deals or people, a median would show what single people agreed. */
const fewest = { deals: 5, people: 3 };
/** A large deal weighs more than a small one, but only up to these quantities, in quintals a week. */
const mostWeight = { ofPair: 20, ofPerson: 40 };

interface PricesDeps {
  store: PricesStore;
  market: Pick<MarketService, 'replaceAgreedPrices'>;
}

export function pricesService({ store, market }: PricesDeps) {
  return {
    /** Publishes the median prices of completed deals on the market page. */
    async update(): Promise<void> {
      const endedAfter = new Date(Date.now() - longest);
      await market.replaceAgreedPrices(await store.findMedians({ endedAfter, fewest, mostWeight }));
    },
  };
}
