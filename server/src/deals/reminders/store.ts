import { sql } from 'kysely';
import type { DealState } from '@upaj/contract/deals/deal-machine';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Database } from '#src/platform/db/connect.ts';
import { updateRecords } from '#src/deals/record/store.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isActivePerson } from '#src/people/access.ts';

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

const times = (name: 'delivered' | 'paid' | 'cancelled') => sql`json_build_object(
  'buyer', ${sql.ref(`buyer_${name}_at`)}, 'seller', ${sql.ref(`seller_${name}_at`)})`;

/** Both pass over rows that they would wait for: they come again. @returns how many rows, at most a batch. */
export function remindersStore(db: Database) {
  return {
    /** Once for each round: the side whose turn it is. */
    async remindOfOffers(): Promise<number> {
      const { rows } = await sql`
        with due as materialized (
          select offers.id, users.id as user_id, may_meet(buyer_id, seller_id) as may_meet
          from offers join users on users.id = case turn when 'buyer' then buyer_id else seller_id end
          where offers.status = 'open' and valid_until > now() and valid_until <= now() + interval '6 hours'
            and not is_reminded
          order by valid_until limit ${sql.lit(batch)}
          for update of offers skip locked for key share of users skip locked
        ), reminded as (
          update offers set is_reminded = true from due where offers.id = due.id
        ), notified as (
          insert into notifications (id, user_id, kind, data)
          select ${newRowId}, user_id, 'offer', jsonb_build_object('offerId', id, 'event', 'expiring')
          from due where may_meet
        )
        select from due`.execute(db);
      return rows.length;
    },

    /** 3 and 7 days after the last change. @returns also the users whose records changed: of deals that rest for 7 days */
    remindOfDeals(remind: (deal: DueDeal) => Reminder): Promise<{ count: number; recounted: string[] }> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<DueDeal & { isLast: boolean }>`
          select deals.id, status, buyer_id as "buyerId", seller_id as "sellerId",
            json_build_object('delivered', ${times('delivered')}, 'paid', ${times('paid')}) as confirmations,
            ${times('cancelled')} as cancellations, changed_at <= now() - interval '7 days' as "isLast",
            array(select by_side from deal_events where deal_id = deals.id and kind = 'problem')
              || case when buyers.deleted_at is not null then '{seller}'::text[] end
              || case when sellers.deleted_at is not null then '{buyer}'::text[] end as excused
          from deals join users buyers on buyers.id = buyer_id join users sellers on sellers.id = seller_id
          where status not in ('completed', 'cancelled') and reminders < 2
            and changed_at <= now() - case reminders when 0 then interval '3 days' else interval '7 days' end
          order by changed_at limit ${sql.lit(batch)}
          for update of deals skip locked for no key update of buyers, sellers skip locked`.execute(trx);
        const reminders = rows.map((deal) => ({ deal, ...remind(deal) }));
        const overdue = reminders.map(({ deal, ...each }) => (deal.isLast ? (each.overdue ?? null) : null));
        const due = reminders.flatMap(({ deal, sides }) =>
          sides.map((side) => ({ id: deal.id, userId: userOf(deal, side) })),
        );
        await sql`
          with reminded as (
            update deals set reminders = case when changed_at <= now() - interval '7 days' then 2 else 1 end, overdue = side
            from unnest(${rows.map(({ id }) => id)}::uuid[], ${overdue}::text[]) rested (deal_id, side)
            where id = deal_id
          )
          insert into notifications (id, user_id, kind, data)
          select ${newRowId}, users.id, 'deal', jsonb_build_object('dealId', due.id, 'event', 'due')
          from unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ userId }) => userId)}::uuid[]) due (id, user_id)
          join users on users.id = due.user_id where ${isActivePerson}`.execute(trx);
        const recounted = rows.flatMap((deal, index) => {
          const side = overdue[index];
          return side ? [userOf(deal, side)] : [];
        });
        if (recounted.length > 0) await updateRecords(trx, recounted);
        return { count: rows.length, recounted };
      });
    },
  };
}

export type RemindersStore = ReturnType<typeof remindersStore>;

function userOf({ buyerId, sellerId }: DueDeal, side: Side): string {
  return side === 'buyer' ? buyerId : sellerId;
}
