import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import type { CleanRate } from './clean.ts';
import { seriesKey, speller, type Spelled } from './spellings.ts';

export interface Written {
  rates: number;
  commodities: string[];
  removedSamples: number;
}

interface KnownSeries {
  id: number;
  commodity: string;
}

/** Real series are never removed, so their ids can be cached. */
export interface SeriesBook {
  get(key: string): KnownSeries | undefined;
  set(key: string, series: KnownSeries): unknown;
}

interface KeyedRate {
  key: string;
  rate: CleanRate;
}

const nothing: Written = { rates: 0, commodities: [], removedSamples: 0 };

export function ratesStore(db: Database) {
  return {
    async hasAny(): Promise<boolean> {
      const { rows } = await sql`select from rate_series limit 1`.execute(db);
      return rows.length > 0;
    },

    /**
     * All or none. Sample rates are skipped when there are real ones, and removed with the first real one.
     */
    async writeBatch(rates: readonly CleanRate[], isSample: boolean, known: SeriesBook): Promise<Written> {
      const keyed = new Map<string, KeyedRate>();
      const unknown = new Map<string, CleanRate>();
      for (const rate of rates) {
        const key = seriesKey(rate);
        keyed.set(`${key}\n${rate.arrivalDate}`, { key, rate });
        if (!unknown.has(key) && known.get(key) === undefined) unknown.set(key, rate);
      }
      const found = new Map<string, KnownSeries>();
      const written = await db.transaction().execute(async (transaction) => {
        // Overlapping batches would deadlock.
        await sql`select pg_advisory_xact_lock(hashtext('rates'))`.execute(transaction);
        const hasOthers = await hasSeries(transaction, !isSample);
        if (isSample && hasOthers) return nothing;
        const removedSamples = hasOthers ? await removeSamples(transaction) : 0;
        if (unknown.size > 0) {
          const spell = speller(await readSpellings(transaction, [...unknown.values()]));
          const spelled = [...unknown.values()].map((rate) => spell(rate));
          const ids = await claimSeries(transaction, spelled, isSample);
          for (const [index, key] of [...unknown.keys()].entries())
            found.set(key, { id: ids.get(index) ?? 0, commodity: spelled[index]?.commodity ?? '' });
        }
        const points = [...keyed.values()].map(({ key, rate }) => ({
          ...rate,
          ...(found.get(key) ?? known.get(key) ?? { id: 0 }),
        }));
        const { count, ids } = await writePoints(transaction, points);
        if (ids.length > 0) await renewSeries(transaction, ids);
        if (count > 0 || removedSamples > 0)
          await sql`update rates_version set version = version + 1`.execute(transaction);
        const touched = new Set(ids);
        const commodities = new Set(
          points.filter(({ id }) => touched.has(id)).map((point) => point.commodity),
        );
        return { rates: count, commodities: [...commodities], removedSamples };
      });
      if (!isSample) for (const [key, series] of found) known.set(key, series);
      return written;
    },
  };
}

export type RatesStore = ReturnType<typeof ratesStore>;

async function hasSeries(db: Database, isSample: boolean): Promise<boolean> {
  const { rows } = await sql`select from rate_series where is_sample = ${isSample} limit 1`.execute(db);
  return rows.length > 0;
}

