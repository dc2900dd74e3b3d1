import { expressionBuilder, sql, type AliasableExpression, type Expression } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { DetailedRate, RatePoint, RateSort, RateUnit } from '@upaj/contract/mandi/rates';
import {
  listedDays,
  toRate,
  type PlaceFilter,
  type ReadSeries,
  type Series,
} from '#src/mandi/board/board.ts';
import { comparedSeries, isDoubtful } from '#src/mandi/verdicts/rows.ts';
import { agreedPrice, type AgreedPriceRow } from '#src/mandi/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { rowsOf } from '#src/platform/db/expressions.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { takeTotal } from '#src/platform/http/paging.ts';
import type { RateListRequest } from './rate-list.ts';

const seriesColumns = [
  'id',
  'state',
  'district',
  'market',
  'commodity',
  'variety',
  'grade',
  'crop',
  'is_sample as isSample',
  'min_price as minPrice',
  'max_price as maxPrice',
  'modal_price as modalPrice',
  'change',
  'arrival_date as arrivalDate',
  'previous_date as previousDate',
] as const;

const eb = expressionBuilder<DB, 'rate_series'>();
const operators = { up: '>', down: '<', stable: '=' } as const;

function daysBefore(day: Expression<string>, days: number): AliasableExpression<string> {
  return sql`${day} - ${sql.lit(days)}`;
}

/** The sort keys end with the id, so that no two rates have the same. */
function sortKeys(sort: RateSort, sortedGoods: readonly string[]): Expression<unknown>[] {
  if (sort === 'price') return [eb.ref('modal_price'), eb.ref('id')];
  if (sort === 'change') return [eb.fn('abs', ['change']), eb.ref('id')];
  const name = eb.fn.coalesce('crop', 'commodity');
  const position = eb.fn<number | null>('array_position', [sql`${sortedGoods}::text[]`, name]);
  return [eb.fn.coalesce(position, eb.lit(0)), eb.ref('market'), eb.ref('id')];
}

export function marketStore({ db }: { db: Database }) {
  function ratesAt({ state, district, market }: PlaceFilter) {
    let rates = comparedSeries(db);
    // A literal gives each state its own query plan.
    if (state) rates = rates.where('state', '=', sql.lit(state));
    if (district) rates = rates.where('district', '=', district);
    if (market) rates = rates.where('market', '=', market);
    return rates;
  }

  /** Selects the rates of a place, without those that are much older than its latest arrival. */
  function listedRates({ place, goods, trend }: RateListRequest) {
    const latest = ratesAt(place).select((eb) => daysBefore(eb.fn.max('arrival_date'), listedDays).as('day'));
    let rates = ratesAt(place).where('arrival_date', '>=', latest);
    if (goods && 'crop' in goods) rates = rates.where('crop', '=', goods.crop);
    if (goods && 'commodity' in goods) rates = rates.where('commodity', '=', goods.commodity);
    if (trend) rates = rates.where('change', operators[trend], 0);
    return rates;
  }

  async function readVersion(): Promise<number> {
    const { version } = await db.selectFrom('rates_version').select('version').executeTakeFirstOrThrow();
    return version;
  }

  return {
    /** Finds a page of rates. The total is counted for the first page only. */
    async findRates(
      request: RateListRequest,
      sortedGoods: readonly string[],
    ): Promise<{ rows: Series[]; total: number }> {
      const { sort, cursor, limit } = request;
      const keys = sortKeys(sort, sortedGoods);
      const isAscending = sort === 'name';
      let page = listedRates(request)
        .select(seriesColumns)
        .limit(limit + 1);
      for (const key of keys) page = page.orderBy(key, isAscending ? 'asc' : 'desc');
      if (cursor) {
        const [name, ...rest] = cursor.keys;
        const start = sort === 'name' ? [sortedGoods.indexOf(String(name)) + 1, ...rest] : cursor.keys;
        const comparison = sql.raw(isAscending ? '>' : '<');
        const after = sql<boolean>`(${sql.join(keys)}) ${comparison} (${sql.join(start)})`;
        return { rows: await page.where(after).execute(), total: cursor.total };
      }
      const counted = listedRates(request)
        .select(eb.lit(1).as('one'))
        .limit(limits.page.countedTo + 1);
      const rows = await page
        .select((eb) => eb.selectFrom(counted.as('counted')).select(eb.fn.countAll().as('count')).as('total'))
        .execute();
      return takeTotal(rows);
    },

    async findRate(rateId: string): Promise<DetailedRate | undefined> {
      const found = await db
        .selectFrom('rate_series')
        .select([
          ...seriesColumns,
          'unit',
          'is_doubtful as isDoubtful',
          agreedPrice('rate_series.crop').as('agreed'),
        ])
        .$narrowType<{ unit: RateUnit }>()
        .where('id', '=', Number(rateId))
        .executeTakeFirst();
      if (!found) return undefined;
      const { unit, isDoubtful, agreed, ...series } = found;
      return { ...toRate(series), unit, isDoubtful, agreed: unit === 'quintal' ? agreed : null };
    },

    /** Returns an empty list for a rate that does not exist. */
    findHistory(rateId: string, days: number): Promise<RatePoint[]> {
      return db
        .selectFrom('rates')
        .innerJoin('rate_series', 'rate_series.id', 'rates.series_id')
        .select([
          'rates.arrival_date as date',
          'rates.min_price as minPrice',
          'rates.max_price as maxPrice',
          'rates.modal_price as modalPrice',
          isDoubtful.$castTo<boolean>().as('isDoubtful'),
        ])
        .where('rate_series.id', '=', Number(rateId))
        .where((eb) => eb('rates.arrival_date', '>=', daysBefore(eb.ref('rate_series.arrival_date'), days)))
        .orderBy('rates.arrival_date')
        .execute();
    },

    readVersion,

    /** Reads the version first, so that the next check finds a change in between. */
    async readSeries(): Promise<ReadSeries> {
      const version = await readVersion();
      return {
        version,
        series: await comparedSeries(db).select(seriesColumns).orderBy('id').execute(),
      };
    },

    async replaceAgreedPrices(prices: readonly AgreedPriceRow[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('agreed_prices').execute();
        await trx
          .insertInto('agreed_prices')
          .expression((eb) => eb.selectFrom(rowsOf('agreed_prices', prices).as('prices')).selectAll())
          .execute();
      });
    },
  };
}

export type MarketStore = ReturnType<typeof marketStore>;
