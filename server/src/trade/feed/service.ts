import { LRUCache } from 'lru-cache';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import { mayLag } from '#src/platform/db/time-limits.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { writeCursor, writeTotal } from '#src/platform/http/paging.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import type { DirectoryService } from '#src/people/directory/service.ts';
import { cursorOf, noCounts, type Counts } from '#src/trade/lists/cursor.ts';
import { withFallback } from './fallback.ts';
import { PageCache, type CachedPage, type FoundPage, type PageKeys } from './page-cache.ts';
import { readRows, type ListedRow } from './parts.ts';
import type { FeedPage, FeedRequest, FindFeed } from './request.ts';
import type { PostView } from '#src/trade/rows.ts';
import type { FeedStore } from './store.ts';

export interface FeedDeps {
  store: Pick<FeedStore, 'findPage' | 'findViews'>;
  findPrice: FindPostPrice;
  directory: Pick<DirectoryService, 'findNamed'>;
  hasPageCache?: boolean;
  /** See `Connection`. */
  countWrites?: (() => number) | undefined;
  dropPagesElsewhere?: () => void;
}

export function feedService(deps: FeedDeps) {
  const {
    store,
    findPrice,
    directory,
    hasPageCache = true,
    countWrites,
    dropPagesElsewhere = () => {},
  } = deps;
  const cache = new PageCache(hasPageCache);
  const findViews = countWrites ? untilNextWrite(store.findViews, countWrites) : store.findViews;

  async function readPage(request: FeedRequest, known: Counts | undefined): Promise<FoundPage> {
    const { rows, counts } = await readRows(store, request, known);
    const shown = rows.slice(0, request.limit);
    const posts = await Promise.all(
      shown.map(async (row) => ({
        id: row.id,
        authorId: row.authorId,
        state: row.state,
        district: row.district,
        json: addFields(row.json, { marketPrice: await findPrice(row) }),
      })),
    );
    const last = rows.length > request.limit ? shown.at(-1) : undefined;
    return { page: { posts, last: last && positionOf(last) }, counts: known ?? counts ?? noCounts };
  }

  /** Runs one query when the page is cached, else two, or three where the sold-out posts begin. */
  const findList: FindFeed = async (request, viewerId) => {
    const { cursor, from, source } = request;
    const { page, counts } = isShared(request)
      ? await cache.find(keysOf(request), cursor?.counts, (known) => readPage(request, known))
      : await readPage(request, cursor?.counts);
    const views = page.posts.length > 0 ? await findViews(viewerId, page.posts) : [];
    const seen = page.posts.flatMap((post, index) => {
      const view = views[index];
      return view ? [addFields(post.json, { ...view, distanceKm: distanceTo(post, from) })] : [];
    });
    return { data: `[${seen.join(',')}]`, page: pageOf(page, counts, source) };
  };

  return {
    findPage: withFallback(findList, directory),

    dropPagesHere: () => cache.drop(),

    findCacheState: () => cache.state,

    /** Drops the cached pages here and in other processes. Call it after a change that pages show is committed. */
    dropPages(): void {
      cache.drop();
      dropPagesElsewhere();
    },
  };
}

export type FeedService = ReturnType<typeof feedService>;

/** Each entry has the views of one page of posts. */
const mostViews = 2_000;

/** Keeps what viewers have read until the next write: a like, a block or anything else. */
function untilNextWrite(
  findViews: FeedStore['findViews'],
  countWrites: () => number,
): FeedStore['findViews'] {
  const kept = new LRUCache<string, (PostView | null)[]>(atMost(mostViews));
  let keptAt = countWrites();
  return async (viewerId, posts) => {
    const writes = countWrites();
    if (writes !== keptAt) kept.clear();
    keptAt = writes;
    const key = [viewerId, ...posts.map(({ id }) => id)].join();
    const known = kept.get(key);
    if (known) return known;
    const views = await findViews(viewerId, posts);
    if (countWrites() === writes) kept.set(key, views);
    return views;
  };
}

/**
 * Leaves out the counts of the cursor, which are not part of the page. Pages from the standby have other keys, because
 * they may lack the latest changes.
 */
function keysOf({ filter, sort, cursor, limit }: FeedRequest): PageKeys {
  const key = JSON.stringify([filter, mayLag()]);
  const place = cursor && [cursor.source, cursor.isAvailable, cursor.key, cursor.id];
  return { filter: key, page: JSON.stringify([key, sort, place, limit]) };
}

function positionOf({ source, isAvailable, key, id }: ListedRow): CachedPage['last'] {
  return { source, isAvailable, key, id };
}

function pageOf({ last }: CachedPage, counts: Counts, source = last?.source): FeedPage {
  return {
    nextCursor: last && source ? writeCursor(cursorOf({ ...last, source }, counts)) : null,
    total: writeTotal(counts.available + counts.soldOut),
    available: writeTotal(counts.available),
  };
}

function distanceTo(place: Place, from: Place | null): number | null {
  return from ? kmBetween(from, place) : null;
}

/** Adds fields to a post in the text that PostgreSQL built, because to parse and write it here would be slower. */
function addFields(json: string, fields: object): string {
  return `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}

/** Lists of followed people are not shared, because follows change without a change of a post. */
function isShared({ filter }: FeedRequest): boolean {
  return filter.followerId === undefined;
}
