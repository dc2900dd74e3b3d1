import type { Metric } from '#src/platform/observability/metric.ts';
import type { PageCache } from './page-cache.ts';

export function pageCacheMetrics(find: () => PageCache['state']): Metric[] {
  return [
    {
      name: 'upaj_page_cache_requests_total',
      help: 'Requests for pages of the feed, by whether the page was in memory: hit or miss',
      kind: 'counter',
      label: 'result',
      find: () => ({ hit: find().hits, miss: find().misses }),
    },
    {
      name: 'upaj_page_cache_pages',
      help: 'Pages of the feed in memory',
      kind: 'gauge',
      find: () => find().pages,
    },
    {
      name: 'upaj_page_cache_characters',
      help: 'Length of the pages of the feed in memory',
      kind: 'gauge',
      find: () => find().characters,
    },
  ];
}
