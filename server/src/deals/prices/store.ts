import { expressionBuilder, sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import type { CountedDeal } from './medians.ts';

const eb = expressionBuilder<DB, 'deals'>();
const week = sql<string>`date_trunc('week', ended_at at time zone 'Asia/Kolkata')::date`;
const perQuintal = eb
  .case('price_unit')
  .when('per kg')
  .then(eb('price', '*', eb.lit(100)))
  .else(eb.ref('price'))
  .end();
/** Converts the quantity, which is a weight because only deals with a price by weight are read. */
const quintals = eb
  .case('unit')
  .when('kg')
  .then(eb('quantity', '/', eb.lit(100)))
  .when('tonne')
  .then(eb('quantity', '*', eb.lit(10)))
  .else(eb.ref('quantity'))
  .end();

export function pricesStore({ db }: { db: Database }) {
  return {
    /** Finds the deals that count, as `isCountedDeal` says, with a price by weight, in the order of their end. */
    findCounted(endedAfter: Date): Promise<CountedDeal[]> {
      return db
        .selectFrom('deals')
        .select(['crop_key as cropKey', 'state', 'district', week.as('week')])
        .select(['buyer_id as buyerId', 'seller_id as sellerId'])
        .select(['buyer_origins as buyerOrigins', 'seller_origins as sellerOrigins'])
        .select([perQuintal.as('price'), quintals.as('quintals')])
        .where(eb.ref('is_counted'))
        .where('price_unit', 'in', ['per kg', 'per quintal'])
        .where('ended_at', '>', endedAfter)
        .orderBy('ended_at')
        .orderBy('id')
        .execute();
    },

    /** Removes from where the two confirmed, when no price is counted from the deal any more. */
    async removeOrigins(endedBefore: Date): Promise<void> {
      await db
        .updateTable('deals')
        .set({ buyer_origins: '', seller_origins: '' })
        .where('ended_at', '<=', endedBefore)
        .where((of) => of.or([of('buyer_origins', '<>', ''), of('seller_origins', '<>', '')]))
        .execute();
    },
  };
}

export type PricesStore = ReturnType<typeof pricesStore>;
