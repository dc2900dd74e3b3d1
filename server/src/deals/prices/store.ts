import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';

/** Fewer would show what single people agreed. */
const fewestDeals = 5;
const fewestSellers = 3;
/** Older weeks are not shown. */
const weeks = 8;

const isSameKey = sql`(agreed_prices.crop_key, agreed_prices.state, agreed_prices.district, agreed_prices.week)
  = (prices.crop_key, prices.state, prices.district, prices.week)`;

export function pricesStore(db: Database) {
  return {
    /** Of deals by weight, in the weeks that are shown. Those between the same two count once a week. */
    async update(): Promise<void> {
      await sql`
        with completed as (
          select deals.*, date_trunc('week', ended_at at time zone 'Asia/Kolkata')::date as week,
            case price_unit when 'per kg' then price * 100 else price end as per_quintal
          from deals where status = 'completed' and price_unit in ('per kg', 'per quintal')
            and ended_at > now() - ${sql.lit(weeks + 2)} * interval '1 week'
        ), counted as (
          select distinct on (crop_key, state, district, week, least(buyer_id, seller_id), greatest(buyer_id, seller_id)) *
          from completed
          order by crop_key, state, district, week, least(buyer_id, seller_id), greatest(buyer_id, seller_id), ended_at, id
        ), prices as materialized (
          select crop_key, state, district, week, count(*)::int as deals, count(distinct seller_id)::int as sellers,
            round(percentile_cont(0.5) within group (order by per_quintal)::numeric, 2) as per_quintal
          from counted group by crop_key, state, district, week
          having count(*) >= ${sql.lit(fewestDeals)} and count(distinct seller_id) >= ${sql.lit(fewestSellers)}
        ), removed as (
          delete from agreed_prices where not exists (select from prices where ${isSameKey})
        )
        insert into agreed_prices (crop_key, state, district, week, per_quintal, deals, sellers)
        select crop_key, state, district, week, per_quintal, deals, sellers from prices
        on conflict (crop_key, state, district, week) do update set
          per_quintal = excluded.per_quintal, deals = excluded.deals, sellers = excluded.sellers`.execute(db);
    },
  };
}
