import { sql, type RawBuilder } from 'kysely';
import { limits } from '@upaj/contract/limits';
import { kilograms, type AlertForm, type AlertType, type WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isActivePerson } from '#src/people/access.ts';

export interface AlertRow {
  id: string;
  commodity: string;
  state: string;
  district: string;
  market: string;
  type: AlertType;
  targetPrice: number;
  unit: WeightUnit;
  isActive: boolean;
  isMet: boolean;
  currentPrice: number | null;
  currentMarket: string | null;
  lastFiredAt: Date | null;
  createdAt: Date;
}

export interface Known {
  commodity: string | null;
  hasDistrict: boolean;
  hasMarket: boolean;
}

/** One evaluation at a time: an older read of the prices must not undo a newer one. */
const evaluationLock = 0x75_70_61_6a;

const currentDays = 7;

/**
 * The highest and lowest price of each commodity or crop, by country, state, district and mandi ('' for any).
 * Matched by equality, so many alerts for one price cost one lookup.
 */
function bestPrices(names?: RawBuilder<unknown>): RawBuilder<unknown> {
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

const joinBest = sql`
  left join best on best.name = alert.commodity and best.state = alert.state
    and best.district = alert.district and best.market = alert.market
  left join rate_series series
    on series.id = case alert.type when 'above' then best.highest else best.lowest end`;

const isMet = sql<boolean | null>`(case alert.type
  when 'above' then series.modal_price >= alert.target_per_quintal
  else series.modal_price <= alert.target_per_quintal end)`;

const priceInUnit = sql`(case alert.unit
  when 'kg' then round(series.modal_price / ${sql.lit(kilograms.quintal)}, 2) else series.modal_price end)`;

export function alertsStore(db: Database) {
  return {
    async findAlerts(userId: string, alertId?: string): Promise<AlertRow[]> {
      const isWanted = alertId ? sql`user_id = ${userId} and id = ${alertId}` : sql`user_id = ${userId}`;
      const { rows } = await sql<AlertRow>`
        with ${bestPrices(sql`select commodity from price_alerts where ${isWanted}`)}
        select alert.id, alert.commodity, alert.state, alert.district, alert.market, alert.type,
          alert.target_price::float8 as "targetPrice", alert.unit, alert.is_active as "isActive", coalesce(${isMet}, false) as "isMet",
          ${priceInUnit}::float8 as "currentPrice", series.market as "currentMarket",
          alert.last_fired_at as "lastFiredAt", alert.created_at as "createdAt"
        from (select * from price_alerts where ${isWanted}) alert ${joinBest}
        order by alert.created_at desc, alert.id desc`.execute(db);
      return rows;
    },

    async findKnown({ commodity, state, district, market }: AlertForm): Promise<Known | undefined> {
      const inDistrict = sql`select from rate_series where state = ${state} and district = ${district}`;
      const { rows } = await sql<Known>`
        select
          (select commodity from rate_series where lower(commodity) = lower(${commodity}::text) limit 1) as commodity,
          exists (${inDistrict}) as "hasDistrict", exists (${inDistrict} and market = ${market}) as "hasMarket"`.execute(
        db,
      );
      return rows[0];
    },

    /** Locks the user, so that concurrent additions respect the limit. */
    addAlert(
      userId: string,
      id: string,
      form: AlertForm,
    ): Promise<{ id: string } | 'NOT_LOGGED_IN' | 'TOO_MANY_ALERTS'> {
      const { commodity, state, district, market, type, targetPrice, unit } = form;
      return db.transaction().execute(async (trx) => {
        const person = await sql`
          select id from users where id = ${userId} and ${isActivePerson} for no key update`.execute(trx);
        if (person.rows.length === 0) return 'NOT_LOGGED_IN';
        const { rows } = await sql<{ id: string }>`
          with ${bestPrices(sql`${commodity}::text`)},
          wanted as (
            select ${commodity}::text as commodity, ${state}::text as state, ${district}::text as district,
              ${market}::text as market, ${type}::text as type, ${unit}::text as unit,
              ${targetPrice}::numeric as target_price,
              ${targetPrice}::numeric * case ${unit}::text when 'kg' then 100 else 1 end as target_per_quintal
          ), own as (
            select count(*) as count, bool_or(one.is_met) filter (where
              (one.commodity, one.state, one.district, one.market, one.type, one.target_per_quintal)
              = (wanted.commodity, wanted.state, wanted.district, wanted.market, wanted.type, wanted.target_per_quintal)
            ) as was_met
            from price_alerts one, wanted where one.user_id = ${userId}
          )
          insert into price_alerts (id, user_id, commodity, state, district, market, type, target_price, unit, is_met)
          select ${id}::uuid, ${userId}::uuid, alert.commodity, alert.state, alert.district, alert.market, alert.type,
            alert.target_price, alert.unit, coalesce(${isMet}, own.was_met, false)
          from wanted alert cross join own ${joinBest}
          where own.count < ${sql.lit(limits.alerts)} or own.was_met is not null
          on conflict (user_id, commodity, state, district, market, type, target_per_quintal) do update
            set is_active = true,
              is_met = case when price_alerts.is_active then price_alerts.is_met else excluded.is_met end
          returning id`.execute(trx);
        return rows[0] ?? 'TOO_MANY_ALERTS';
      });
    },

    async setActive(userId: string, alertId: string, isActive: boolean): Promise<boolean> {
      const own = sql`from price_alerts where id = ${alertId} and user_id = ${userId}`;
      const { rows } = await sql`
        with ${bestPrices(sql`select commodity ${own}`)},
        looked as (select alert.id, ${isMet} as is_met from (select * ${own}) alert ${joinBest})
        update price_alerts alert set is_active = ${isActive}::boolean,
          is_met = case when ${isActive}::boolean and not alert.is_active
            then coalesce(looked.is_met, alert.is_met) else alert.is_met end
        from looked where alert.id = looked.id returning alert.id`.execute(db);
      return rows.length > 0;
    },

    async removeAlert(userId: string, alertId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('price_alerts')
        .where('id', '=', alertId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    evaluate(commodities: readonly string[] | undefined): Promise<number> {
      const touched = commodities && sql`select name from touched`;
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(evaluationLock)})`.execute(trx);
        const { rows } = await sql<{ count: number }>`
          with ${commodities ? sql`${touchedNames(commodities)},` : sql``} ${bestPrices(touched)},
          looked as (
            select alert.id, series.id as series_id, ${isMet} as is_met
            from price_alerts alert join users on users.id = alert.user_id ${joinBest}
            where alert.is_active and ${isActivePerson} ${touched ? sql`and alert.commodity in (${touched})` : sql``}
          ), turned as (
            update price_alerts alert set is_met = looked.is_met,
              last_fired_at = case when looked.is_met then now() else alert.last_fired_at end
            from looked where alert.id = looked.id and alert.is_active and alert.is_met <> looked.is_met
            returning alert.*, looked.series_id
          ), fired as (
            insert into notifications (id, user_id, kind, data)
            select ${newRowId}, alert.user_id, 'price-alert', jsonb_build_object(
              'alertId', alert.id, 'rateId', series.id::text, 'commodity', series.commodity, 'crop', series.crop,
              'market', series.market, 'district', series.district, 'state', series.state, 'type', alert.type,
              'targetPrice', alert.target_price, 'price', ${priceInUnit}, 'unit', alert.unit,
              'arrivalDate', to_char(series.arrival_date, 'YYYY-MM-DD'), 'isSample', series.is_sample)
            from turned alert join rate_series series on series.id = alert.series_id
            where alert.is_met
            returning id
          )
          select count(*)::int as count from fired`.execute(trx);
        return rows[0]?.count ?? 0;
      });
    },
  };
}

export type AlertsStore = ReturnType<typeof alertsStore>;

function touchedNames(commodities: readonly string[]) {
  const list = sql`${[...commodities]}::text[]`;
  return sql`touched as (
    select unnest(${list}) as name
    union select crop from rate_series where commodity = any (${list}) and crop is not null)`;
}
