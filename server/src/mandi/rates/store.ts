import { expressionBuilder, sql, type AliasableExpression, type SelectQueryBuilder } from 'kysely';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { addPartition } from '#src/platform/db/partitions.ts';
import { rowsOf } from '#src/platform/db/expressions.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { cleanCommodity } from '#src/mandi/crops/commodities.ts';
import { isDoubtful } from '#src/mandi/verdicts/rows.ts';
import { toJudgedSeries, type JudgedSeries } from '#src/mandi/verdicts/reports.ts';
import { findCommodities, findDoubted } from '#src/mandi/verdicts/store.ts';
import type { CleanRate } from './clean.ts';
import { seriesKey, speller } from './spellings.ts';

export interface KnownSeries {
  commodity: string;
  judged: JudgedSeries;
}

/** Real series are never removed, so their ids can be cached. */
export interface SeriesBook {
  get(key: string): KnownSeries | undefined;
  set(key: string, series: KnownSeries): unknown;
}

export interface KeyedRate {
  key: string;
  rate: CleanRate;
}

export function ratesStore({ db }: { db: Database }) {
  return {
    hasAny: () => hasSeries(db),
    findCommodities: () => findCommodities(db),

    /** Adds the partitions before the transaction of the rates, in which they would lock out readers until its end. */
    async addYears(years: ReadonlySet<number>): Promise<void> {
      for (const year of years)
        await addPartition(db, 'rates', {
          suffix: String(year),
          firstDay: `${year}-01-01`,
          nextDay: `${year + 1}-01-01`,
        });
    },

    /** Runs `write` in a transaction, one at a time, because overlapping batches would deadlock. */
    write: <T>(write: (trx: Transaction) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('rates'))`.execute(trx);
        return write(trx);
      }),

    hasSeries,
    removeSamples,
    claimSeries,
    writeRates,
    renewSeries,
    raiseVersion,
  };
}

export type RatesStore = ReturnType<typeof ratesStore>;

async function hasSeries(executor: Database, isSample?: boolean): Promise<boolean> {
  const series = executor.selectFrom('rate_series').select('id').limit(1);
  const found = isSample === undefined ? series : series.where('is_sample', '=', isSample);
  return (await found.executeTakeFirst()) !== undefined;
}

async function removeSamples(trx: Transaction): Promise<number> {
  const removed = await trx.deleteFrom('rate_series').where('is_sample', '=', true).executeTakeFirst();
  return Number(removed.numDeletedRows);
}

async function raiseVersion(trx: Transaction): Promise<void> {
  await trx
    .updateTable('rates_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
}

const names = ['state', 'district', 'market', 'commodity', 'variety', 'grade', 'unit'] as const;
const prices = ['min_price', 'max_price', 'modal_price'] as const;

/** Finds the series of a batch by their keys, and adds the new ones in the spelling that came first. */
async function claimSeries(
  trx: Transaction,
  batch: readonly KeyedRate[],
  known: SeriesBook,
  isSample: boolean,
): Promise<Map<string, KnownSeries>> {
  const series = new Map<string, KnownSeries>();
  const unknown = new Map<string, CleanRate>();
  for (const { key, rate } of batch) {
    const found = known.get(key);
    if (found) series.set(key, found);
    else if (!unknown.has(key)) unknown.set(key, rate);
  }
  if (unknown.size === 0) return series;
  const spell = speller();
  const stored = await trx
    .selectFrom('rate_series')
    .select(['id', 'crop', ...names])
    .orderBy('id')
    .execute();
  const otherCrops: { id: number; crop: string | null }[] = [];
  for (const one of stored) {
    spell(one);
    const key = seriesKey(one);
    const rate = unknown.get(key);
    const crop = rate ? rate.crop : (cleanCommodity(one.commodity).crop ?? one.crop);
    if (crop !== one.crop) otherCrops.push({ id: one.id, crop });
    if (!rate) continue;
    unknown.delete(key);
    series.set(key, toKnown(one));
  }
  if (otherCrops.length > 0) await setCrops(trx, otherCrops);
  const added = await addSeries(trx, [...unknown.values()].map(spell), isSample);
  for (const one of added) series.set(seriesKey(one), toKnown(one));
  return series;
}

function toKnown(row: Parameters<typeof toJudgedSeries>[1] & { id: number }): KnownSeries {
  return { commodity: row.commodity, judged: toJudgedSeries(row.id, row) };
}

/** Sets the crops again, because the catalogue may have changed since the last release. */
async function setCrops(
  trx: Transaction,
  crops: readonly { id: number; crop: string | null }[],
): Promise<void> {
  await trx
    .updateTable('rate_series')
    .from(rowsOf('rate_series', crops).as('given'))
    .set(({ ref }) => ({ crop: ref('given.crop') }))
    .whereRef('rate_series.id', '=', 'given.id')
    .execute();
}

async function addSeries(trx: Transaction, rates: readonly CleanRate[], isSample: boolean) {
  const columns = [...names, 'crop', 'is_sample', 'arrival_date', ...prices] as const;
  const rows = rates.map((rate) => ({ unit: 'quintal', ...rate, ...columnsOf(rate), is_sample: isSample }));
  return trx
    .insertInto('rate_series')
    .columns(columns)
    .expression(({ selectFrom }) => selectFrom(rowsOf('rate_series', rows).as('given')).select(columns))
    .returning(['id', 'crop', ...names])
    .execute();
}

function columnsOf({ arrivalDate, minPrice, maxPrice, modalPrice }: CleanRate) {
  return { arrival_date: arrivalDate, min_price: minPrice, max_price: maxPrice, modal_price: modalPrice };
}

/** Writes rates of different series or days. Returns how many were added or changed, by series. */
async function writeRates(
  trx: Transaction,
  batch: readonly { series: KnownSeries; rate: CleanRate }[],
): Promise<Map<number, number>> {
  const columns = ['series_id', 'arrival_date', ...prices] as const;
  const rows = batch.map(({ series, rate }) => ({ series_id: series.judged.id, ...columnsOf(rate) }));
  const changed = await trx
    .with('written', (db) =>
      db
        .insertInto('rates')
        .columns(columns)
        .expression(({ selectFrom }) => selectFrom(rowsOf('rates', rows).as('given')).select(columns))
        .onConflict((rate) =>
          rate
            .columns(['series_id', 'arrival_date'])
            .doUpdateSet(({ ref }) => ({
              min_price: ref('excluded.min_price'),
              max_price: ref('excluded.max_price'),
              modal_price: ref('excluded.modal_price'),
            }))
            .where((eb) =>
              eb.or(prices.map((price) => eb(`rates.${price}`, '<>', eb.ref(`excluded.${price}`)))),
            ),
        )
        .returning('series_id'),
    )
    .selectFrom('written')
    .select(({ cast, fn }) => ['series_id', cast<number>(fn.countAll(), 'integer').as('count')])
    .groupBy('series_id')
    .execute();
  return new Map(changed.map(({ series_id: id, count }) => [id, count]));
}

const summary = ['arrival_date', ...prices, 'previous_date', 'previous_modal', 'is_doubtful'] as const;

/**
 * Copies the latest plausible arrival and the one before to each series. A series of doubtful arrivals only has the latest
 * one.
 */
async function renewSeries(trx: Transaction, ids: readonly number[]): Promise<void> {
  const doubted = new Set(await findDoubted(trx, ids));
  const arrivals = expressionBuilder<DB, 'rates'>()
    .selectFrom('rates')
    .select(['arrival_date', ...prices])
    .where('series_id', '=', sql.ref<number>('series.id'))
    .orderBy('arrival_date', 'desc')
    .limit(1);
  const flag = (isDoubted: boolean) => sql<boolean>`${sql.lit(isDoubted)}`.as('is_doubtful');
  await copyLatest(
    trx,
    ids.filter((id) => !doubted.has(id)),
    arrivals.select(flag(false)),
    arrivals,
  );
  if (doubted.size === 0) return;
  const plausible = arrivals.where(({ not }) => not(isDoubtful));
  const either = expressionBuilder<DB, never>()
    .selectFrom(plausible.select(flag(false)).as('plausible'))
    .selectAll()
    .unionAll(({ selectFrom }) => selectFrom(arrivals.select(flag(true)).as('arrivals')).selectAll())
    .orderBy('is_doubtful')
    .limit(1);
  await copyLatest(trx, [...doubted], either, plausible);
}

interface Arrival {
  arrival_date: string;
  min_price: number;
  max_price: number;
  modal_price: number;
}

async function copyLatest(
  trx: Transaction,
  ids: readonly number[],
  latest: AliasableExpression<Arrival & { is_doubtful: boolean }>,
  arrivals: SelectQueryBuilder<DB, 'rates', Arrival>,
): Promise<void> {
  const previous = arrivals.where('arrival_date', '<', sql.ref<string>('latest.arrival_date'));
  await trx
    .updateTable('rate_series')
    .from(({ fn, selectFrom, val }) =>
      selectFrom('rate_series as series')
        .innerJoinLateral(latest.as('latest'), (join) => join.onTrue())
        .leftJoinLateral(previous.as('previous'), (join) => join.onTrue())
        .select([
          'series.id',
          'latest.arrival_date',
          'latest.min_price',
          'latest.max_price',
          'latest.modal_price',
          'latest.is_doubtful',
        ])
        .select(['previous.arrival_date as previous_date', 'previous.modal_price as previous_modal'])
        .where('series.id', '=', fn.any(val(ids)))
        .as('recent'),
    )
    .set(({ ref }) => ({
      arrival_date: ref('recent.arrival_date'),
      min_price: ref('recent.min_price'),
      max_price: ref('recent.max_price'),
      modal_price: ref('recent.modal_price'),
      is_doubtful: ref('recent.is_doubtful'),
      previous_date: ref('recent.previous_date'),
      previous_modal: ref('recent.previous_modal'),
    }))
    .whereRef('rate_series.id', '=', 'recent.id')
    .where((eb) =>
      eb.or(
        summary.map((column) => eb(`rate_series.${column}`, 'is distinct from', eb.ref(`recent.${column}`))),
      ),
    )
    .execute();
}
