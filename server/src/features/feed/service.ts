import { LRUCache } from 'lru-cache';
import type { Sort } from '@upaj/contract/feed';
import { limits } from '@upaj/contract/limits';
import { withLike, withPrice } from '#src/db/json.ts';
import type { FindPostPrice } from '#src/features/market/service.ts';
import { writeCursor } from './cursor.ts';
import type { FeedRequest } from './filter.ts';
import type { FeedStore } from './store.ts';

/** A page ready to send: everything but the viewer's likes is JSON text. */
interface FeedPage {
  sort: Sort;
  ids: string[];
  authorIds: string[];
  /** Each post without `isLiked`. */
  posts: string[];
  /** `data` for a viewer who likes none of them and blocks nobody: most viewers of most pages. */
  plain: string;
  page: string;
}

export interface FeedService {
  /** @returns `data` and `page` as JSON text. At most one query when the page is known, else at most two. */
  findPage(request: FeedRequest, viewerId: string): Promise<{ data: string; page: string }>;
  /** A post's counters changed: pages that show it, or might now, are made anew. */
  dropPost(postId: string): void;
  /** Posts came, went or changed place: every page and total is made anew. */
  dropAll(): void;
  /** Another process has changed something: the post, or all of them where none is named. */
  hear(postId: string | undefined): void;
}

export interface FeedServiceOptions {
  /** Pages kept in memory; 0 keeps none. */
  pagesKept?: number;
  /** Tells other processes of a change: of this post, or of all where none is named. */
  tell?: (postId: string | undefined) => void;
}

export function feedService(
  store: FeedStore,
  findPrice: FindPostPrice,
  { pagesKept = 2_000, tell = () => {} }: FeedServiceOptions = {},
): FeedService {
  const pages = pagesKept > 0 ? new LRUCache<string, FeedPage>({ max: pagesKept }) : undefined;
  const totals = new LRUCache<string, number>({ max: 5_000 });
  /** Grows with every change, so that a page read before a change is not kept after it. */
  let changes = 0;

  async function readPage(request: FeedRequest): Promise<FeedPage> {
    const changesBefore = changes;
    const filterKey = JSON.stringify(request.filter);
    const known = request.cursor?.total ?? (isShared(request) ? totals.get(filterKey) : undefined);
    const found = await store.findPage(request, known === undefined);
    const total = known ?? found.total ?? 0;
    // Only what was counted just now: a cursor's total is as old as its list.
    if (found.total !== undefined && changes === changesBefore && isShared(request))
      totals.set(filterKey, total);
    const rows = found.rows.slice(0, request.limit);
    const last = found.rows.length > request.limit ? rows.at(-1) : undefined;
    const posts = await Promise.all(rows.map(async (row) => withPrice(row.json, await findPrice(row))));
    return {
      sort: request.sort,
      ids: rows.map(({ id }) => id),
      authorIds: rows.map(({ authorId }) => authorId),
      posts,
      plain: `[${posts.map((json) => withLike(json, false)).join(',')}]`,
      page: JSON.stringify({
        nextCursor: last ? writeCursor({ key: last.key, id: last.id, total }) : null,
        total: total > limits.page.countedTo ? '10,000+' : total,
      }),
    };
  }

  function forget(postId: string | undefined): void {
    changes += 1;
    if (postId === undefined) {
      pages?.clear();
      totals.clear();
      return;
    }
    for (const [key, { sort, ids }] of pages?.entries() ?? []) {
      if (sort === 'popular' || ids.includes(postId)) pages?.delete(key);
    }
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
      if (ids.length === 0) return { data: page.plain, page: page.page };
      const { liked, blocked } = await store.findView(viewerId, ids, authorIds);
      if (liked.size === 0 && blocked.size === 0) return { data: page.plain, page: page.page };
      const seen = posts
        .map((json, index) => withLike(json, liked.has(ids[index] ?? '')))
        .filter((_, index) => !blocked.has(authorIds[index] ?? ''));
      return { data: `[${seen.join(',')}]`, page: page.page };
    },

    hear: forget,

    dropPost(postId) {
      forget(postId);
      tell(postId);
    },

    dropAll() {
      forget(undefined);
      tell(undefined);
    },
  };
}

/** Whether others ask the same: what one person follows changes without a post changing. */
function isShared({ filter }: FeedRequest): boolean {
  return filter.followerId === undefined;
}
