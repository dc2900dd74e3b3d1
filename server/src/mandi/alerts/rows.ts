import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely';
import { kilograms, type AlertType, type WeightUnit } from '@upaj/contract/mandi/alerts';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import { comparedSeries } from '#src/mandi/verdicts/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { todayInIndia } from '#src/platform/db/times.ts';

const currentDays = 7;

/** `alert` is a price alert, `series` the rate with the best price for it. */
const eb = expressionBuilder<
  DB & { alert: DB['price_alerts']; series: DB['rate_series'] },
  'alert' | 'series'
>();

/** Whether the best price reaches the target; null without a price. */
export const isMet = eb
  .case()
  .when('alert.type', '=', 'above')
  .then(eb('series.modal_price', '>=', eb.ref('alert.target_per_quintal')))
  .else(eb('series.modal_price', '<=', eb.ref('alert.target_per_quintal')))
  .end()
  .$castTo<boolean | null>();

export const priceInUnit = eb
  .case()
  .when('alert.unit', '=', 'kg')
  .then(eb.fn<number>('round', [eb('series.modal_price', '/', eb.lit(kilograms.quintal)), eb.lit(2)]))
  .else(eb.ref('series.modal_price'))
  .end();

export type Alerts = SelectQueryBuilder<DB, 'price_alerts', object>;

/**
 * Finds the rates with the highest and lowest price of each commodity or crop that the alerts are about, by country,
 * state, district and mandi ('' for any). They are joined by equality, so many alerts for one price cost one lookup.
 */
function bestPrices(db: Database, alerts: Alerts) {
  const columns = ['id', 'state', 'district', 'market', 'modal_price', 'arrival_date'] as const;
  const pricesBy = (name: 'commodity' | 'crop') =>
    comparedSeries(db)
      .select([`${name} as name`, ...columns])
      .where('arrival_date', '>=', sql<string>`${todayInIndia} - ${sql.lit(currentDays)}`)
      .where(name, 'in', alerts.select('commodity'));
  return db
    .selectFrom(
      pricesBy('commodity')
        .unionAll(pricesBy('crop').whereRef('crop', '<>', 'commodity'))
        .as('named'),
    )
    .select(({ fn }) => [
      'name',
      fn.coalesce('state', sql.lit('')).as('state'),
      fn.coalesce('district', sql.lit('')).as('district'),
      fn.coalesce('market', sql.lit('')).as('market'),
      sql<number>`(array_agg(id order by modal_price desc, arrival_date desc, id))[1]`.as('highest'),
      sql<number>`(array_agg(id order by modal_price, arrival_date desc, id))[1]`.as('lowest'),
    ])
    .groupBy(
      sql`grouping sets ((name), (name, state), (name, state, district), (name, state, district, market))`,
    );
}

/** Returns rows with the alert as `alert`, and the rate with the best price, if there is one, as `series`. */
export function withBestPrices(db: Database, alerts: Alerts) {
  return db
    .selectFrom(alerts.selectAll('price_alerts').as('alert'))
    .leftJoin(bestPrices(db, alerts).as('best'), (join) =>
      join
        .onRef('best.name', '=', 'alert.commodity')
        .onRef('best.state', '=', 'alert.state')
        .onRef('best.district', '=', 'alert.district')
        .onRef('best.market', '=', 'alert.market'),
    )
    .leftJoin('rate_series as series', (join) =>
      join.on(({ eb: on }) =>
        on(
          'series.id',
          '=',
          on
            .case()
            .when('alert.type', '=', 'above')
            .then(on.ref('best.highest'))
            .else(on.ref('best.lowest'))
            .end(),
        ),
      ),
    );
}

/** The columns of the event that a rate has reached the price of an alert. */
export const reachedEvent = eventColumns('alert.reached', {
  userId: eb.ref('alert.user_id'),
  alertId: eb.ref('alert.id'),
  rateId: eb.cast<string>('series.id', 'text'),
  commodity: eb.ref('series.commodity'),
  crop: eb.ref('series.crop'),
  market: eb.ref('series.market'),
  district: eb.ref('series.district'),
  state: eb.ref('series.state'),
  type: eb.ref('alert.type').$castTo<AlertType>(),
  targetPrice: eb.ref('alert.target_price'),
  price: priceInUnit,
  unit: eb.ref('alert.unit').$castTo<WeightUnit>(),
  arrivalDate: eb.ref('series.arrival_date'),
  isSample: eb.ref('series.is_sample'),
});
