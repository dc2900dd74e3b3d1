import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { changesCounts, changesPage, type FeedChange, type PageExtent } from './changes.ts';
import type { Counts } from './cursor.ts';
import type { FeedFilter } from './filter.ts';

export interface CachedPage extends PageExtent {
  places: readonly Place[];
  posts: readonly string[];
}

interface CachedCounts {
  filter: FeedFilter;
  counts: Counts;
}

export interface FoundPage {
  page: CachedPage;
  counts: Counts;
}

export interface Reading {
  addPage(key: string, page: CachedPage): void;
  addCounts(key: string, counted: CachedCounts): void;
  end(): void;
}

/** In ms. A change is missed when its process dies between the commit and the report. */
const ttl = 60_000;

/** In characters, of one or two bytes: some 125 pages of 20 posts, or 2,000 empty ones. */
const mostText = 4 * 1024 * 1024;
const emptyPage = 2_000;

/** Pages and totals of lists that are the same for all viewers. A change removes those that it affects. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage> | undefined;
  readonly #counts = new LRUCache<string, CachedCounts>({ ...atMost(5_000), ttl });
  /** Changes that arrive while a reading is under way. */
  readonly #readings = new Set<FeedChange[]>();
  /** Pages being read since the last change. */
  readonly #shared = new Map<string, Promise<FoundPage>>();

  constructor(hasPages: boolean) {
    if (hasPages) this.#pages = new LRUCache({ maxSize: mostText, sizeCalculation: textOf, ttl });
  }

  findPage(key: string): CachedPage | undefined {
    return this.#pages?.get(key);
  }

  findCounts(key: string): Counts | undefined {
    return this.#counts.get(key)?.counts;
  }

  /** Concurrent requests for a page share one reading, unless a change arrived since it began. */
  async readOnce(key: string, read: () => Promise<FoundPage>): Promise<FoundPage> {
    if (!this.#pages) return read();
    const current = this.#shared.get(key);
    if (current) return current;
    const reading = read();
    this.#shared.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.#shared.get(key) === reading) this.#shared.delete(key);
    }
  }

  /** Before reading from the database: what changes until `end` may be missing in what was read. */
  beginReading(): Reading {
    const changes: FeedChange[] = [];
    this.#readings.add(changes);
    return {
      addPage: (key, page) => {
        if (!changes.some((change) => changesPage(change, page))) this.#pages?.set(key, page);
      },
      addCounts: (key, counted) => {
        if (!changes.some((change) => changesCounts(change, counted.filter, counted.counts)))
          this.#counts.set(key, counted);
      },
      end: () => void this.#readings.delete(changes),
    };
  }

  apply(change: FeedChange): void {
    this.#shared.clear();
    for (const changes of this.#readings) changes.push(change);
    for (const [key, page] of this.#pages?.entries() ?? [])
      if (changesPage(change, page)) this.#pages?.delete(key);
    for (const [key, { filter, counts }] of this.#counts.entries())
      if (changesCounts(change, filter, counts)) this.#counts.delete(key);
  }
}

function textOf({ posts }: CachedPage): number {
  return posts.reduce((sum, json) => sum + json.length, emptyPage);
}
