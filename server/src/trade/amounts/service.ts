import type { FeedService } from '#src/trade/feed/service.ts';
import type { AmountsStore } from './store.ts';

const atOnce = 200;

interface AmountsDeps {
  store: AmountsStore;
  feed: Pick<FeedService, 'dropPages'>;
}

export function amountsService({ store, feed }: AmountsDeps) {
  return {
    /** Reads the amounts of posts that an earlier release stored or changed. */
    async readAll(signal: AbortSignal): Promise<void> {
      for (let count = atOnce; count === atOnce;) {
        signal.throwIfAborted();
        count = await store.addAmounts(atOnce);
        if (count > 0) feed.dropPages();
      }
    },
  };
}
