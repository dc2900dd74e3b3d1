import { awaitedSides } from '@upaj/contract/deals/deal-machine';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { DueDeal, Reminder, RemindersStore } from './store.ts';

export function remindersService(
  store: RemindersStore,
  outbox: Pick<OutboxService, 'nudge'>,
  feed: Pick<FeedService, 'dropPages'>,
) {
  async function untilNone(remindBatch: () => Promise<number>): Promise<number> {
    const count = await remindBatch();
    return count === 0 ? 0 : count + (await untilNone(remindBatch));
  }

  async function remindOfDeals(): Promise<number> {
    const { count, recounted } = await store.remindOfDeals(reminderOf);
    // Cards show the records.
    if (recounted.length > 0) feed.dropPages();
    return count;
  }

  return {
    /** Reminds of offers that expire soon, of deals without progress, and of goods that are picked up tomorrow. */
    async remind(): Promise<void> {
      const steps = [store.remindOfOffers, remindOfDeals, store.remindOfPickups];
      let count = 0;
      for (const step of steps) count += await untilNone(step);
      if (count > 0) outbox.nudge();
    },
  };
}

function reminderOf(deal: DueDeal): Reminder {
  const awaited = awaitedSides(deal);
  const sides = awaited.filter((side) => !deal.excused.includes(side));
  return { sides, overdue: awaited.length === 1 ? sides[0] : undefined };
}
