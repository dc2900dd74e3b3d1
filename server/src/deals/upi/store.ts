import { sql } from 'kysely';
import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import type { Database } from '#src/platform/db/connect.ts';
import { dealNumber } from '#src/platform/db/deal-record.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isActivePerson } from '#src/people/access.ts';

export interface Payee {
  buyerId: string;
  status: DealStatus;
  /** Null when the seller gave none or is not active, and for everyone but the buyer of a deal that has not ended. */
  upiId: string | null;
  payeeName: string;
  amount: string;
  dealNumber: string;
}

export function upiStore(db: Database) {
  return {
    async findOwn(userId: string): Promise<string> {
      const { rows } = await sql<{ upiId: string }>`
        select upi_id as "upiId" from upi_ids where user_id = ${userId}`.execute(db);
      return rows[0]?.upiId ?? '';
    },

    async save(userId: string, upiId: string): Promise<void> {
      await sql`
        insert into upi_ids (user_id, upi_id) values (${userId}, ${upiId})
        on conflict (user_id) do update set upi_id = excluded.upi_id, changed_at = now()`.execute(db);
    },

    async remove(userId: string): Promise<void> {
      await sql`delete from upi_ids where user_id = ${userId}`.execute(db);
    },

    /** Records the view in the same statement that reads the UPI id. */
    async findPayee(dealId: string, viewerId: string): Promise<Payee | undefined> {
      const { rows } = await sql<Payee>`
        with payee as (
          select deals.id, deals.buyer_id as "buyerId", deals.status, users.full_name as "payeeName",
            deals.total::text as amount, ${dealNumber} as "dealNumber",
            case when deals.buyer_id = ${viewerId} and deals.ended_at is null and ${isActivePerson} then upi_ids.upi_id
              end as "upiId"
          from deals join users on users.id = deals.seller_id left join upi_ids on upi_ids.user_id = users.id
          where deals.id = ${dealId} and ${viewerId} in (deals.buyer_id, deals.seller_id)
        ), viewed as (
          insert into upi_views (id, deal_id, viewer_id) select ${newRowId}, id, ${viewerId}::uuid from payee where "upiId" is not null
        )
        select "buyerId", status, "payeeName", amount, "dealNumber", "upiId" from payee`.execute(db);
      return rows[0];
    },
  };
}

export type UpiStore = ReturnType<typeof upiStore>;
