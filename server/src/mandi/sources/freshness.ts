import type { Freshness, Source } from '@upaj/contract/mandi/market-page';
import type { NewsItem } from '@upaj/contract/mandi/news';
import type { Weather } from '@upaj/contract/mandi/weather';
import type { SourceName, SourcesService } from './service.ts';

export type Runs = Awaited<ReturnType<SourcesService['find']>>;
type Run = ReturnType<Runs['get']>;

const hour = 60 * 60_000;
const liveFor: Record<SourceName, number> = { rates: 26 * hour, weather: hour, news: 24 * hour };

const agmarknet = {
  name: 'AGMARKNET, Directorate of Marketing & Inspection, through data.gov.in',
  url: 'https://agmarknet.gov.in/',
};
const openMeteo = { name: 'Open-Meteo.com (CC BY 4.0)', url: 'https://open-meteo.com/' };
const sample = { name: 'Sample data', url: null };

/** Rates count as live for this many days, because mandis close on Sundays and for festivals. */
const ratesLiveDays = 5;

export function describeRates(
  runs: Runs,
  { isSample, lastUpdated }: { isSample: boolean; lastUpdated: string | null },
): Source {
  const run = runs.get('rates');
  const isOfLate =
    lastUpdated !== null && Date.now() - Date.parse(lastUpdated) <= (ratesLiveDays + 1) * 24 * hour;
  const rates = { isSample, hasAny: lastUpdated !== null };
  return {
    ...(isSample ? sample : agmarknet),
    freshness: freshnessOf('rates', rates, isOfLate ? (run?.lastSuccessAt ?? null) : null),
    ...stateOf(run),
  };
}

export function describeWeather(runs: Runs, weather: Weather | null): Source {
  const fetchedAt = weather && new Date(weather.fetchedAt);
  const isSample = weather?.isSample ?? false;
  return {
    ...(isSample ? sample : openMeteo),
    freshness: freshnessOf('weather', { hasAny: weather !== null, isSample }, fetchedAt),
    isFailing: isFailing(runs.get('weather')),
    updatedAt: weather?.fetchedAt ?? null,
  };
}

export function describeNews(runs: Runs, news: readonly NewsItem[]): Source {
  const run = runs.get('news');
  const isSample = news.some((item) => item.isSample);
  const publishers = [...new Set(news.map(({ source }) => source))].join(', ');
  return {
    ...(isSample ? sample : { name: publishers || 'News feeds', url: null }),
    freshness: freshnessOf('news', { hasAny: news.length > 0, isSample }, run?.lastSuccessAt ?? null),
    ...stateOf(run),
  };
}

function freshnessOf(
  source: SourceName,
  { hasAny, isSample }: { hasAny: boolean; isSample: boolean },
  deliveredAt: Date | null,
): Freshness {
  if (!hasAny) return 'none';
  if (isSample) return 'sample';
  return deliveredAt && Date.now() - deliveredAt.getTime() <= liveFor[source] ? 'live' : 'old';
}

function stateOf(run: Run) {
  return { updatedAt: run?.lastSuccessAt?.toISOString() ?? null, isFailing: isFailing(run) };
}

function isFailing(run: Run): boolean {
  if (!run?.lastFailureAt) return false;
  return !run.lastSuccessAt || run.lastFailureAt > run.lastSuccessAt;
}
