import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { todayInIndia } from '@upaj/contract/days';
import { judgeCommodity, judgeRates, type NewRate } from '#src/mandi/verdicts/service.ts';
import { ProviderError, type SourcesService } from '#src/mandi/sources/service.ts';
import { withLongLimits } from '#src/platform/db/time-limits.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { Refusal } from './data-gov-in-client.ts';
import { cleanRate, type CleanRate } from './clean.ts';
import { readRatesCsv, type CsvOptions } from './csv-rates.ts';
import type { DataGovIn } from './data-gov-in.ts';
import { seriesKey } from './spellings.ts';
import type { KeyedRate, KnownSeries, RatesStore, SeriesBook } from './store.ts';

export type RatesService = ReturnType<typeof ratesService>;

export interface Ingested {
  rates: number;
  commodities: string[];
}

export interface RatesDeps {
  store: RatesStore;
  sources: SourcesService;
  log: FastifyBaseLogger;
  dataGovIn: DataGovIn;
  /** Shows the new rates of these commodities and evaluates their alerts. */
  applyRates(commodities: readonly string[]): void | Promise<void>;
  now?: () => Date;
}

interface FetchResult {
  received: number;
  failed: string[];
}

/** Rates of one batch. A large batch is much faster, because each series is updated once per batch. */
const batchSize = 50_000;
/** How many series are remembered. India's mandis have about 30,000. */
const seriesKnown = 60_000;

