import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import type { Metric } from '#src/platform/observability/metrics-server.ts';
import type { Counts, Cursor } from '#src/trade/lists/cursor.ts';

export interface CachedPost {
  id: string;
  authorId: string;
  state: string;
  district: string;
  /** The post as PostgreSQL built it, without what differs by viewer. */
  json: string;
}

export interface CachedPage {
  posts: readonly CachedPost[];
  /** The page's last post; undefined when the list ends on this page. */
  last: Omit<Cursor, 'counts'> | undefined;
}

export interface FoundPage {
  page: CachedPage;
  counts: Counts;
}

/** The keys of a page, and of its totals: all pages with the same filter have the same totals. */
export interface PageKeys {
  page: string;
  filter: string;
}

/** In ms: limits how long a page is out of date when a process dies between its commit and the report of it. */
const ttl = 10_000;

/** In characters, of one or two bytes: some 125 pages of 20 posts, or 2,000 empty ones. */
const mostText = 4 * 1024 * 1024;
const emptyPage = 2_000;

/**
 * Totals above this are kept when posts change: to count them takes longer than to read a page, and for `ttl` one more
 * or less does not matter.
 */
const countedAgain = 1_000;

/** Caches pages and totals of lists that are the same for all viewers, until any post changes. */
export class PageCache {
  #stored = emptyStore();
  /** The totals of long lists, which `drop` leaves in place. */
  readonly #largeTotals = emptyTotals();
  readonly #hasPages: boolean;
  #hits = 0;
  #misses = 0;

  constructor(hasPages: boolean) {
    this.#hasPages = hasPages;
  }

  /** Counts requests that shared a reading as hits. */
  get state() {
    const { pages } = this.#stored;
    return { hits: this.#hits, misses: this.#misses, pages: pages.size, characters: pages.calculatedSize };
  }

  /**
   * Drops all pages. A reading in progress stores its page where no later request looks, because it may not have the
   * change.
   */
  drop(): void {
    this.#stored = emptyStore();
  }

  /** Concurrent requests for a page share one reading. `known` are the totals of an earlier page of the list. */
  async find(
    keys: PageKeys,
    known: Counts | undefined,
    read: (known: Counts | undefined) => Promise<FoundPage>,
  ): Promise<FoundPage> {
    const { pages, totals, readings } = this.#stored;
    const counts = known ?? totals.get(keys.filter) ?? this.#largeTotals.get(keys.filter);
    const page = counts && pages.get(keys.page);
    if (page) {
      this.#hits += 1;
      return { page, counts };
    }

    const readAndStore = async () => {
      this.#misses += 1;
      const found = await read(counts);
      if (this.#hasPages) pages.set(keys.page, found.page);
      if (!counts) (isLarge(found.counts) ? this.#largeTotals : totals).set(keys.filter, found.counts);
      return found;
    };
    if (!this.#hasPages) return readAndStore();
    let reading = readings.get(keys.page);
    if (reading) this.#hits += 1;
    else {
      reading = readAndStore().finally(() => readings.delete(keys.page));
      readings.set(keys.page, reading);
    }
    const found = await reading;
    return { page: found.page, counts: counts ?? found.counts };
  }
}

function emptyStore() {
  return {
    pages: new LRUCache<string, CachedPage>({ maxSize: mostText, sizeCalculation: textOf, ttl }),
    totals: emptyTotals(),
    readings: new Map<string, Promise<FoundPage>>(),
  };
}

function emptyTotals() {
  return new LRUCache<string, Counts>({ ...atMost(5_000), ttl });
}

function isLarge({ available, soldOut }: Counts): boolean {
  return available + soldOut > countedAgain;
}

function textOf({ posts }: CachedPage): number {
  return posts.reduce((sum, { json }) => sum + json.length, emptyPage);
}

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
