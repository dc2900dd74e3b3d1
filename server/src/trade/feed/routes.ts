import type { FeedQuery } from '@upaj/contract/trade/feed';
import type { FindVarieties } from '#src/mandi/market-page/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { jsonResult, listRoute, type Route } from '#src/platform/http/route.ts';
import { toFeedRequest, type FeedViewer } from './request.ts';
import type { FeedService } from './service.ts';
import type { FeedStore } from './store.ts';

const emptyPage = { nextCursor: null, total: 0, available: 0 };

interface FeedRoutes {
  feed: Pick<FeedService, 'findPage'>;
  store: Pick<FeedStore, 'findAuthor'>;
  findVarieties: FindVarieties;
}

export function feedRoutes({ feed, store, findVarieties }: FeedRoutes): Route[] {
  async function list(query: FeedQuery, viewer: FeedViewer, authorId?: string) {
    const request = toFeedRequest(query, { ...viewer, varieties: await findVarieties() }, authorId);
    const { data, page } = await feed.findPage(request, viewer.id);
    return jsonResult(200, 'Posts', data, JSON.stringify(page));
  }

  return [
    listRoute('GET /api/v1/post/feed', ({ query, viewer }) => list(query, viewer)),
    listRoute('GET /api/posts', ({ query, viewer }) => list(query, viewer)),
    listRoute('GET /api/v1/post/current-posts', ({ query, viewer }) => list(query, viewer, viewer.id)),
    listRoute('GET /api/v1/post/user-posts/:username', async ({ params, query, viewer }) => {
      const author = await store.findAuthor(params.username, viewer.id);
      if (!author) throw new AppError('USER_NOT_FOUND');
      if (author.isBlocked) return jsonResult(200, 'Posts', '[]', JSON.stringify(emptyPage));
      return list(query, viewer, author.id);
    }),
  ];
}
