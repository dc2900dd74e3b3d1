import { expressionBuilder, sql } from 'kysely';
import type { AgreedPriceRow } from '#src/mandi/rows.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';

/** Fewer would show what single people agreed. */
const fewestDeals = 5;
const fewestSellers = 3;

const eb = expressionBuilder<DB, 'deals'>();
const week = sql<string>`date_trunc('week', ended_at at time zone 'Asia/Kolkata')::date`;
const perQuintal = eb
  .case('price_unit')
  .when('per kg')
  .then(eb('price', '*', eb.lit(100)))
  .else(eb.ref('price'))
  .end();
const group = ['crop_key', 'state', 'district', 'week'] as const;

export function pricesStore(db: Database) {
  return {
    /** Reads the median price of each crop, district and week. Deals between the same two count once a week. */
    findMedians(endedAfter: Date): Promise<AgreedPriceRow[]> {
      const pair = [eb.fn('least', ['buyer_id', 'seller_id']), eb.fn('greatest', ['buyer_id', 'seller_id'])];
      const countedOnce = ['crop_key', 'state', 'district', week, ...pair] as const;
      let counted = db
        .selectFrom('deals')
        .select(['crop_key', 'state', 'district', 'seller_id', week.as('week'), perQuintal.as('price')])
        .distinctOn(countedOnce)
        .where('status', '=', 'completed')
        .where('price_unit', 'in', ['per kg', 'per quintal'])
        .where('ended_at', '>', endedAfter);
      for (const key of [...countedOnce, 'ended_at', 'id'] as const) counted = counted.orderBy(key);
      return db
        .selectFrom(counted.as('counted'))
        .select(group)
        .select(({ cast, fn, lit }) => {
          const median = fn.agg<number>('percentile_cont', [lit(0.5)]).withinGroupOrderBy('price');
          return [
            fn<number>('round', [cast(median, 'numeric'), lit(2)]).as('per_quintal'),
            cast<number>(fn.countAll(), 'integer').as('deals'),
            cast<number>(fn.count('seller_id').distinct(), 'integer').as('sellers'),
          ];
        })
        .groupBy(group)
        .having((eb) => eb(eb.fn.countAll(), '>=', fewestDeals))
        .having((eb) => eb(eb.fn.count('seller_id').distinct(), '>=', fewestSellers))
        .execute();
    },
  };
}

export type PricesStore = ReturnType<typeof pricesStore>;
