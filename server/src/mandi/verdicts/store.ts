import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { rowsOf } from '#src/platform/db/expressions.ts';
import { isDoubtful } from './rows.ts';

/** Days in India, both included. */
export interface Period {
  from: string;
  to: string;
}

export interface RateKey {
  series_id: number;
  arrival_date: string;
}

const names = ['commodity', 'crop', 'unit', 'state', 'district', 'market'] as const;

/** Finds the latest plausible rates of the commodities, of the given series only those that are the first. */
export function findLatest(
  db: Database,
  commodities: readonly string[],
  given: readonly number[],
  { from, to }: Period,
) {
  const rows = given.map((id) => ({ series_id: id }));
  return db
    .selectFrom('rate_series')
    .leftJoin(rowsOf('doubtful_rates', rows).as('given'), 'given.series_id', 'rate_series.id')
    .select(['id', ...names, 'rate_series.arrival_date as date', 'modal_price as price'])
    .select('previous_date as previous')
    .where(({ eb, fn, val }) => eb('commodity', '=', fn.any(val([...commodities]))))
    .where(({ eb, or }) => or([eb('previous_date', 'is', null), eb('given.series_id', 'is', null)]))
    .where('is_doubtful', '=', false)
    .where('rate_series.arrival_date', '>=', from)
    .where('rate_series.arrival_date', '<=', to)
    .execute();
}

export function findDoubtfulRates(db: Database, commodities: readonly string[], { from, to }: Period) {
  return db
    .selectFrom('doubtful_rates')
    .innerJoin('rates', (join) =>
      join
        .onRef('rates.series_id', '=', 'doubtful_rates.series_id')
        .onRef('rates.arrival_date', '=', 'doubtful_rates.arrival_date'),
    )
    .innerJoin('rate_series', 'rate_series.id', 'doubtful_rates.series_id')
    .select(['id', ...names, 'rates.arrival_date as date', 'rates.modal_price as price'])
    .where(({ eb, fn, val }) => eb('commodity', '=', fn.any(val([...commodities]))))
    .where('doubtful_rates.arrival_date', '>=', from)
    .where('doubtful_rates.arrival_date', '<=', to)
    .execute();
}

export function findHistory(db: Database, series: readonly number[], { from, to }: Period) {
  return db
    .selectFrom('rates')
    .select(['series_id as id', 'arrival_date as date', 'modal_price as price'])
    .where(({ eb, fn, val }) => eb('series_id', '=', fn.any(val([...series]))))
    .where('arrival_date', '>=', from)
    .where('arrival_date', '<=', to)
    .execute();
}

/** How far back, in days, a price is shown as the nearest one. */
export const daysJudged = 90;

/** Finds the commodities whose rates are judged again. */
export async function findCommodities(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('rate_series')
    .select('commodity')
    .distinct()
    .where('is_sample', '=', false)
    .where('arrival_date', '>=', writeDay(dayInIndia() - daysJudged))
    .orderBy('commodity')
    .execute();
  return rows.map(({ commodity }) => commodity);
}

export function findRates(db: Database, commodity: string, since: string) {
  return db
    .selectFrom('rate_series')
    .innerJoin('rates', 'rates.series_id', 'rate_series.id')
    .select(['id', ...names, 'rates.arrival_date as date', 'rates.modal_price as price'])
    .select(isDoubtful.$castTo<boolean>().as('isDoubtful'))
    .where('commodity', '=', commodity)
    .where('rates.arrival_date', '>=', since)
    .execute();
}

/** Finds those of the series that have doubtful rates. */
export async function findDoubted(db: Database, series: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('doubtful_rates')
    .select('series_id')
    .distinct()
    .where(({ eb, fn, val }) => eb('series_id', '=', fn.any(val([...series]))))
    .execute();
  return rows.map((row) => row.series_id);
}

export async function addDoubts(trx: Transaction, rates: readonly RateKey[]): Promise<void> {
  const columns = ['series_id', 'arrival_date'] as const;
  await trx
    .insertInto('doubtful_rates')
    .columns(columns)
    .expression(({ selectFrom }) => selectFrom(rowsOf('doubtful_rates', rates).as('given')).select(columns))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeDoubts(trx: Transaction, rates: readonly RateKey[]): Promise<void> {
  await trx
    .deleteFrom('doubtful_rates')
    .using(rowsOf('doubtful_rates', rates).as('given'))
    .whereRef('doubtful_rates.series_id', '=', 'given.series_id')
    .whereRef('doubtful_rates.arrival_date', '=', 'given.arrival_date')
    .execute();
}
