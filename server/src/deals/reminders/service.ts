import { nextStep } from '@upaj/contract/deals/deal-machine';
import { sides } from '@upaj/contract/deals/offer-machine';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { RemindersStore } from './store.ts';

export interface RemindersService {
  /** Of offers that expire soon, and of deals without progress. */
  remind(): Promise<void>;
}

export function remindersService(
  store: RemindersStore,
  notifications: Pick<NotificationsService, 'deliver'>,
  feed: Pick<FeedService, 'change'>,
): RemindersService {
  async function untilNone(remindBatch: () => Promise<number>): Promise<number> {
    const count = await remindBatch();
    return count === 0 ? 0 : count + (await untilNone(remindBatch));
  }

  return {
    async remind() {
      const offers = await untilNone(store.remindOfOffers);
      const deals = await untilNone(() =>
        store.remindOfDeals((deal) => sides.filter((side) => nextStep(deal, side)?.by === side)),
      );
      // Cards show the records.
      if (deals > 0) feed.change('all');
      if (offers + deals > 0) await notifications.deliver();
    },
  };
}
