import fastify from 'fastify';
import type { CleanRate } from '#src/mandi/rates/clean.ts';
import type { FileSummary } from '#src/mandi/rates/csv-rates.ts';
import { dataGovIn, type DataGovInOptions } from '#src/mandi/rates/data-gov-in.ts';
import type { Given } from '#src/mandi/rates/file-header.ts';
import { ratesService } from '#src/mandi/rates/service.ts';
import { ratesStore } from '#src/mandi/rates/store.ts';
import type { TestDatabase } from './database.ts';
import { openSources } from './sources.ts';

export function rateOf(changes: Partial<CleanRate> = {}): CleanRate {
  return {
    state: 'Punjab',
    district: 'Ludhiana',
    market: 'Khanna',
    commodity: 'Wheat',
    crop: 'wheat',
    variety: 'Dara',
    grade: 'FAQ',
    arrivalDate: '2026-08-20',
    minPrice: 2300,
    maxPrice: 2500,
    modalPrice: 2400,
    ...changes,
  };
}

interface RatesOfTest {
  url?: string;
  key?: string | undefined;
  manner?: DataGovInOptions;
  now?: () => Date;
  applyRates?: (commodities: readonly string[]) => void;
}

export function openRates(database: TestDatabase, options: RatesOfTest = {}) {
  const { url = 'http://127.0.0.1:9', key, manner, ...rest } = options;
  const logs: string[] = [];
  const sources = openSources(database);
  const rates = ratesService({
    store: ratesStore(database),
    sources,
    log: fastify({ logger: { level: 'trace', stream: { write: (line) => void logs.push(line) } } }).log,
    dataGovIn: dataGovIn({ url, key }, manner),
    applyRates() {},
    ...rest,
  });
  return { rates, sources, logs };
}

/** Imports a file, and collects what the import says about it. */
export async function importFile(database: TestDatabase, file: string, given: Given = {}) {
  const refused: [line: number, reason: string][] = [];
  const progress: [rows: number, share: number][] = [];
  const summaries: FileSummary[] = [];
  const result = await openRates(database)
    .rates.importCsv(file, {
      ...given,
      onRefused: (line, reason) => void refused.push([line, reason]),
      onProgress: (rows, share) => void progress.push([rows, share]),
      onRead: (summary) => void summaries.push(summary),
    })
    .then(
      (ingested) => ingested.rates,
      (error: Error) => error.message,
    );
  return { result, refused, progress, summaries };
}

export async function storedRates({ db }: TestDatabase) {
  const series = await db
    .selectFrom('rate_series')
    .selectAll()
    .orderBy('commodity')
    .orderBy('market')
    .execute();
  const points = await db.selectFrom('rates').selectAll().orderBy('arrival_date').execute();
  return series.map((one) => ({
    ...one,
    history: points
      .filter(({ series_id: id }) => id === one.id)
      .map(({ arrival_date: day, modal_price: modal }) => [dayOf(day), Number(modal)] as const),
  }));
}

/** Returns the date as YYYY-MM-DD. The embedded database's driver and PostgreSQL's return dates as different types. */
export function dayOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value as string | null;
  const day = value as Date;
  return new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
