import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Rate, DetailedRate, RatePoint, RateSort, Trend } from '@upaj/contract/mandi/rates';
import { agreedPrice } from '#src/platform/db/agreed-price.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { ReadSeries } from './board.ts';
import { listedDays, type GoodsFilter, type PlaceFilter, type RateListRequest } from './rate-list.ts';
import type { Series } from './series.ts';

export interface FoundRates {
  rows: { rate: Rate; keys: (string | number)[] }[];
  total: number | undefined;
}

const rateJson = sql<Rate>`json_build_object(
  '_id', id::text, 'commodity', commodity, 'crop', crop, 'variety', variety, 'grade', grade, 'unit', 'quintal',
  'minPrice', min_price, 'maxPrice', max_price, 'modalPrice', modal_price, 'change', change,
  'trend', case sign(change) when 1 then 'up' when -1 then 'down' else 'stable' end,
  'arrivalDate', arrival_date, 'previousDate', previous_date,
  'market', market, 'district', district, 'state', state, 'isSample', is_sample)`;

interface Order {
  keys: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  beyond(keys: readonly (string | number)[]): RawBuilder<SqlBool>;
}

/** Every order ends with the id, so that sort keys are unique. */
function orderBy(sort: RateSort, goods: readonly string[]): Order {
  if (sort !== 'name') {
    const key = { price: sql`modal_price`, change: sql`abs(change)` }[sort];
    const keys = sql`${key}, id`;
    return { keys, order: sql`${key} desc, id desc`, beyond: (at) => sql`(${keys}) < (${sql.join(at)})` };
  }
  const placeOf = (name: RawBuilder<unknown>) =>
    sql`coalesce(array_position(${sql.val(goods)}::text[], ${name}), 0)`;
  const name = sql`coalesce(crop, commodity)`;
  const order = sql`${placeOf(name)}, market, id`;
  return {
    keys: sql`${name}, market, id`,
    order,
    beyond: ([key, ...others]) => sql`(${order}) > (${placeOf(sql`${key}::text`)}, ${sql.join(others)})`,
  };
}

export function marketStore(db: Database) {
  async function readVersion(): Promise<number> {
    const { rows } = await sql<{ version: number }>`select version from rates_version`.execute(db);
    return rows[0]?.version ?? 0;
  }

  return {
    async findRates(
      { place, goods, trend, sort, cursor, limit }: RateListRequest,
      sortedGoods: readonly string[],
    ): Promise<FoundRates> {
      const ofPlace = placeConditions(place);
      const isListed = sql<SqlBool>`arrival_date >= (select day from latest) - ${sql.lit(listedDays)}`;
      const conditions = [...ofPlace, ...goodsConditions(goods, trend), isListed];
      const { keys, order, beyond } = orderBy(sort, sortedGoods);
      const beyondCursor = cursor ? [beyond(cursor.keys)] : [];
      const count = sql`(select count(*)::int from (
        select 1 from rate_series ${where(conditions)} limit ${sql.lit(limits.page.countedTo + 1)}) matching)`;
      const { rows } = await sql<{ rate: Rate | null; keys: (string | number)[]; total: number }>`
        with latest as (select max(arrival_date) as day from rate_series ${where(ofPlace)})
        select case when id is not null then ${rateJson} end as rate, json_build_array(${keys}) as keys,
          counted.total
        from (select ${cursor ? sql`null::int` : count} as total) counted
        left join (
          select * from rate_series
          ${where([...conditions, ...beyondCursor])} order by ${order} limit ${sql.lit(limit + 1)}
        ) rate_series on true
        order by ${order}`.execute(db);
      const found = rows.flatMap(({ rate, keys: at }) => (rate === null ? [] : [{ rate, keys: at }]));
      return { rows: found, total: rows[0]?.total ?? undefined };
    },

    async findRate(rateId: string): Promise<DetailedRate | undefined> {
      const { rows } = await sql<{ rate: Rate; agreed: DetailedRate['agreed'] }>`
        select ${rateJson} as rate, ${agreedPrice('rate_series', 'crop')} as agreed from rate_series where id = ${rateId}::int`.execute(
        db,
      );
      return rows[0] && { ...rows[0].rate, agreed: rows[0].agreed };
    },

    async findHistory(rateId: string, days: number): Promise<RatePoint[] | undefined> {
      const { rows } = await sql<{ points: RatePoint[] }>`
        select coalesce((
          select json_agg(json_build_object('date', rates.arrival_date, 'minPrice', rates.min_price,
            'maxPrice', rates.max_price, 'modalPrice', rates.modal_price) order by rates.arrival_date)
          from rates where series_id = rate_series.id and rates.arrival_date >= rate_series.arrival_date - ${days}::int
        ), '[]') as points
        from rate_series where id = ${rateId}::int`.execute(db);
      return rows[0]?.points;
    },

    readVersion,

    /** Reads the version first, so that the next check finds a change in between. */
    async readSeries(): Promise<ReadSeries> {
      const version = await readVersion();
      const { rows } = await sql<Series>`
        select id, state, district, market, commodity, variety, grade, crop, is_sample as "isSample",
          arrival_date - date '1970-01-01' as day, min_price::float8 as "minPrice", max_price::float8 as "maxPrice",
          modal_price::float8 as "modalPrice", change::float8 as change,
          previous_date - date '1970-01-01' as "previousDay"
        from rate_series order by id`.execute(db);
      return { series: rows, version };
    },
  };
}

export type MarketStore = ReturnType<typeof marketStore>;

function placeConditions({ state, district, market }: PlaceFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  // A literal gives each state its own query plan.
  if (state) conditions.push(sql`state = ${sql.lit(state)}`);
  if (district) conditions.push(sql`district = ${district}`);
  if (market) conditions.push(sql`market = ${market}`);
  return conditions;
}

function goodsConditions(goods: GoodsFilter | undefined, trend: Trend | undefined): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (goods)
    conditions.push('crop' in goods ? sql`crop = ${goods.crop}` : sql`commodity = ${goods.commodity}`);
  if (trend) conditions.push(sql`change ${{ up: sql`>`, down: sql`<`, stable: sql`=` }[trend]} 0`);
  return conditions;
}

function where(conditions: RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}
