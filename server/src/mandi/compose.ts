import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { notificationEmails } from '#src/notify/notifications/emails.ts';
import { notificationsRoutes } from '#src/notify/notifications/routes.ts';
import { notificationsService } from '#src/notify/notifications/service.ts';
import { notificationsStore } from '#src/notify/notifications/store.ts';
import { writePush } from '#src/notify/notifications/wording.ts';
import { pushSender } from '#src/notify/push/sender.ts';
import { pushService } from '#src/notify/push/service.ts';
import { pushStore } from '#src/notify/push/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import type { Route } from '#src/platform/http/route.ts';
import type { Job } from '#src/platform/jobs/job.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import type { Cluster } from '#src/platform/realtime/cluster.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import { alertsRoutes } from './alerts/routes.ts';
import { alertsService } from './alerts/service.ts';
import { alertsStore } from './alerts/store.ts';
import { overviewService } from './market-page/overview.ts';
import { marketRoutes } from './market-page/routes.ts';
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
import { weatherService, type WeatherOptions } from './weather/service.ts';
import { weatherStore } from './weather/store.ts';

export interface MarketOptions {
  env: Env;
  db: Database;
  log: FastifyBaseLogger;
  mailer: Mailer;
  realtime: Realtime;
  cluster: Cluster;
  rateLimit: MakeRateLimit;
  /** The prices beside posts are others now. */
  onPricesChanged(): void;
  /** The token of the session that a request belongs to. */
  tokenOf(request: FastifyRequest): string | undefined;
  push: PushOptions | undefined;
  findSampleWeather: WeatherOptions['findSample'] | undefined;
  /** Whether people can be connected here. */
  isServing(): boolean;
}

export interface PushOptions {
  /** Takes push services anywhere, also on this machine; for tests. */
  isAnywhereAllowed?: boolean;
  /** How long a push service may take, in ms. */
  timeout?: number;
}

/** The market's features, composed beside those of app.ts: their routes, and the work that is due by the clock. */
export function composeMarket({
  env,
  db,
  log,
  mailer,
  realtime,
  cluster,
  rateLimit,
  onPricesChanged,
  tokenOf,
  push: pushOptions,
  findSampleWeather,
  isServing,
}: MarketOptions) {
  const sources = sourcesService(sourcesStore(db));
  const weather = weatherService({
    store: weatherStore(db),
    sources,
    log,
    fetchForecast: (centre) => fetchForecast(env.openMeteo, centre),
    findSample: findSampleWeather,
    // Open-Meteo allows an address 600 a minute, 5,000 an hour and 10,000 a day; windows of ours may lie across its own.
    budgets: [
      rateLimit('weather-minute', 300, 1),
      rateLimit('weather-hour', 2_500, 60),
      rateLimit('weather-day', 9_000, 24 * 60),
    ],
  });
  const push = pushService({
    store: pushStore(db),
    sender: pushSender({ ...pushOptions, subject: pushSubject(env) }),
    write: writePush,
    log,
    ...pushOptions,
  });
  const notices = notificationsStore(db);
  const mails = notificationEmails({ store: notices, mailer, publicUrl: env.publicUrl, log });
  const notifications = notificationsService({ store: notices, push, realtime, mails, log });
  const market = marketService({ store: marketStore(db), log, onPricesChanged });
  cluster.on('ratesChanged', () => void market.refresh());
  cluster.onMissed(() => void market.refresh());
  const news = newsService({ store: newsStore(db), sources, feeds: env.newsFeeds, log });
  const overview = overviewService({
    market,
    findWeather: weather.find,
    findNews: news.findLatest,
    findRuns: sources.find,
    log,
  });
  const alerts = alertsService(alertsStore(db), {
    async deliver() {
      // What a command brings is told by the server, within a minute: nobody is connected to a command.
      if (isServing()) await notifications.deliver();
    },
  });
  const rates = ratesService({
    store: ratesStore(db),
    sources,
    log,
    dataGovIn: dataGovIn(env.dataGovIn),
    async onChanged(commodities) {
      cluster.publish('ratesChanged', null);
      await market.refresh();
      // The rates are in; who was not told now is told within the hour.
      await alerts
        .evaluate(commodities)
        .catch((error: unknown) => log.error({ err: error }, 'price alerts were not evaluated'));
    },
  });
  const routes: Route[] = [
    ...marketRoutes({ market, overview, findWeather: weather.find }),
    ...ratesRoutes(rates),
    ...newsRoutes(news),
    ...alertsRoutes(alerts, rateLimit),
    ...notificationsRoutes({ notifications, push, rateLimit, tokenOf }),
  ];
  // Both find what a process that ended too early has left.
  const jobs: Job[] = [
    { name: 'evaluate-alerts', cron: '37 * * * *', run: async () => void (await alerts.evaluate()) },
    {
      name: 'deliver-notices',
      cron: '* * * * *',
      run: async () => {
        await notifications.deliver();
        await push.send();
      },
    },
    {
      name: 'fetch-news',
      cron: '*/30 * * * *',
      atStartAfterMinutes: 30,
      isRunHere: env.newsFeeds.length > 0,
      run: news.fetchFeeds,
    },
    {
      name: 'fetch-rates',
      // Mandis report until the night, and some the next morning.
      cron: '20 7-23/2 * * *',
      atStartAfterMinutes: 120,
      // On its bad days each of the states is asked for minutes.
      minutesAtMost: 60,
      isRunHere: Boolean(env.dataGovIn.key),
      run: async (signal) => void (await rates.fetchDay(signal)),
    },
  ];
  async function close(): Promise<void> {
    await notifications.close();
    await Promise.all([mails.close(), push.close()]);
  }
  return {
    routes,
    jobs,
    close,
    services: { sources, weather, market, news, rates, alerts, notifications, push },
  };
}

/** Whom a push service may write to about what comes from here. */
function pushSubject({ publicUrl, mailFrom }: Env): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0]}`;
}