async function removeSamples(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from rate_series where is_sample`.execute(db);
  return Number(numAffectedRows);
}

async function readSpellings(db: Database, rates: readonly CleanRate[]): Promise<Spelled[]> {
  const states = [...new Set(rates.map(({ state }) => state))];
  const named = (kind: 'commodity' | 'variety' | 'grade') => sql`
    select ${sql.lit(kind)}, '', '', ${sql.ref(kind)}, min(id) from rate_series group by ${sql.ref(kind)}`;
  const { rows } = await sql<Spelled>`
    with mandis as (
      select state, district, market, min(id) as id from rate_series where state = any (${states}::text[])
      group by state, district, market
    ), spelled (kind, state, district, name, id) as (
      select 'market', state, district, market, id from mandis
      union all select 'district', state, '', district, min(id) from mandis group by state, district
      union all ${named('commodity')} union all ${named('variety')} union all ${named('grade')}
    )
    select kind, state, district, name from spelled order by id`.execute(db);
  return rows;
}

const key = sql`state, district, market, commodity, variety, grade`;

/** Conflicting inserts are avoided because each uses up an id. */
async function claimSeries(
  db: Database,
  rates: readonly CleanRate[],
  isSample: boolean,
): Promise<Map<number, number>> {
  const texts = (column: keyof CleanRate) => sql`${rates.map((rate) => rate[column])}::text[]`;
  const { rows } = await sql<{ place: number; id: number }>`
    with given as materialized (
      select * from unnest(
        ${texts('state')}, ${texts('district')}, ${texts('market')}, ${texts('commodity')}, ${texts('variety')},
        ${texts('grade')}, ${texts('crop')}, ${rates.map(({ arrivalDate }) => arrivalDate)}::date[], ${prices(rates, 'minPrice')},
        ${prices(rates, 'maxPrice')}, ${prices(rates, 'modalPrice')}
      ) with ordinality given (${key}, crop, arrival_date, min_price, max_price, modal_price, place)
    ),
    existing as materialized (
      select given.place, series.id, series.crop is distinct from given.crop as is_other_crop
      from given join rate_series series using (${key})
    ),
    added as (
      insert into rate_series (${key}, crop, is_sample, arrival_date, min_price, max_price, modal_price)
      select ${key}, crop, ${isSample}, arrival_date, min_price, max_price, modal_price from given
      where place not in (select place from existing)
      returning id, ${key}
    ),
    reassigned as (
      update rate_series series set crop = given.crop from existing join given using (place)
      where series.id = existing.id and existing.is_other_crop
    )
    select place::int - 1 as place, id from existing
    union all select given.place::int - 1, added.id from added join given using (${key})`.execute(db);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

function prices(
  rates: readonly CleanRate[],
  column: 'minPrice' | 'maxPrice' | 'modalPrice',
): RawBuilder<unknown> {
  return sql`${rates.map((rate) => rate[column])}::numeric[]`;
}

async function writePoints(
  db: Database,
  points: readonly (CleanRate & { id: number })[],
): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with written as (
      insert into rates (series_id, arrival_date, min_price, max_price, modal_price)
      select * from unnest(
        ${points.map(({ id }) => id)}::int[], ${points.map(({ arrivalDate }) => arrivalDate)}::date[],
        ${prices(points, 'minPrice')}, ${prices(points, 'maxPrice')}, ${prices(points, 'modalPrice')})
      on conflict (series_id, arrival_date) do update
      set min_price = excluded.min_price, max_price = excluded.max_price, modal_price = excluded.modal_price
      where (rates.min_price, rates.max_price, rates.modal_price)
        is distinct from (excluded.min_price, excluded.max_price, excluded.modal_price)
      returning series_id
    )
    select count(*)::int as count, coalesce(array_agg(distinct series_id), '{}') as ids from written`.execute(
    db,
  );
  return rows[0] ?? { count: 0, ids: [] };
}

async function renewSeries(db: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update rate_series series
    set arrival_date = latest.arrival_date, min_price = latest.min_price, max_price = latest.max_price,
      modal_price = latest.modal_price, previous_date = previous.arrival_date, previous_modal = previous.modal_price
    from unnest(${ids}::int[]) touched (id)
    cross join lateral (
      select * from rates where series_id = touched.id order by arrival_date desc limit 1
    ) latest
    left join lateral (
      select arrival_date, modal_price from rates
      where series_id = touched.id and rates.arrival_date < latest.arrival_date order by arrival_date desc limit 1
    ) previous on true
    where series.id = touched.id
      and (series.arrival_date, series.min_price, series.max_price, series.modal_price, series.previous_date,
          series.previous_modal)
        is distinct from (latest.arrival_date, latest.min_price, latest.max_price, latest.modal_price,
          previous.arrival_date, previous.modal_price)`.execute(db);
}