export function ratesService({ store, sources, log, dataGovIn, applyRates, now }: RatesDeps) {
  /** Writes all rates or none. Skips samples when there are real rates; the first real rate removes all samples. */
  async function writeBatch(rates: readonly CleanRate[], isSample: boolean, known: SeriesBook) {
    const keyed = rates.map((rate) => ({ key: seriesKey(rate), rate }));
    await store.addYears(new Set(rates.map(({ arrivalDate }) => Number(arrivalDate.slice(0, 4)))));
    let series: ReadonlyMap<string, KnownSeries> = new Map();
    const written = await store.write(async (trx) => {
      const hasOthers = await store.hasSeries(trx, !isSample);
      if (isSample && hasOthers) return { rates: 0, commodities: [], removedSamples: 0 };
      const removedSamples = hasOthers ? await store.removeSamples(trx) : 0;
      series = await store.claimSeries(trx, keyed, known, isSample);
      const batch = lastOfEachDay(keyed, series);
      const changed = await store.writeRates(trx, batch);
      if (changed.size > 0) {
        const rejudged = isSample ? [] : await judgeRates(trx, batch.map(toNewRate(changed)));
        await store.renewSeries(trx, [...new Set([...changed.keys(), ...rejudged])]);
      }
      if (changed.size > 0 || removedSamples > 0) await store.raiseVersion(trx);
      const commodities = [...series.values()].flatMap((one) =>
        changed.has(one.judged.id) ? one.commodity : [],
      );
      const count = [...changed.values()].reduce((sum, ofSeries) => sum + ofSeries, 0);
      return { rates: count, commodities: [...new Set(commodities)], removedSamples };
    });
    // The new series are remembered only now, because a transaction that fails would have undone them.
    if (!isSample) for (const [key, one] of series) known.set(key, one);
    return written;
  }

  /** Applies the rates also when the import fails, because some may have been written. */
  async function ingestAll(
    batches: Iterable<readonly CleanRate[]> | AsyncIterable<readonly CleanRate[]>,
    isSample: boolean,
  ): Promise<Ingested> {
    const commodities = new Set<string>();
    const known: SeriesBook = new LRUCache(atMost(seriesKnown));
    let rates = 0;
    let isChanged = false;
    try {
      for await (const batch of batches) {
        if (batch.length === 0) continue;
        const written = await withLongLimits(() => writeBatch(batch, isSample, known));
        rates += written.rates;
        isChanged ||= written.rates > 0 || written.removedSamples > 0;
        for (const commodity of written.commodities) commodities.add(commodity);
      }
    } finally {
      if (isChanged) await applyRates([...commodities]);
    }
    return { rates, commodities: [...commodities] };
  }

  async function* daysRates(result: FetchResult, signal: AbortSignal): AsyncGenerator<CleanRate[]> {
    const today = todayInIndia(now?.().getTime());
    const refusals = new Map<string, number>();
    let count = 0;
    for await (const { state, records, failure } of dataGovIn.fetchStates(signal)) {
      if (failure) result.failed.push(`${state} (${failure})`);
      else result.received += 1;
      const cleaned = records.map((record) => cleanRate(record, today));
      for (const reason of cleaned.filter((rate) => typeof rate === 'string'))
        refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
      const rates = cleaned.filter((rate) => typeof rate !== 'string');
      count += rates.length;
      yield rates;
    }
    log.info({ count, refused: Object.fromEntries(refusals) }, 'rates fetched');
  }

  const succeed = () => sources.run('rates', async () => {});
  const fail = (failure: ProviderError) =>
    sources.run('rates', async (): Promise<never> => {
      throw failure;
    });

  /**
   * Records what the run achieved. When some states failed, it records a failure and a success, because the provider
   * still delivered: the one that fits most states comes last. @throws when a state failed
   */
  async function saveRun({ received, failed }: FetchResult): Promise<void> {
    if (failed.length === 0) return succeed();
    const failure = new ProviderError(`Rates are missing or incomplete for ${listed(failed)}`);
    if (received > failed.length) return fail(failure).finally(succeed);
    if (received > 0) await succeed();
    return fail(failure);
  }

  return {
    /**
     * Writes rates, idempotently: the last rate of a series and day wins. Sample rates are added only when there are no
     * real ones.
     */
    ingest: (rates: readonly CleanRate[], { isSample }: { isSample: boolean }): Promise<Ingested> =>
      ingestAll(isSample ? [rates] : cut(rates), isSample),

    importCsv: (file: string, options: CsvOptions): Promise<Ingested> =>
      ingestAll(readRatesCsv(file, { ...options, batchSize, today: todayInIndia(now?.().getTime()) }), false),

    /** Fetches the rates of the day. @throws when a state failed; the other states' rates stay */
    async fetchDay(signal: AbortSignal): Promise<Ingested> {
      const result: FetchResult = { received: 0, failed: [] };
      const ingested = await ingestAll(daysRates(result, signal), false).catch((error: unknown) => {
        const reason: unknown = signal.aborted ? signal.reason : error;
        if (reason instanceof Refusal) return fail(reason);
        if (isTimeout(reason)) return fail(new ProviderError('Timed out', { cause: reason }));
        throw error;
      });
      await saveRun(result);
      return ingested;
    },

    async judgeAgain(signal: AbortSignal): Promise<void> {
      const changed: string[] = [];
      for (const commodity of await store.findCommodities()) {
        if (signal.aborted) break;
        const isChanged = await store.write(async (trx) => {
          const series = await judgeCommodity(trx, commodity);
          if (series.length === 0) return false;
          await store.renewSeries(trx, [...new Set(series)]);
          await store.raiseVersion(trx);
          return true;
        });
        if (isChanged) changed.push(commodity);
      }
      if (changed.length > 0) await applyRates(changed);
    },

    hasAny: store.hasAny,
  };
}

function lastOfEachDay(keyed: readonly KeyedRate[], series: ReadonlyMap<string, KnownSeries>) {
  const last = new Map<string, { series: KnownSeries; rate: CleanRate }>();
  for (const { key, rate } of keyed) {
    const found = series.get(key);
    if (found) last.set(`${found.judged.id} ${rate.arrivalDate}`, { series: found, rate });
  }
  return [...last.values()];
}

function toNewRate(changed: ReadonlyMap<number, number>) {
  return ({ series, rate }: { series: KnownSeries; rate: CleanRate }): NewRate => ({
    series: series.judged,
    commodity: series.commodity,
    arrivalDate: rate.arrivalDate,
    modalPrice: rate.modalPrice,
    isChanged: changed.has(series.judged.id),
  });
}

/** A timeout counts as a failure, an abort by the caller does not. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

function listed(states: readonly string[]): string {
  const rest = states.length - 4;
  return states.slice(0, 4).join(', ') + (rest > 0 ? ` and ${rest} ${rest === 1 ? 'other' : 'others'}` : '');
}

function* cut(rates: readonly CleanRate[]): Generator<readonly CleanRate[]> {
  for (let start = 0; start < rates.length; start += batchSize) yield rates.slice(start, start + batchSize);
}
