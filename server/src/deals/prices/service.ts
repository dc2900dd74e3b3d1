import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { PricesStore } from './store.ts';

/** The market page shows the prices of the last 8 weeks; in ms. */
const longest = 10 * 7 * 24 * 60 * 60_000;

/** With fewer deals or people, a median would show what single people agreed. */
const fewest = { deals: 5, people: 3 };
/** In quintals a week: a large deal weighs more than a small one, but only up to this. */
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
