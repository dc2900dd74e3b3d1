import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/connect.ts';
import type { Env } from './env.ts';
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
  const routes: Route[] = [];
  const jobs: Job[] = [];
  return { routes, jobs, services: { sources, weather } };
}
