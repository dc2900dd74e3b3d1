import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { writeLocation, type Location } from '@upaj/contract/market';
import type { State } from '@upaj/contract/places';
import type { Weather } from '@upaj/contract/weather';
import type { SourcesService } from '#src/features/sources/service.ts';
import { AppError } from '#src/http/errors.ts';
import type { RateLimit } from '#src/http/rate-limit.ts';
import { centreOf } from '#src/places/distance.ts';
import type { Coordinates } from '#src/places/district-centres.ts';
import { findAdvisories } from './advisories.ts';
import { describeCode } from './conditions.ts';
import { ProviderBusyError, type Forecast } from './forecast.ts';
import { stateCapitals } from './state-capitals.ts';
import type { Report, WeatherStore } from './store.ts';
import { inTurns } from './turns.ts';

export interface WeatherService {
  /**
   * The weather of a district, or of a state's capital, as last told: `fetchedAt` says when. Null where it was never told.
   * Waits a moment for a place that nobody has asked for lately; what was told of it hours ago stands in when that fails.
   */
  find(location: Location): Promise<Weather | null>;
}

export interface WeatherOptions {
  store: WeatherStore;
  sources: SourcesService;
  log: Pick<FastifyBaseLogger, 'warn'>;
  fetchForecast(centre: Coordinates): Promise<Forecast>;
  /** Each is asked before the provider is. */
  budgets: readonly Pick<RateLimit, 'take'>[];
  now?: () => Date;
  /** How long somebody waits for the provider, in ms. */
  patience?: number;
}

/** A report is good for so long: the provider allows 10,000 calls a day, and there are 785 districts. */
export const reportFresh = 60 * 60_000;
/** After a failure, so long is the provider not asked for that place again; for no place at all when it is busy. */
const pauseAfterFailure = 60_000;
const anyPlace = '*';
/** Whoever is shown an older report as the current weather is misled: they wait for a new one. */
const stillCurrent = 3 * 60 * 60_000;
/** A report older than this tells of days gone by. */
const reportKept = 3 * 24 * 60 * 60_000;
/** The provider is asked for so many places at once. */
const mostAtOnce = 4;

export function weatherService({
  store,
  sources,
  log,
  fetchForecast,
  budgets,
  now = () => new Date(),
  patience = 3_000,
}: WeatherOptions): WeatherService {
  const underWay = new Map<string, Promise<Report | undefined>>();
  const failed = new LRUCache<string, true>({ max: 1_000, ttl: pauseAfterFailure });
  const inTurn = inTurns(mostAtOnce);

  const isPaused = (key: string) => failed.has(key) || failed.has(anyPlace);

  /** Never throws: a failure is kept as the source's, and logged. */
  async function fetchReport(state: State, district: string): Promise<Report | undefined> {
    const centre = centreOf(state, district);
    if (!centre || isPaused(`${district}, ${state}`)) return undefined;
    try {
      await takeCall();
      const forecast = await sources.run('weather', () => fetchForecast(centre));
      const report = { forecast, fetchedAt: now() };
      await store.keepReport(state, district, report);
      return report;
    } catch (error) {
      failed.set(error instanceof ProviderBusyError ? anyPlace : `${district}, ${state}`, true);
      log.warn({ reason: (error as Error).message }, 'the weather could not be fetched');
      return undefined;
    }
  }

  /** @throws ProviderBusyError when we have asked for as much as we may. The provider counts by UTC's day. */
  async function takeCall(): Promise<void> {
    const day = now().toISOString().slice(0, 10);
    try {
      for (const budget of budgets) await budget.take(day);
    } catch (error) {
      throw error instanceof AppError ? new ProviderBusyError('Our own budget is used up') : error;
    }
  }

  /** One question at a time for each place. */
  function refresh(state: State, district: string): Promise<Report | undefined> {
    const key = `${district}, ${state}`;
    if (isPaused(key)) return Promise.resolve(undefined);
    let asked = underWay.get(key);
    if (!asked) {
      const since = Date.now();
      asked = inTurn(async () => {
        // Nobody waits any more: where the provider is slow, its next ones are not behind a long queue.
        const isLate = Date.now() - since > patience;
        return isLate ? undefined : fetchReport(state, district);
      }).finally(() => underWay.delete(key));
      underWay.set(key, asked);
    }
    return asked;
  }

  return {
    async find(location) {
      const state = location.state as State;
      const district = location.district ?? stateCapitals[state];
      const kept = await store.findReport(state, district);
      const age = kept ? now().getTime() - kept.fetchedAt.getTime() : Infinity;
      const asked = age < reportFresh ? undefined : refresh(state, district);
      const fallback = age < reportKept ? kept : undefined;
      const report = age < stillCurrent ? kept : ((await soon(asked, patience)) ?? fallback);
      return report ? describe(writeLocation({ state, district }), report, now()) : null;
    },
  };
}

/** What comes within this many ms, else undefined. */
async function soon<T>(promise: Promise<T> | undefined, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Days that are over by now are left out: an old report still tells of the days to come. */
function describe(location: string, { forecast, fetchedAt }: Report, now: Date): Weather {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(now);
  const days = forecast.days.filter(({ day }) => day >= today);
  const { code, ...current } = forecast.current;
  return {
    location,
    current: { ...current, code, ...describeCode(code) },
    forecast: days.map(({ day, high, low, rain, code: skyOfDay }) => ({
      day,
      high,
      low,
      rain,
      code: skyOfDay,
      ...describeCode(skyOfDay),
    })),
    alerts: findAdvisories({ ...forecast, days }),
    fetchedAt: fetchedAt.toISOString(),
  };
}
