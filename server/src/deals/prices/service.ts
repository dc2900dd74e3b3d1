import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { PricesStore } from './store.ts';

/** Prices of the last 8 weeks are shown. */
const longest = 10 * 7 * 24 * 60 * 60_000;

export function pricesService(store: PricesStore, market: Pick<MarketService, 'replaceAgreedPrices'>) {
  return {
    /** Publishes the median prices of completed deals on the market page. */
    update: async () => market.replaceAgreedPrices(await store.findMedians(new Date(Date.now() - longest))),
  };
}
