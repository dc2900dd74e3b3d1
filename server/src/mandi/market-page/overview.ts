import type { Language } from '@upaj/contract/texts';
import type { FastifyBaseLogger } from 'fastify';
import { writeLocation, type Location, type Overview } from '@upaj/contract/mandi/market-page';
import type { NewsItem } from '@upaj/contract/mandi/news';
import type { RatesOfPlace } from '@upaj/contract/mandi/rates';
import { schemes } from '@upaj/contract/mandi/scheme-list';
import type { Weather } from '@upaj/contract/mandi/weather';
import { describeNews, describeRates, describeWeather, type Runs } from '#src/mandi/sources/freshness.ts';
import type { OwnCropsService } from '#src/mandi/own-crops/service.ts';
import type { SourcesService } from '#src/mandi/sources/service.ts';
import { isDatabaseAway } from '#src/platform/db/errors.ts';
import type { MarketService } from './service.ts';

export interface OverviewDeps {
  market: Pick<MarketService, 'findPlaceRates'>;
  ownCrops: Pick<OwnCropsService, 'find' | 'addRecent'>;
  findWeather(location: Location): Promise<Weather | null>;
  findNews(limit: number): Promise<NewsItem[]>;
  findRuns: SourcesService['find'];
  log: FastifyBaseLogger;
}

export type OverviewService = ReturnType<typeof overviewService>;

const newsShown = 5;

export function overviewService({ market, ownCrops, findWeather, findNews, findRuns, log }: OverviewDeps) {
  async function orElse<T>(source: string, work: () => Promise<T>, fallback: T): Promise<[T, boolean]> {
    try {
      return [await work(), false];
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, source }, 'a part of the market page is missing');
      return [fallback, true];
    }
  }

  async function findRates(location: Location, lang: Language | undefined): Promise<RatesOfPlace> {
    const found = await market.findPlaceRates(location, lang);
    return { ...found, rates: await ownCrops.addRecent(found.rates) };
  }

  return {
    /** Finds all sections of the market page in parallel. Sections that fail are empty and logged. */
    async find(userId: string, location: Location, lang?: Language): Promise<Overview> {
      const [[rates, haveRatesFailed], [own], [weather, hasWeatherFailed], [news, haveNewsFailed], [runs]] =
        await Promise.all([
          orElse('rates', () => findRates(location, lang), noRates(location)),
          orElse('own crops', () => ownCrops.find(userId, location), []),
          orElse('weather', () => findWeather(location), null),
          orElse('news', () => findNews(newsShown), []),
          orElse<Runs>('sources', findRuns, new Map()),
        ]);
      const ratesSource = describeRates(runs, rates);
      const weatherSource = describeWeather(runs, weather);
      const newsSource = describeNews(runs, news);
      const sources: Overview['sources'] = {
        rates: { ...ratesSource, isFailing: ratesSource.isFailing || haveRatesFailed },
        weather: { ...weatherSource, isFailing: weatherSource.isFailing || hasWeatherFailed },
        news: { ...newsSource, isFailing: newsSource.isFailing || haveNewsFailed },
      };
      return { location: writeLocation(location), rates, own, weather, news, schemes: [...schemes], sources };
    },
  };
}

function noRates(location: Location): RatesOfPlace {
  return {
    lastUpdated: null,
    location: writeLocation(location),
    scope: location.district ? 'district' : 'state',
    isSample: false,
    rates: [],
    page: { nextCursor: null, total: 0 },
  };
}
