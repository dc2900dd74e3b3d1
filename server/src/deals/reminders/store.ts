import { sql } from 'kysely';
import type { DealState } from '@upaj/contract/deals/deal-machine';
import { sides, type Side } from '@upaj/contract/deals/offer-machine';
import { isOfferOpen } from '#src/deals/offers/rows.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connect.ts';
import { dealStateOf } from '#src/deals/deals/rows.ts';
import { updateRecords } from '#src/deals/rows.ts';
import { mayMeet } from '#src/people/access.ts';
import { dayInIndiaIn, daysAgo, todayInIndia } from '#src/platform/db/times.ts';

export interface DueDeal extends DealState {
  id: string;
  buyerId: string;
  sellerId: string;
  /** Those who reported a problem, or whose partner's account is deleted. */
  excused: readonly Side[];
}

export interface Reminder {
  sides: readonly Side[];
  /** The side in whose record the deal counts after 7 days. */
  overdue: Side | undefined;
}

const batch = 500;
/** Hours before midnight from which people are reminded: it is seven in the morning of the day before. */
const pickupReminderBefore = 17;
/** In ms. */
const reminderBefore = 6 * 60 * 60_000;

/** Rows that others have locked are skipped: they come again. */
export function remindersStore(db: Database) {
  return {
    /** The side whose turn it is, once for each round. @returns how many rows, at most a batch */
    remindOfOffers(): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const due = await trx
          .selectFrom('offers')
          .innerJoin('users', (join) =>
            join.on((eb) => {
              const isBuyersTurn = eb('turn', '=', 'buyer');
              const responder = eb
                .case()
                .when(isBuyersTurn)
                .then(eb.ref('buyer_id'))
                .else(eb.ref('seller_id'));
              return eb('users.id', '=', responder.end());
            }),
          )
          .select((eb) => [
            'offers.id',
            'users.id as userId',
            mayMeet(eb.ref('buyer_id'), eb.ref('seller_id')).as('mayMeet'),
          ])
          .where(isOfferOpen)
          .where('is_reminded', '=', false)
          .where('valid_until', '<=', new Date(Date.now() + reminderBefore))
          .orderBy('valid_until')
          .limit(batch)
          .modifyEnd(sql`for update of offers skip locked for key share of users skip locked`)
          .execute();
        if (due.length === 0) return 0;
        await trx
          .updateTable('offers')
          .set({ is_reminded: true })
          .where(
            'id',
            'in',
            due.map(({ id }) => id),
          )
          .execute();
        const at = new Date().toISOString();
        for (const { id, userId, mayMeet } of due)
          if (mayMeet)
            await addEvent(trx, 'offer.changed', {
              offerId: id,
              event: 'expiring',
              userId,
              messageId: null,
              at,
            });
        return due.length;
      });
    },

    /** Reminds both sides once, on the day before the goods are picked up. @returns how many deals, at most a batch */
    remindOfPickups(): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const ids = await findPickups(trx);
        if (ids.length === 0) return 0;
        await trx.updateTable('deals').set({ is_pickup_reminded: true }).where('id', 'in', ids).execute();
        const at = new Date().toISOString();
        for (const dealId of ids)
          for (const side of sides)
            await addEvent(trx, 'deal.changed', { dealId, event: 'pickup', side, at });
        return ids.length;
      });
    },

    /** 3 and 7 days after the last change. @returns also the users whose records changed: of deals that rest for 7 days */
    remindOfDeals(remind: (deal: DueDeal) => Reminder): Promise<{ count: number; recounted: string[] }> {
      return db.transaction().execute(async (trx) => {
        const deals = await findDueDeals(trx);
        const recounted: string[] = [];
        for (const deal of deals) {
          const { sides: reminded, overdue } = remind(deal);
          const rests = deal.isLast ? (overdue ?? null) : null;
          await trx
            .updateTable('deals')
            .set({ reminders: deal.isLast ? 2 : 1, overdue: rests })
            .where('id', '=', deal.id)
            .execute();
          if (rests) recounted.push(rests === 'buyer' ? deal.buyerId : deal.sellerId);
          const at = new Date().toISOString();
          for (const side of reminded)
            await addEvent(trx, 'deal.changed', { dealId: deal.id, event: 'due', side, at });
        }
        if (recounted.length > 0) await updateRecords(trx, recounted);
        return { count: deals.length, recounted };
      });
    },
  };
}

/** The goods have not been handed over; a deal with a deleted account waits for nobody. */
async function findPickups(trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('deals')
    .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
    .select('deals.id')
    .where('ended_at', 'is', null)
    .where('is_pickup_reminded', '=', false)
    .where('pickup_date', '>=', todayInIndia)
    .where('pickup_date', '<=', dayInIndiaIn(pickupReminderBefore))
    .where('seller_delivered_at', 'is', null)
    .where('buyer_delivered_at', 'is', null)
    .where('buyers.deleted_at', 'is', null)
    .where('sellers.deleted_at', 'is', null)
    .orderBy('pickup_date')
    .limit(batch)
    .modifyEnd(sql`for update of deals skip locked for no key update of buyers, sellers skip locked`)
    .execute();
  return rows.map(({ id }) => id);
}

async function findDueDeals(trx: Transaction): Promise<(DueDeal & { isLast: boolean })[]> {
  const [first, last] = [daysAgo(3), daysAgo(7)];
  const rows = await trx
    .selectFrom('deals')
    .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
    .selectAll('deals')
    .select((eb) => [
      eb('changed_at', '<=', last).as('isLast'),
      'buyers.deleted_at as buyerDeletedAt',
      'sellers.deleted_at as sellerDeletedAt',
    ])
    .where('status', 'not in', ['completed', 'cancelled'])
    .where('reminders', '<', 2)
    .where('changed_at', '<=', (eb) => eb.case().when('reminders', '=', 0).then(first).else(last).end())
    .orderBy('changed_at')
    .limit(batch)
    .modifyEnd(sql`for update of deals skip locked for no key update of buyers, sellers skip locked`)
    .execute();
  // After the deals are locked: a problem that was reported while the rows were read counts too.
  const problems = await trx
    .selectFrom('deal_events')
    .select(['deal_id', 'by_side'])
    .where((eb) => eb('deal_id', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))))
    .where('kind', '=', 'problem')
    .execute();
  const problemsOf = Map.groupBy(problems, (problem) => problem.deal_id);
  return rows.map((row) => {
    const excused = (problemsOf.get(row.id) ?? []).map((problem) => problem.by_side as Side);
    if (row.buyerDeletedAt) excused.push('seller');
    if (row.sellerDeletedAt) excused.push('buyer');
    const { id, buyer_id: buyerId, seller_id: sellerId } = row;
    return { ...dealStateOf(row), id, buyerId, sellerId, excused, isLast: row.isLast === true };
  });
}

export type RemindersStore = ReturnType<typeof remindersStore>;
