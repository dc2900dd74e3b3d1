import { todayInIndia } from '@upaj/contract/days';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { writeLocation, type Location } from '@upaj/contract/mandi/market-page';
import type { Weather, WeatherIcon } from '@upaj/contract/mandi/weather';
import type { State } from '@upaj/contract/places';
import type { SourcesService } from '#src/mandi/sources/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { centreOf } from '#src/platform/places/distance.ts';
import { stateRows, type Coordinates } from '#src/platform/places/places.ts';
import { waitAtMost } from '#src/platform/promises.ts';
import { findAdvisories } from './advisories.ts';
import { ProviderBusyError, type Forecast } from './open-meteo.ts';
import type { Report, WeatherStore } from './store.ts';

export interface WeatherDeps {
  store: WeatherStore;
  sources: SourcesService;
  log: Pick<FastifyBaseLogger, 'warn'>;
  fetchForecast(centre: Coordinates): Promise<Forecast>;
  findSample?: (state: State, district: string, today: string) => Forecast | undefined;
  budgets: readonly Pick<RateLimit, 'take'>[];
  now?: () => Date;
  longestWait?: number;
}

/**
 * A report is fetched again after this many ms: the provider allows 10,000 calls a day, and there are 785 districts.
 */
export const reportFresh = 60 * 60_000;
/**
 * In ms: how long a place is not fetched after a failure. When the provider is busy, no place is fetched for so long.
 */
const pauseAfterFailure = 60_000;
const anyPlace = '*';
/** Reports that are older than this, in ms, must not be shown as current weather. */
const stillCurrent = 3 * 60 * 60_000;
const reportLifetime = 3 * 24 * 60 * 60_000;
const mostAtOnce = 4;

const capitals = new Map(stateRows.map(({ state, capital }) => [state, capital]));

export function weatherService({
  store,
  sources,
  log,
  fetchForecast,
  findSample,
  budgets,
  now = () => new Date(),
  longestWait = 3_000,
}: WeatherDeps) {
  const running = new Map<string, Promise<Report | undefined>>();
  const failed = new LRUCache<string, true>({ max: 1_000, ttl: pauseAfterFailure });
  const limited = limitConcurrency(mostAtOnce);

  const isPaused = (key: string) => failed.has(key) || failed.has(anyPlace);

  async function fetchReport(state: State, district: string): Promise<Report | undefined> {
    const centre = centreOf(state, district);
    if (!centre || isPaused(`${district}, ${state}`)) return undefined;
    try {
      await takeFromBudget();
      const forecast = await sources.run('weather', () => fetchForecast(centre));
      const report = { forecast, fetchedAt: now() };
      await store.saveReport(state, district, report);
      return report;
    } catch (error) {
      failed.set(error instanceof ProviderBusyError ? anyPlace : `${district}, ${state}`, true);
      log.warn({ reason: (error as Error).message }, 'the weather could not be fetched');
      return undefined;
    }
  }

  /** Counts a call to the provider, whose days are in UTC. @throws ProviderBusyError when our quota is used up */
  async function takeFromBudget(): Promise<void> {
    const day = now().toISOString().slice(0, 10);
    try {
      for (const budget of budgets) await budget.take(day);
    } catch (error) {
      throw error instanceof AppError ? new ProviderBusyError('Our own budget is used up') : error;
    }
  }

  function refresh(state: State, district: string): Promise<Report | undefined> {
    const key = `${district}, ${state}`;
    if (isPaused(key)) return Promise.resolve(undefined);
    let refreshing = running.get(key);
    if (!refreshing) {
      const since = Date.now();
      refreshing = limited(async () => {
        // Skips requests that timed out while queued.
        const isLate = Date.now() - since > longestWait;
        return isLate ? undefined : fetchReport(state, district);
      }).finally(() => running.delete(key));
      running.set(key, refreshing);
    }
    return refreshing;
  }

  return {
    /** Waits briefly for the first fetch, else falls back to a report of the last hours. */
    async find(location: Location): Promise<Weather | null> {
      const state = location.state as State;
      const district = location.district ?? capitals.get(state) ?? '';
      const stored = await store.findReport(state, district);
      const age = stored ? now().getTime() - stored.fetchedAt.getTime() : Infinity;
      const refreshing = age < reportFresh ? undefined : refresh(state, district);
      const fallback = age < reportLifetime ? stored : undefined;
      const report = age < stillCurrent ? stored : ((await waitAtMost(longestWait, refreshing)) ?? fallback);
      const place = writeLocation({ state, district });
      const today = todayInIndia(now().getTime());
      if (report) return describe(place, report, { today, isSample: false });
      const forecast = findSample?.(state, district, today);
      return forecast ? describe(place, { forecast, fetchedAt: now() }, { today, isSample: true }) : null;
    },
  };
}

/** Runs at most `most` works at once; the others wait in line. */
function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function describe(
  location: string,
  { forecast, fetchedAt }: Report,
  { today, isSample }: { today: string; isSample: boolean },
): Weather {
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
    alerts: isSample ? [] : findAdvisories({ ...forecast, days }),
    fetchedAt: fetchedAt.toISOString(),
    isSample,
  };
}

interface Condition {
  condition: string;
  icon: WeatherIcon;
}

const conditions: readonly (Condition & { codes: readonly number[] })[] = [
  { codes: [0], condition: 'Clear', icon: 'clear' },
  { codes: [1], condition: 'Mainly clear', icon: 'clear' },
  { codes: [2], condition: 'Partly cloudy', icon: 'partly-cloudy' },
  { codes: [3], condition: 'Overcast', icon: 'cloudy' },
  { codes: [45, 48], condition: 'Fog', icon: 'fog' },
  { codes: [51, 53, 55], condition: 'Drizzle', icon: 'drizzle' },
  { codes: [56, 57], condition: 'Freezing drizzle', icon: 'drizzle' },
  { codes: [61, 63, 65], condition: 'Rain', icon: 'rain' },
  { codes: [66, 67], condition: 'Freezing rain', icon: 'rain' },
  { codes: [71, 73, 75, 77], condition: 'Snow', icon: 'snow' },
  { codes: [80, 81, 82], condition: 'Rain showers', icon: 'rain' },
  { codes: [85, 86], condition: 'Snow showers', icon: 'snow' },
  { codes: [95], condition: 'Thunderstorm', icon: 'thunder' },
  { codes: [96, 99], condition: 'Thunderstorm with hail', icon: 'thunder' },
];

export function describeCode(code: number): Condition {
  const found = conditions.find(({ codes }) => codes.includes(code));
  return found
    ? { condition: found.condition, icon: found.icon }
    : { condition: 'Not known', icon: 'cloudy' };
}
