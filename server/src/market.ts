import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/connect.ts';
import type { Env } from './env.ts';
import { dataGovIn } from './features/rates/data-gov-in.ts';
import { ratesService } from './features/rates/service.ts';
import { ratesStore } from './features/rates/store.ts';
import { sourcesService } from './features/sources/service.ts';
import { sourcesStore } from './features/sources/store.ts';
import { fetchForecast } from './features/weather/open-meteo.ts';
import { weatherService } from './features/weather/service.ts';
import { weatherStore } from './features/weather/store.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/job.ts';

export interface MarketOptions {
  env: Env;
  db: Database;
  log: FastifyBaseLogger;
}

/** The market's features, composed beside those of app.ts: their routes, and the work that is due by the clock. */
export function composeMarket({ env, db, log }: MarketOptions) {
  const sources = sourcesService(sourcesStore(db));
  const weather = weatherService({
    store: weatherStore(db),
    sources,
    log,
    fetchForecast: (centre) => fetchForecast(env.openMeteo, centre),
  });
  const rates = ratesService({ store: ratesStore(db), sources, log, dataGovIn: dataGovIn(env.dataGovIn) });
  const routes: Route[] = [];
  const jobs: Job[] = [];
  if (env.dataGovIn.key) {
    jobs.push({
      name: 'fetch-rates',
      // Mandis report until the night, and some the next morning.
      cron: '20 7-23/2 * * *',
      atStartAfterMinutes: 120,
      run: async (signal) => void (await rates.fetchDay(signal)),
    });
  }
  return { routes, jobs, services: { sources, weather, rates } };
}
