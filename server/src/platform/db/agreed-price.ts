import { sql, type RawBuilder } from 'kysely';
import type { AgreedPrice } from '@upaj/contract/mandi/market-prices';
import { todayInIndia } from './times.ts';

/** The latest of the row's crop and district, at most 8 weeks old. */
export function agreedPrice(table: 'posts' | 'rate_series', crop: string): RawBuilder<AgreedPrice | null> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(
    select json_build_object('perQuintal', per_quintal, 'deals', deals, 'week', week)
    from agreed_prices agreed
    where agreed.crop_key = ${of(crop)} and agreed.state = ${of('state')} and agreed.district = ${of('district')}
      and week >= ${todayInIndia} - 56
    order by week desc limit 1)`;
}
