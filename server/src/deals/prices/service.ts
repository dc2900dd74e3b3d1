import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { PricesStore } from './store.ts';

export interface PricesService {
  /** Publishes the median prices of completed deals on the market page. */
  update(): Promise<void>;
}

/** Prices of the last 8 weeks are shown. */
const longest = 10 * 7 * 24 * 60 * 60_000;

export function pricesService(
  store: PricesStore,
  market: Pick<MarketService, 'replaceAgreedPrices'>,
): PricesService {
  return {
    update: async () => market.replaceAgreedPrices(await store.findMedians(new Date(Date.now() - longest))),
  };
}
