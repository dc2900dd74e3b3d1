import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ProviderError, type SourcesService } from '#src/features/sources/service.ts';
import { Refusal } from './ask-data-gov-in.ts';
import { cleanRate, type CleanRate } from './clean.ts';
import type { DataGovIn } from './data-gov-in.ts';
import { todayInIndia } from './days.ts';
import { readRatesCsv, type CsvOptions } from './csv-rates.ts';
import type { RatesStore, SeriesBook } from './store.ts';

export interface RatesService {
  /**
   * Takes rates in; the same ones twice change nothing. Of two for one series and day the last one counts.
   * Sample rates are taken in one piece, and only where there are no real ones.
   */
  ingest(rates: readonly CleanRate[], options: { isSample: boolean }): Promise<Ingested>;
  /**
   * Takes in a file of AGMARKNET's, as large as it may be. What came before a failure is kept.
   * @throws StartError when the file cannot be read or is none of these.
   */
  importCsv(file: string, options: CsvOptions): Promise<Ingested>;
  /**
   * Asks data.gov.in for the day's rates of every state and keeps how that went as the source's; a run that was stopped
   * says nothing of the source.
   * @throws when a state failed; what came from the others is kept.
   */
  fetchDay(signal: AbortSignal): Promise<Ingested>;
  /** Whether there are rates at all. */
  hasAny(): Promise<boolean>;
}

/** What an ingestion changed. */
export interface Ingested {
  /** Rates that are new or not as they were. */
  rates: number;
  /** The commodities of those. */
  commodities: string[];
}

export interface RatesOptions {
  store: RatesStore;
  sources: SourcesService;
  log: FastifyBaseLogger;
  dataGovIn: DataGovIn;
  /** Hears of every ingestion that changed anything, once, when it is through. */
  onChanged?: (commodities: readonly string[]) => void | Promise<void>;
  now?: () => Date;
}

/** The states of a run, as AGMARKNET spells them. */
interface Asked {
  /** How many were read to the end. */
  answered: number;
  /** Each with the reason. */
  failed: string[];
}

/** Rates in one transaction. The latest ones of a series are laid into it once for each, so large ones gain much. */
const batchSize = 50_000;
/** India's mandis have some 30,000 series. */
const seriesKnown = 60_000;

export function ratesService({ store, sources, log, dataGovIn, onChanged, now }: RatesOptions): RatesService {
  /** Tells the listener even of an ingestion that failed half way, as what it wrote is there. */
  async function ingestAll(
    batches: Iterable<readonly CleanRate[]> | AsyncIterable<readonly CleanRate[]>,
    isSample: boolean,
  ): Promise<Ingested> {
    const commodities = new Set<string>();
    const known: SeriesBook = new LRUCache({ max: seriesKnown });
    let rates = 0;
    let isChanged = false;
    try {
      for await (const batch of batches) {
        if (batch.length === 0) continue;
        const written = await store.writeBatch(batch, isSample, known);
        rates += written.rates;
        isChanged ||= written.rates > 0 || written.removedSamples > 0;
        for (const commodity of written.commodities) commodities.add(commodity);
      }
    } finally {
      if (isChanged) await onChanged?.([...commodities]);
    }
    return { rates, commodities: [...commodities] };
  }

  /** What of the day came; states are entered in `asked`. */
  async function* daysRates(asked: Asked, signal: AbortSignal): AsyncGenerator<CleanRate[]> {
    const today = todayInIndia(now?.());
    const refusals = new Map<string, number>();
    let count = 0;
    for await (const { state, records, failure } of dataGovIn.fetchStates(signal)) {
      if (failure) asked.failed.push(`${state} (${failure})`);
      else asked.answered += 1;
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

  /** Whichever is later is how the source does: where a few states failed, the provider has not. @throws when one failed. */
  async function keepRun({ answered, failed }: Asked): Promise<void> {
    if (failed.length === 0) return succeed();
    const failure = new ProviderError(`No rates, or not all, from ${listed(failed)}`);
    if (answered > failed.length) return fail(failure).finally(succeed);
    if (answered > 0) await succeed();
    return fail(failure);
  }

  return {
    ingest: (rates, { isSample }) => ingestAll(isSample ? [rates] : cut(rates), isSample),

    importCsv: (file, options) =>
      ingestAll(readRatesCsv(file, { ...options, batchSize, today: todayInIndia(now?.()) }), false),

    async fetchDay(signal) {
      const asked: Asked = { answered: 0, failed: [] };
      const ingested = await ingestAll(daysRates(asked, signal), false).catch((error: unknown) => {
        const reason: unknown = signal.aborted ? signal.reason : error;
        if (reason instanceof Refusal) return fail(reason);
        if (isTimeout(reason)) return fail(new ProviderError('It took too long', { cause: reason }));
        throw error;
      });
      await keepRun(asked);
      return ingested;
    },

    hasAny: store.hasAny,
  };
}

/** Whoever runs out of patience was let down by the provider, other than who stops. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

function listed(states: readonly string[]): string {
  const rest = states.length - 4;
  return states.slice(0, 4).join(', ') + (rest > 0 ? ` and ${rest} others` : '');
}

function* cut(rates: readonly CleanRate[]): Generator<readonly CleanRate[]> {
  for (let start = 0; start < rates.length; start += batchSize) yield rates.slice(start, start + batchSize);
}
