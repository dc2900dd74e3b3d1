import { sql, type RawBuilder } from 'kysely';
import { kilograms } from '@upaj/contract/mandi/alerts';

/** Older reports do not count as current prices. */
const currentDays = 7;

/**
 * The `with` tables that end in `best`: for each commodity or crop, in the country and each state, district
 * and mandi ('' for any), the series with the highest and the lowest price. Alerts are matched by equality,
 * so many alerts for one price cost one lookup.
 * @param names a list or query of commodities and crops; all when omitted.
 */
export function bestPrices(names?: RawBuilder<unknown>): RawBuilder<unknown> {
  const isNamed = (column: string) => (names ? sql`and ${sql.ref(column)} in (${names})` : sql``);
  const isCurrent = sql`arrival_date >= (now() at time zone 'Asia/Kolkata')::date - ${sql.lit(currentDays)}::int`;
  return sql`
    named as (
      select commodity as name, id, state, district, market, modal_price, arrival_date from rate_series
      where ${isCurrent} ${isNamed('commodity')}
      union all
      select crop, id, state, district, market, modal_price, arrival_date from rate_series
      where ${isCurrent} and crop <> commodity ${isNamed('crop')}
    ),
    best as (
      select name, coalesce(state, '') as state, coalesce(district, '') as district, coalesce(market, '') as market,
        (array_agg(id order by modal_price desc, arrival_date desc, id))[1] as highest,
        (array_agg(id order by modal_price, arrival_date desc, id))[1] as lowest
      from named
      group by grouping sets (
        (name), (name, state), (name, state, district), (name, state, district, market))
    )`;
}

export const joinBest = sql`
  left join best on best.name = alert.commodity and best.state = alert.state
    and best.district = alert.district and best.market = alert.market
  left join rate_series series
    on series.id = case alert.type when 'above' then best.highest else best.lowest end`;

/** Whether the price of `series` meets the condition of `alert`; null without a price. */
export const isMet = sql<boolean | null>`(case alert.type
  when 'above' then series.modal_price >= alert.target_per_quintal
  else series.modal_price <= alert.target_per_quintal end)`;

export const priceInUnit = sql`(case alert.unit
  when 'kg' then round(series.modal_price / ${sql.lit(kilograms.quintal)}, 2) else series.modal_price end)`;
