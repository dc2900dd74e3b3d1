import * as z from 'zod/mini';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import type { Job } from '#src/platform/jobs/job.ts';
import { clusterTopic } from '#src/platform/realtime/topics.ts';
import './events.ts';
import { alertsRoutes } from './alerts/routes.ts';
import { alertsConsumers, alertsService } from './alerts/service.ts';
import { alertsStore } from './alerts/store.ts';
import { cropsRoutes } from './crops/routes.ts';
import { ownCropsRoutes } from './own-crops/routes.ts';
import { ownCropsService, type OwnCropsDeps } from './own-crops/service.ts';
import { ownCropsStore } from './own-crops/store.ts';
import { overviewService } from './market-page/overview.ts';
import { marketRoutes, type MarketRoutesDeps } from './market-page/routes.ts';
import { marketService } from './market-page/service.ts';
import { marketStore } from './market-page/store.ts';
import { newsRoutes } from './news/routes.ts';
import { newsService } from './news/service.ts';
import { newsStore } from './news/store.ts';
import { dataGovIn } from './rates/data-gov-in.ts';
import { ratesRoutes } from './rates/routes.ts';
import { ratesService } from './rates/service.ts';
import { ratesStore } from './rates/store.ts';
import { sourcesService } from './sources/service.ts';
import { sourcesStore } from './sources/store.ts';
import { fetchForecast } from './weather/open-meteo.ts';
import { weatherService, type WeatherDeps } from './weather/service.ts';
import { weatherStore } from './weather/store.ts';

const ratesChanged = clusterTopic('ratesChanged', 1, z.null());

interface Needs extends Pick<MarketRoutesDeps, 'findPlaceOf'>, Pick<OwnCropsDeps, 'findTradedCrops'> {
  notifications: NotificationsService;
  outbox: OutboxService;
}

export interface MandiOptions {
  findSampleWeather?: WeatherDeps['findSample'] | undefined;
  ratesCheckedEvery?: number | undefined;
}

export function composeMandi(
  platform: Platform,
  { notifications, outbox, findPlaceOf, findTradedCrops }: Needs,
  { findSampleWeather, ratesCheckedEvery = 60_000 }: MandiOptions = {},
) {
  const { env, db, server, log, cluster, rateLimit } = platform;
  const sources = sourcesService({ store: sourcesStore({ db }) });
  const weather = weatherService({
    store: weatherStore({ db }),
    sources,
    log,
    fetchForecast: (centre) => fetchForecast(env.openMeteo, centre),
    findSample: findSampleWeather,
    // Open-Meteo allows an address 600 calls a minute, 5,000 an hour and 10,000 a day.
    budgets: [
      rateLimit({ name: 'weather-minute', points: 300, minutes: 1 }),
      rateLimit({ name: 'weather-hour', points: 2_500, minutes: 60 }),
      rateLimit({ name: 'weather-day', points: 9_000, minutes: 24 * 60 }),
    ],
  });
  const news = newsService({ store: newsStore({ db }), sources, feeds: env.newsFeeds, log });

  const market = marketService({ store: marketStore({ db }), log });
  cluster.on(ratesChanged, () => void market.refresh());
  cluster.missed.listen(() => void market.refresh());
  let checking: NodeJS.Timeout | undefined;
  server.addHook('onListen', async () => {
    checking = setInterval(() => void market.catchUp(), ratesCheckedEvery);
  });
  server.addHook('preClose', async () => clearInterval(checking));

  const ownCrops = ownCropsService({
    store: ownCropsStore({ db }),
    currentBoard: market.currentBoard,
    findTradedCrops,
  });
  const overview = overviewService({
    market,
    ownCrops,
    findWeather: weather.find,
    findNews: news.findLatest,
    findRuns: sources.find,
    log,
  });
  const alerts = alertsService({ store: alertsStore({ db }), outbox });
  const rates = ratesService({
    store: ratesStore({ db }),
    sources,
    log,
    dataGovIn: dataGovIn(env.dataGovIn),
    async applyRates(commodities) {
      cluster.publish(ratesChanged, null);
      await market.refresh();
      await alerts
        .evaluate(commodities)
        .catch((error: unknown) => log.error({ err: error }, 'price alerts were not evaluated'));
    },
  });

  const jobs: Job[] = [
    { name: 'evaluate-alerts', cron: '37 * * * *', run: async () => void (await alerts.evaluate()) },
    {
      name: 'fetch-news',
      cron: '*/30 * * * *',
      atStartAfterMinutes: 30,
      isRunHere: env.newsFeeds.length > 0,
      run: news.fetchFeeds,
    },
    {
      name: 'fetch-rates',
      cron: '20 7-23/2 * * *',
      atStartAfterMinutes: 120,
      minutesAtMost: 60,
      isRunHere: Boolean(env.dataGovIn.key),
      run: async (signal) => void (await rates.fetchDay(signal)),
    },
    {
      name: 'judge-rates',
      cron: '40 3 * * 0',
      atStartAfterMinutes: 7 * 24 * 60,
      minutesAtMost: 30,
      run: rates.judgeAgain,
    },
  ];
  return {
    routes: [
      ...marketRoutes({
        market,
        overview,
        addRecent: ownCrops.addRecent,
        findWeather: weather.find,
        findPlaceOf,
      }),
      ...ownCropsRoutes(ownCrops),
      ...cropsRoutes(),
      ...ratesRoutes(rates),
      ...newsRoutes(news),
      ...alertsRoutes(alerts),
    ],
    jobs,
    consumers: alertsConsumers(notifications),
    services: { sources, weather, market, news, rates, alerts },
  };
}
