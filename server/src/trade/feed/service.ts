import { LRUCache } from 'lru-cache';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import { cutPage, writeTotal } from '#src/platform/http/paging.ts';
import { cursorOf, type Counts, type FeedSort } from './cursor.ts';
import type { FeedRequest } from './filter.ts';
import type { FeedRow, FeedStore } from './store.ts';

interface FeedPage {
  sort: FeedSort;
  ids: string[];
  authorIds: string[];
  posts: string[];
  page: string;
}

export interface FeedService {
  /** One query when the page is cached, else two, or three where the sold-out posts begin. */
  findPage(request: FeedRequest, viewerId: string): Promise<{ data: string; page: string }>;
  invalidateAll(): void;
  /** Pages sorted by popularity. */
  invalidatePopular(): void;
  /** In this process only. */
  invalidateHere(pages: ChangedPages): void;
}

export type ChangedPages = 'all' | 'popular';

export interface FeedServiceOptions {
  cachedPages?: number;
  /** In other processes. */
  invalidateElsewhere?: (pages: ChangedPages) => void;
}

export function feedService(
  store: FeedStore,
  findPrice: FindPostPrice,
  { cachedPages = 2_000, invalidateElsewhere = () => {} }: FeedServiceOptions = {},
): FeedService {
  const pages = cachedPages > 0 ? new LRUCache<string, FeedPage>({ max: cachedPages }) : undefined;
  const cachedCounts = new LRUCache<string, Counts>({ max: 5_000 });
  /** Pages read before a change must not be cached after it. */
  let changes = 0;

  async function readPage(request: FeedRequest): Promise<FeedPage> {
    const changesBefore = changes;
    const filterKey = JSON.stringify(request.filter);
    const knownCounts =
      request.cursor?.counts ?? (isShared(request) ? cachedCounts.get(filterKey) : undefined);
    const found = await readRows(request, knownCounts);
    const counts = knownCounts ?? found.counts ?? { available: 0, soldOut: 0 };
    // Counts of a cursor are as old as its list.
    if (found.counts && changes === changesBefore && isShared(request)) cachedCounts.set(filterKey, counts);
    const { rows, nextCursor } = cutPage(found.rows, request.limit, (last) => cursorOf(last, counts));
    const posts = await Promise.all(
      rows.map(async (row) => addFields(row.json, { marketPrice: await findPrice(row) })),
    );
    return {
      sort: request.sort,
      ids: rows.map(({ id }) => id),
      authorIds: rows.map(({ authorId }) => authorId),
      posts,
      page: JSON.stringify({
        nextCursor,
        total: writeTotal(counts.available + counts.soldOut),
        available: writeTotal(counts.available),
      }),
    };
  }

  /** Available posts first, then sold-out ones. */
  async function readRows(
    request: FeedRequest,
    knownCounts: Counts | undefined,
  ): Promise<{ rows: (FeedRow & { isAvailable: boolean })[]; counts: Counts | undefined }> {
    const { filter, cursor, limit } = request;
    const find = async (
      isAvailable: boolean,
      part: Pick<FeedRequest, 'cursor' | 'limit'>,
      mayCount: boolean,
    ) => {
      const chosen = { ...request, ...part, filter: { ...filter, isAvailable } };
      const { rows, counts } = await store.findPage(chosen, mayCount && !knownCounts ? filter : undefined);
      return { rows: rows.map((row) => ({ ...row, isAvailable })), counts };
    };
    if (filter.isAvailable !== undefined) return find(filter.isAvailable, request, true);
    if (cursor?.isAvailable === false) return find(false, request, true);
    const first = await find(true, request, true);
    const soldOut = (knownCounts ?? first.counts)?.soldOut;
    if (first.rows.length > limit || soldOut === 0) return first;
    const rest = { cursor: undefined, limit: limit - first.rows.length };
    const { rows } = await find(false, rest, false);
    return { rows: [...first.rows, ...rows], counts: first.counts };
  }

  function invalidateHere(changed: ChangedPages): void {
    changes += 1;
    if (changed === 'all') {
      pages?.clear();
      cachedCounts.clear();
      return;
    }
    for (const [key, { sort }] of pages?.entries() ?? []) if (sort === changed) pages?.delete(key);
  }

  function invalidate(changed: ChangedPages): void {
    invalidateHere(changed);
    invalidateElsewhere(changed);
  }

  return {
    async findPage(request, viewerId) {
      const key = JSON.stringify(request);
      let page = pages?.get(key);
      if (!page) {
        const changesBefore = changes;
        page = await readPage(request);
        if (changes === changesBefore && isShared(request)) pages?.set(key, page);
      }
      const { ids, authorIds, posts } = page;
      if (ids.length === 0) return { data: '[]', page: page.page };
      const views = await store.findViews(viewerId, ids, authorIds);
      const seen = posts.flatMap((json, index) => {
        const view = views[index];
        return view ? [addFields(json, view)] : [];
      });
      return { data: `[${seen.join(',')}]`, page: page.page };
    },

    invalidateHere,
    invalidateAll: () => invalidate('all'),
    invalidatePopular: () => invalidate('popular'),
  };
}

/** Posts stay the text that PostgreSQL built, because writing them here is slower. */
function addFields(json: string, fields: object): string {
  return `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}

/** Follows change without a post changing. */
function isShared({ filter }: FeedRequest): boolean {
  return filter.followerId === undefined;
}
