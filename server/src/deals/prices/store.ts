import { expressionBuilder, sql } from 'kysely';
import type { AgreedPriceRow } from '#src/mandi/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

interface MediansRequest {
  endedAfter: Date;
  fewest: { deals: number; people: number };
  /** The most that deals of a pair or a person weigh, in quintals a week. */
  mostWeight: { ofPair: number; ofPerson: number };
}

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
const group = ['crop_key', 'state', 'district', 'week'] as const;

export function pricesStore({ db }: { db: Database }) {
  return {
    /**
     * Reads the median price of each crop, district and week, weighted by quantity. It reads only deals that count, as
     * `isCountedDeal` says, and of the deals between the same two only the first of a week.
     */
    findMedians({ endedAfter, fewest, mostWeight }: MediansRequest): Promise<AgreedPriceRow[]> {
      const pair = [eb.fn('least', ['buyer_id', 'seller_id']), eb.fn('greatest', ['buyer_id', 'seller_id'])];
      const countedOnce = ['crop_key', 'state', 'district', week, ...pair] as const;
      let counted = db
        .selectFrom('deals')
        .select(['crop_key', 'state', 'district', 'seller_id', 'buyer_id', week.as('week')])
        .select([
          perQuintal.as('price'),
          eb.fn('least', [quintals, eb.lit(mostWeight.ofPair)]).as('quintals'),
        ])
        .distinctOn(countedOnce)
        .where(eb.ref('is_counted'))
        .where('price_unit', 'in', ['per kg', 'per quintal'])
        .where('ended_at', '>', endedAfter);
      for (const key of [...countedOnce, 'ended_at', 'id'] as const) counted = counted.orderBy(key);
      return db
        .with('counted', () => counted)
        .with('weighed', (query) =>
          query
            .selectFrom('counted')
            .selectAll()
            .select((of) => {
              const share = (party: 'seller_id' | 'buyer_id') =>
                of(
                  of.lit<number>(mostWeight.ofPerson),
                  '/',
                  of.fn.sum<number>('quintals').over((over) => over.partitionBy([...group, party])),
                );
              const mostShare = of.fn('least', [of.lit(1), share('seller_id'), share('buyer_id')]);
              return of('quintals', '*', mostShare).as('weight');
            }),
        )
        .with('ranked', (query) =>
          query
            .selectFrom('weighed')
            .select([...group, 'price', 'seller_id', 'buyer_id'])
            .select(({ fn }) => [
              fn
                .sum('weight')
                .over((over) => over.partitionBy(group).orderBy('price'))
                .as('upTo'),
              fn
                .sum('weight')
                .over((over) => over.partitionBy(group))
                .as('whole'),
            ]),
        )
        .selectFrom('ranked')
        .select(group)
        .select((of) => {
          const priceAt = (operator: '>' | '>=') =>
            of.fn.min('price').filterWhere(of('upTo', '*', of.lit(2)), operator, of.ref('whole'));
          const median = of(of.parens(priceAt('>='), '+', priceAt('>')), '/', of.lit(2));
          return [
            of.fn<number>('round', [median, of.lit(2)]).as('per_quintal'),
            of.cast<number>(of.fn.countAll(), 'integer').as('deals'),
            of.cast<number>(of.fn.count('seller_id').distinct(), 'integer').as('sellers'),
            of.cast<number>(of.fn.count('buyer_id').distinct(), 'integer').as('buyers'),
          ];
        })
        .groupBy(group)
        .having((of) => of(of.fn.countAll(), '>=', fewest.deals))
        .having((of) => of(of.fn.count('seller_id').distinct(), '>=', fewest.people))
        .having((of) => of(of.fn.count('buyer_id').distinct(), '>=', fewest.people))
        .execute();
    },
  };
}

export type PricesStore = ReturnType<typeof pricesStore>;
