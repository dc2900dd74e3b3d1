import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import { isPartyOfDeal } from '#src/deals/access.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { dealNumber } from '#src/deals/rows.ts';
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
      const row = await db
        .selectFrom('upi_ids')
        .select('upi_id')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.upi_id ?? '';
    },

    async save(userId: string, upiId: string): Promise<void> {
      await db
        .insertInto('upi_ids')
        .values({ user_id: userId, upi_id: upiId })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ upi_id: upiId, changed_at: sql<Date>`now()` }),
        )
        .execute();
    },

    async remove(userId: string): Promise<void> {
      await db.deleteFrom('upi_ids').where('user_id', '=', userId).execute();
    },

    async findPayee(dealId: string, viewerId: string): Promise<Payee | undefined> {
      const found = await db
        .selectFrom('deals')
        .innerJoin('users', 'users.id', 'deals.seller_id')
        .leftJoin('upi_ids', 'upi_ids.user_id', 'users.id')
        .select((eb) => [
          'deals.buyer_id as buyerId',
          'deals.status',
          'users.full_name as payeeName',
          eb.cast<string>('deals.total', 'text').as('amount'),
          dealNumber.as('dealNumber'),
          eb
            .case()
            .when(
              eb.and([eb('deals.buyer_id', '=', viewerId), eb('deals.ended_at', 'is', null), isActivePerson]),
            )
            .then(eb.ref('upi_ids.upi_id'))
            .end()
            .as('upiId'),
        ])
        .where('deals.id', '=', dealId)
        .where(isPartyOfDeal(viewerId))
        .executeTakeFirst();
      return found && { ...found, status: found.status as DealStatus };
    },

    /** Call it before the UPI ID is returned, so that no view goes unrecorded. */
    async addView(dealId: string, viewerId: string): Promise<void> {
      const view = { id: uuidv7(), deal_id: dealId, viewer_id: viewerId };
      await db.insertInto('upi_views').values(view).execute();
    },
  };
}

export type UpiStore = ReturnType<typeof upiStore>;
