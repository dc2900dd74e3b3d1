import { awaitedSides } from '@upaj/contract/deals/deal-machine';
import { sides, type Side } from '@upaj/contract/deals/offer-machine';
import { isCountedDeal } from '#src/deals/deals/counted-deal.ts';
import { updateRecords } from '#src/deals/rows.ts';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import * as store from './store.ts';

interface RemindersDeps {
  db: Database;
  outbox: Pick<OutboxService, 'nudge'>;
  feed: Pick<FeedService, 'dropPages'>;
  market: Pick<MarketService, 'currentBoard' | 'findLoadedReference'>;
}

const offerReminderBefore = 6 * 60 * 60_000;
/** In hours before midnight: people are reminded from seven in the morning of the day before. */
const pickupReminderBefore = 17;
const dealReminderAfterDays = { first: 3, last: 7 };

export function remindersService({ db, outbox, feed, market }: RemindersDeps) {
  /** Reminds the side whose turn it is. @returns how many offers it found */
  function remindOfOffers(): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const due = await store.lockExpiringOffers(trx, new Date(Date.now() + offerReminderBefore));
      if (due.length === 0) return 0;
      await store.setOffersReminded(
        trx,
        due.map(({ id }) => id),
      );
      const at = new Date().toISOString();
      for (const { id: offerId, userId, mayMeet } of due)
        if (mayMeet)
          await addEvent(trx, 'offer.changed', { offerId, event: 'expiring', userId, messageId: null, at });
      return due.length;
    });
  }

  /** Reminds the sides that the deal waits for. @returns how many deals it found */
  async function remindOfDeals(): Promise<number> {
    await market.currentBoard();
    const { count, recounted } = await db.transaction().execute(async (trx) => {
      const deals = await store.lockDueDeals(trx, dealReminderAfterDays);
      const recounted: string[] = [];
      for (const deal of deals) {
        const { reminded, overdue } = reminderOf(deal);
        const reference = overdue && market.findLoadedReference(deal.goods);
        const passesRules = overdue && isCountedDeal(deal.terms, deal.accounts, reference);
        await store.setDealReminded(trx, deal.id, { reminders: deal.isLast ? 2 : 1, overdue, passesRules });
        if (overdue) recounted.push(overdue === 'buyer' ? deal.buyerId : deal.sellerId);
        const at = new Date().toISOString();
        for (const side of reminded)
          await addEvent(trx, 'deal.changed', { dealId: deal.id, event: 'due', side, at });
      }
      if (recounted.length > 0) await updateRecords(trx, recounted);
      return { count: deals.length, recounted };
    });
    // The cards of posts on cached pages show records that have changed.
    if (recounted.length > 0) feed.dropPages();
    return count;
  }

  /** Reminds both sides once, on the day before the goods are picked up. @returns how many deals it found */
  function remindOfPickups(): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const ids = await store.lockPickups(trx, pickupReminderBefore);
      if (ids.length === 0) return 0;
      await store.setPickupsReminded(trx, ids);
      const at = new Date().toISOString();
      for (const dealId of ids)
        for (const side of sides) await addEvent(trx, 'deal.changed', { dealId, event: 'pickup', side, at });
      return ids.length;
    });
  }

  async function untilNone(remindBatch: () => Promise<number>): Promise<number> {
    const count = await remindBatch();
    return count === 0 ? 0 : count + (await untilNone(remindBatch));
  }

  return {
    /** Reminds of offers that expire soon, of deals without progress, and of goods that are picked up tomorrow. */
    async remind(): Promise<void> {
      let count = 0;
      for (const step of [remindOfOffers, remindOfDeals, remindOfPickups]) count += await untilNone(step);
      if (count > 0) outbox.nudge();
    },
  };
}

/**
 * Decides whom a reminder goes to. With the last one, a deal that waits for one side alone counts as overdue in that
 * side's record.
 */
function reminderOf(deal: store.DueDeal): { reminded: readonly Side[]; overdue: Side | null } {
  const awaited = awaitedSides(deal);
  const reminded = awaited.filter((side) => !deal.excused.includes(side));
  const overdue = deal.isLast && awaited.length === 1 ? (reminded[0] ?? null) : null;
  return { reminded, overdue };
}
