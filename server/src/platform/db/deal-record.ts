import { sql } from 'kysely';
import { dealsForRecord } from '@upaj/contract/deals/record';

const isKnown = sql`users.deals_ended >= ${sql.lit(dealsForRecord)}`;

/** A `DealRecord` of a row of `users`. */
export const recordJson = sql`json_build_object('completed', users.deals_completed,
  'confirmedPercent', case when ${isKnown} then round(100.0 * users.deals_completed / users.deals_ended) end,
  'paymentDays', case when ${isKnown} and users.user_type = 'merchant' then users.payment_days end)`;

/** Of a row of `deals`: '4821 3097'. */
export const dealNumber = sql<string>`overlay(deals.number::text placing ' ' from 5 for 0)`;
