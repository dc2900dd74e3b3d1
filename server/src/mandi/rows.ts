import { expressionBuilder, sql, type Selectable } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { DB } from '#src/platform/db/schema.ts';

export type AgreedPriceRow = Selectable<DB['agreed_prices']>;

const weeksShown = 8;

/**
 * Selects the latest price agreed in deals on the crop of a row, in the row's district, or null if there is no recent
 * one.
 */
export function agreedPrice(crop: 'posts.crop_key' | 'rate_series.crop') {
  const [table] = crop.split('.');
  return jsonObjectFrom(
    expressionBuilder<DB, never>()
      .selectFrom('agreed_prices')
      .select(['per_quintal as perQuintal', 'deals', 'week'])
      .where('crop_key', '=', sql.ref<string>(crop))
      .where('agreed_prices.state', '=', sql.ref<string>(`${table}.state`))
      .where('agreed_prices.district', '=', sql.ref<string>(`${table}.district`))
      .where('week', '>=', writeDay(dayInIndia() - weeksShown * 7))
      .orderBy('week', 'desc')
      .limit(1),
  );
}
