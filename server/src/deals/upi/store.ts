import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import { isPartyOfDeal } from '#src/deals/access.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { dealNumber } from '#src/deals/rows.ts';
import { isActivePerson } from '#src/people/access.ts';
import { isoTime } from '#src/platform/db/times.ts';

export interface Payee {
  buyerId: string;
  status: DealStatus;
  /** Null when the seller gave none or is not active, and for everyone but the buyer of a deal that has not ended. */
  upiId: string | null;
  payeeName: string;
  amount: string;
  dealNumber: string;
  changedAt: string | null;
}

export function upiStore({ db }: { db: Database }) {
  return {
    async findOwn(userId: string): Promise<string> {
      const row = await db
        .selectFrom('upi_ids')
        .select('upi_id')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.upi_id ?? '';
    },

    /** Returns undefined when the user has no UPI ID. */
    async lockOwn(trx: Transaction, userId: string): Promise<string | undefined> {
      const row = await trx
        .selectFrom('upi_ids')
        .select('upi_id')
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      return row?.upi_id;
    },

    /** Saves the user's UPI ID. An empty text removes it. */
    async save(userId: string, upiId: string, executor: Database = db): Promise<void> {
      if (upiId === '') {
        await executor.deleteFrom('upi_ids').where('user_id', '=', userId).execute();
        return;
      }
      await executor
        .insertInto('upi_ids')
        .values({ user_id: userId, upi_id: upiId })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ upi_id: upiId, changed_at: sql<Date>`now()` }),
        )
        .execute();
    },

    /** Returns false when the deal has this UPI ID already, or ended meanwhile. */
    async confirm(dealId: string, upiId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('deals')
        .set((eb) => ({
          upi_id: upiId,
          upi_changed_at: eb
            .case()
            .when(eb.or([eb('upi_id', '<>', ''), eb('upi_changed_at', 'is not', null)]))
            .then(eb.fn<Date>('now'))
            .end(),
        }))
        .where('id', '=', dealId)
        .where('ended_at', 'is', null)
        .where('upi_id', '<>', upiId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async findPayee(dealId: string, viewerId: string): Promise<Payee | undefined> {
      const found = await db
        .selectFrom('deals')
        .innerJoin('users', 'users.id', 'deals.seller_id')
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
            .then(eb.fn<string>('nullif', ['deals.upi_id', sql.lit('')]))
            .end()
            .as('upiId'),
          isoTime('deals.upi_changed_at').as('changedAt'),
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
