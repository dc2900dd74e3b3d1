import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#src/db/connect.ts';
import type { CleanRate } from './clean.ts';

/** What a batch changed. */
export interface Written {
  /** Rates that are new or not as they were. */
  rates: number;
  /** The commodities of those. */
  commodities: string[];
  /** Made-up series that went away. */
  removedSamples: number;
}

const nothing: Written = { rates: 0, commodities: [], removedSamples: 0 };

export function ratesStore(db: Database) {
  return {
    async hasAny(): Promise<boolean> {
      const { rows } = await sql`select from rate_series limit 1`.execute(db);
      return rows.length > 0;
    },

    /**
     * Writes rates of which no two are of the same series and day, all or none of them. Made-up ones are left out where
     * there is a real one, and go away with the first.
     */
    writeBatch(rates: readonly CleanRate[], isSample: boolean): Promise<Written> {
      return db.transaction().execute(async (transaction) => {
        // One writer at a time: what they write overlaps in any order, and they would wait for each other.
        await sql`select pg_advisory_xact_lock(hashtext('rates'))`.execute(transaction);
        const others = await hasSeries(transaction, !isSample);
        if (isSample && others) return nothing;
        const removedSamples = others ? await removeSamples(transaction) : 0;
        await addSeries(transaction, rates, isSample);
        const { count, ids } = await writeRates(transaction, rates);
        const commodities = ids.length > 0 ? await renewSeries(transaction, ids) : [];
        return { rates: count, commodities, removedSamples };
      });
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

const key = sql`state, district, market, commodity, variety, grade`;

/** The rates as a table, one parameter a column. */
function given(rates: readonly CleanRate[]): RawBuilder<unknown> {
  const texts = (column: keyof CleanRate) => sql`${rates.map((rate) => rate[column])}::text[]`;
  const prices = (column: 'minPrice' | 'maxPrice' | 'modalPrice') =>
    sql`${rates.map((rate) => rate[column])}::numeric[]`;
  return sql`unnest(
    ${texts('state')}, ${texts('district')}, ${texts('market')}, ${texts('commodity')}, ${texts('variety')},
    ${texts('grade')}, ${texts('crop')}, ${rates.map(({ arrivalDate }) => arrivalDate)}::date[],
    ${prices('minPrice')}, ${prices('maxPrice')}, ${prices('modalPrice')}
  ) given (${key}, crop, arrival_date, min_price, max_price, modal_price)`;
}

/** Only series that are new: one that were tried and conflicted would use up a number. */
async function addSeries(db: Database, rates: readonly CleanRate[], isSample: boolean): Promise<void> {
  await sql`
    insert into rate_series (${key}, crop, is_sample, arrival_date, min_price, max_price, modal_price)
    select distinct on (${key}) ${key}, crop, ${isSample}, arrival_date, min_price, max_price, modal_price
    from ${given(rates)}
    where not exists (
      select from rate_series known where (known.state, known.district, known.market, known.commodity, known.variety,
        known.grade) = (given.state, given.district, given.market, given.commodity, given.variety, given.grade))
    order by ${key}, arrival_date desc`.execute(db);
}

/** @returns how many rates are new or changed, and whose they are. */
async function writeRates(
  db: Database,
  rates: readonly CleanRate[],
): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with written as (
      insert into rates (series_id, arrival_date, min_price, max_price, modal_price)
      select series.id, given.arrival_date, given.min_price, given.max_price, given.modal_price
      from ${given(rates)} join rate_series series using (${key})
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

/** Lays the last two arrivals of each of these series into it. @returns their commodities. */
async function renewSeries(db: Database, ids: readonly number[]): Promise<string[]> {
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
  const { rows } = await sql<{ commodity: string }>`
    select distinct commodity from rate_series where id = any(${ids}::int[]) order by commodity`.execute(db);
  return rows.map(({ commodity }) => commodity);
}
