import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ServiceAddress } from '#src/env.ts';
import { stateRows } from '#src/platform/places/places.ts';
import { requestDataGovIn, Refusal, type RetryOptions } from './data-gov-in-client.ts';
import type { RawRate } from './clean.ts';

export interface FetchedState {
  state: string;
  records: RawRate[];
  failure?: string;
}

export type DataGovIn = ReturnType<typeof dataGovIn>;

export interface DataGovInOptions extends Partial<RetryOptions> {
  /** Names in AGMARKNET's spelling, because the filter matches exactly. */
  stateNames?: readonly string[];
  firstOf?: ((count: number) => number) | undefined;
}

/** The resource is "Current Daily Price of Various Commodities from Various Markets (Mandi)". */
const resource = '9ef84268-d588-465a-a308-a864a43d0070';
const pageSize = 1_000;
/** The API's search index returns at most this many rows. */
const window = 10_000;
const longestRest = 2_000;
const mostFailures = 4;

const text = z.pipe(
  z._default(z.nullable(z.union([z.string(), z.number()])), ''),
  z.transform((value) => String(value ?? '')),
);
const recordSchema = z.object({
  state: z.string(),
  district: text,
  market: text,
  commodity: text,
  variety: text,
  grade: text,
  arrival_date: text,
  min_price: z.unknown(),
  max_price: z.unknown(),
  modal_price: z.unknown(),
});
const count = z.pipe(z.pipe(z.union([z.number(), z.string()]), z.transform(Number)), z.int().check(z.gte(0)));
const pageSchema = z.object({ total: count, records: z.array(z.unknown()) });
/** An empty page before the last row is an error: rows would be missing unnoticed. */
const pageFrom = (offset: number) =>
  pageSchema.check(
    z.refine(({ total, records }) => records.length > 0 || offset >= total, {
      error: ({ input }) => `returned only ${offset} of ${(input as { total: number }).total} rows`,
    }),
  );

const usualNames = stateRows.flatMap(({ state, portalNames }) => [state, ...portalNames]);

export function dataGovIn(
  { url, key }: ServiceAddress,
  { stateNames = usualNames, firstOf = anyOf, ...retryOptions }: DataGovInOptions = {},
) {
  async function fetchPage(state: string, offset: number, signal: AbortSignal) {
    if (!key) throw new Refusal('key', 'DATA_GOV_IN_KEY is not set');
    const query = new URLSearchParams({
      'api-key': key,
      format: 'json',
      offset: String(offset),
      limit: String(Math.min(pageSize, window - offset)),
      'filters[state.keyword]': state,
    });
    const address = `${url.replace(/\/$/, '')}/resource/${resource}?${query}`;
    return requestDataGovIn(address, key, pageFrom(offset), signal, retryOptions);
  }

  async function fetchState(state: string, fetched: FetchedState, signal: AbortSignal): Promise<void> {
    for (let offset = 0, total = 1; offset < total;) {
      if (offset >= window) throw new Refusal('answer', `returns only ${window} of ${total} rows`);
      const startedAt = performance.now();
      const page = await fetchPage(state, offset, signal);
      // A pause after each response spares the service.
      await wait(Math.min(performance.now() - startedAt, longestRest), undefined, { signal });
      for (const record of page.records) {
        const read = z.safeParse(recordSchema, record);
        if (read.success && isSame(read.data.state, state)) fetched.records.push(toRaw(read.data));
      }
      total = page.total;
      offset += page.records.length;
    }
  }

  return {
    /** Fetches state by state, from a random one on, so that aborted runs miss different ones. */
    async *fetchStates(signal: AbortSignal): AsyncGenerator<FetchedState> {
      let failures = 0;
      const first = firstOf(stateNames.length);
      for (const state of [...stateNames.slice(first), ...stateNames.slice(0, first)]) {
        const fetched: FetchedState = { state, records: [] };
        if (failures < mostFailures) {
          try {
            await fetchState(state, fetched, signal);
            failures = 0;
          } catch (error) {
            if (signal.aborted || !(error instanceof Refusal) || error.kind === 'key') throw error;
            fetched.failure = error.message;
            failures = error.kind === 'pause' ? mostFailures : failures + 1;
          }
        } else fetched.failure = 'skipped after repeated failures';
        yield fetched;
      }
    },
  };
}

function anyOf(count: number): number {
  return Math.floor(Math.random() * count);
}

/** The API may ignore the filter or match by word: 'Madhya Pradesh' also returns 'Andhra Pradesh'. */
function isSame(name: string, startedAt: string): boolean {
  return name.trim().toLowerCase() === startedAt.toLowerCase();
}

function toRaw({
  arrival_date,
  min_price,
  max_price,
  modal_price,
  ...names
}: z.infer<typeof recordSchema>): RawRate {
  return {
    ...names,
    arrivalDate: arrival_date,
    minPrice: min_price,
    maxPrice: max_price,
    modalPrice: modal_price,
  };
}
