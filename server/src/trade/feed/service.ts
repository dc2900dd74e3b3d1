import { LRUCache } from 'lru-cache';
import type { Page } from '@upaj/contract/envelope';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import { writeCursor, writeTotal } from '#src/platform/http/paging.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import type { PostView } from '#src/trade/posts/store.ts';
import type { FeedChange } from './changes.ts';
import { cursorOf, noCounts, type Counts } from './cursor.ts';
import type { FeedRequest } from './filter.ts';
import { PageCache, type CachedPage, type FoundPage } from './page-cache.ts';
import { readRows } from './parts.ts';
import type { FeedStore } from './store.ts';

export interface FeedPage extends Page {
  available: Page['total'];
}

export interface FeedService {
  /** One query when the page is cached, else two, or three where the sold-out posts begin. */
  findPage(request: FeedRequest, viewerId: string): Promise<{ data: string; page: FeedPage }>;
  /** Here and in other processes. Call it after the change is committed. */
  change(change: FeedChange): void;
  changeHere(change: FeedChange): void;
}

export interface FeedServiceOptions {
  hasPageCache?: boolean;
  changeElsewhere?: (change: FeedChange) => void;
  /** Changes with every write; undefined where other processes write too. */
  findVersion?: (() => number) | undefined;
}

export function feedService(
  store: FeedStore,
  findPrice: FindPostPrice,
  { hasPageCache = true, changeElsewhere = () => {}, findVersion }: FeedServiceOptions = {},
): FeedService {
  const cache = new PageCache(hasPageCache);
  const cachedViews = new LRUCache<string, CachedViews>(atMost(500));

  /** From memory if possible. */
  async function findShared(request: FeedRequest, keys: Keys): Promise<FoundPage> {
    const counts = request.cursor?.counts;
    if (!isShared(request)) return readPage(request, keys, counts);
    const known = counts ?? cache.findCounts(keys.filter);
    const page = known && cache.findPage(keys.page);
    if (page) return { page, counts: known };
    const found = await cache.readOnce(keys.page, () => readPage(request, keys, known));
    return { page: found.page, counts: known ?? found.counts };
  }

  async function readPage(request: FeedRequest, keys: Keys, known: Counts | undefined): Promise<FoundPage> {
    const reading = cache.beginReading();
    try {
      const { filter, sort, cursor, limit } = request;
      const { rows, counts } = await readRows(store, request, known);
      const shown = rows.slice(0, limit);
      const page: CachedPage = {
        filter,
        sort,
        after: cursor,
        last: rows.length > limit ? shown.at(-1) : undefined,
        ids: rows.map(({ id }) => id),
        authorIds: shown.map(({ authorId }) => authorId),
        places: shown.map(({ state, district }) => ({ state, district })),
        posts: await Promise.all(
          shown.map(async (row) => addFields(row.json, { marketPrice: await findPrice(row) })),
        ),
      };
      if (isShared(request)) {
        reading.addPage(keys.page, page);
        if (counts) reading.addCounts(keys.filter, { filter, counts });
      }
      return { page, counts: known ?? counts ?? noCounts };
    } finally {
      reading.end();
    }
  }

  async function findViews(key: string, viewerId: string, page: CachedPage) {
    const { ids, authorIds } = page;
    const shown = ids.slice(0, authorIds.length);
    const version = findVersion?.();
    if (version === undefined) return store.findViews(viewerId, shown, authorIds);
    const viewKey = `${viewerId} ${key}`;
    const cached = cachedViews.get(viewKey);
    if (cached?.version === version && cached.page === page) return cached.views;
    const views = await store.findViews(viewerId, shown, authorIds);
    cachedViews.set(viewKey, { version, page, views });
    return views;
  }

  return {
    async findPage(request, viewerId) {
      const keys = keysOf(request);
      const { page, counts } = await findShared(request, keys);
      const views = page.posts.length > 0 ? await findViews(keys.page, viewerId, page) : [];
      const seen = page.posts.flatMap((json, index) => {
        const view = views[index];
        return view
          ? [addFields(json, { ...view, distanceKm: distanceTo(page.places[index], request.from) })]
          : [];
      });
      return { data: `[${seen.join(',')}]`, page: pageOf(page, counts, request.source) };
    },

    changeHere: (change) => cache.apply(change),

    change(change) {
      cache.apply(change);
      changeElsewhere(change);
    },
  };
}

/** What one viewer sees of a page, until the next write of anyone. */
interface CachedViews {
  version: number;
  page: CachedPage;
  views: (PostView | null)[];
}

interface Keys {
  filter: string;
  page: string;
}

/** Without the counts of the cursor: they are not part of the page. */
function keysOf({ filter, sort, cursor, limit }: FeedRequest): Keys {
  const key = JSON.stringify(filter);
  const place = cursor && [cursor.source, cursor.isAvailable, cursor.key, cursor.id];
  return { filter: key, page: JSON.stringify([key, sort, place, limit]) };
}

function pageOf({ last }: CachedPage, counts: Counts, source = last?.source): FeedPage {
  return {
    nextCursor: last && source ? writeCursor(cursorOf({ ...last, source }, counts)) : null,
    total: writeTotal(counts.available + counts.soldOut),
    available: writeTotal(counts.available),
  };
}

function distanceTo(place: Place | undefined, from: Place | null): number | null {
  return place && from ? kmBetween(from, place) : null;
}

/** Posts stay the text that PostgreSQL built, because writing them here is slower. */
function addFields(json: string, fields: object): string {
  return `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}

/** Follows change without a post changing. */
function isShared({ filter }: FeedRequest): boolean {
  return filter.followerId === undefined;
}
