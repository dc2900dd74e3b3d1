import { sql } from 'kysely';
import type { DealState, DealStatus } from '@upaj/contract/deals/deal-machine';
import type { Side } from '@upaj/contract/deals/offer-machine';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { updateRecords } from '#src/deals/record/store.ts';

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

/** Rows that others have locked are skipped: they come again. */
export function remindersStore(db: Database) {
  return {
    /** The side whose turn it is, once for each round. @returns how many rows, at most a batch */
    remindOfOffers(): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const due = await trx
          .selectFrom('offers')
          .innerJoin('users', (join) =>
            join.on((eb) =>
              eb(
                'users.id',
                '=',
                eb.case('turn').when('buyer').then(eb.ref('buyer_id')).else(eb.ref('seller_id')).end(),
              ),
            ),
          )
          .select([
            'offers.id',
            'users.id as userId',
            sql<boolean>`may_meet(buyer_id, seller_id)`.as('mayMeet'),
          ])
          .where('offers.status', '=', 'open')
          .where('is_reminded', '=', false)
          .where('valid_until', '>', sql<Date>`now()`)
          .where('valid_until', '<=', sql<Date>`now() + interval '6 hours'`)
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
        for (const { id, userId, mayMeet } of due)
          if (mayMeet) await addEvent(trx, 'offer.expiring', { offerId: id, userId });
        return due.length;
      });
    },

    /** 3 and 7 days after the last change. @returns also the users whose records changed: of deals that rest for 7 days */
    remindOfDeals(remind: (deal: DueDeal) => Reminder): Promise<{ count: number; recounted: string[] }> {
      return db.transaction().execute(async (trx) => {
        const deals = await findDueDeals(trx);
        const recounted: string[] = [];
        for (const deal of deals) {
          const { sides, overdue } = remind(deal);
          const rests = deal.isLast ? (overdue ?? null) : null;
          await trx
            .updateTable('deals')
            .set({ reminders: deal.isLast ? 2 : 1, overdue: rests })
            .where('id', '=', deal.id)
            .execute();
          if (rests) recounted.push(userOf(deal, rests));
          const at = new Date().toISOString();
          for (const side of sides)
            await addEvent(trx, 'deal.changed', { dealId: deal.id, event: 'due', side, at });
        }
        if (recounted.length > 0) await updateRecords(trx, recounted);
        return { count: deals.length, recounted };
      });
    },
  };
}

async function findDueDeals(trx: Database): Promise<(DueDeal & { isLast: boolean })[]> {
  const rows = await trx
    .selectFrom('deals')
    .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
    .selectAll('deals')
    .select((eb) => [
      sql<boolean>`changed_at <= now() - interval '7 days'`.as('isLast'),
      'buyers.deleted_at as buyerDeletedAt',
      'sellers.deleted_at as sellerDeletedAt',
      eb
        .selectFrom('deal_events')
        .select((of) => of.fn.coalesce(of.fn.jsonAgg('by_side'), sql<string[]>`'[]'`).as('sides'))
        .whereRef('deal_id', '=', 'deals.id')
        .where('kind', '=', 'problem')
        .as('complainants'),
    ])
    .where('status', 'not in', ['completed', 'cancelled'])
    .where('reminders', '<', 2)
    .where(
      'changed_at',
      '<=',
      sql<Date>`now() - case reminders when 0 then interval '3 days' else interval '7 days' end`,
    )
    .orderBy('changed_at')
    .limit(batch)
    .modifyEnd(sql`for update of deals skip locked for no key update of buyers, sellers skip locked`)
    .execute();
  return rows.map((row) => {
    const times = (name: 'delivered' | 'paid' | 'cancelled') => ({
      buyer: row[`buyer_${name}_at`]?.toISOString() ?? null,
      seller: row[`seller_${name}_at`]?.toISOString() ?? null,
    });
    const excused = [...((row.complainants ?? []) as Side[])];
    if (row.buyerDeletedAt) excused.push('seller');
    if (row.sellerDeletedAt) excused.push('buyer');
    return {
      id: row.id,
      buyerId: row.buyer_id,
      sellerId: row.seller_id,
      status: row.status as DealStatus,
      confirmations: { delivered: times('delivered'), paid: times('paid') },
      cancellations: times('cancelled'),
      excused,
      isLast: row.isLast,
    };
  });
}

export type RemindersStore = ReturnType<typeof remindersStore>;

function userOf({ buyerId, sellerId }: DueDeal, side: Side): string {
  return side === 'buyer' ? buyerId : sellerId;
}
