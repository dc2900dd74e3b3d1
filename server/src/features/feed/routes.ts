import type { FeedQuery } from '@upaj/contract/feed';
import { AppError } from '#src/http/errors.ts';
import { answer, memberRoute, type Route } from '#src/http/route.ts';
import { toFeedRequest } from './filter.ts';
import type { FeedService } from './service.ts';
import type { FeedStore } from './store.ts';

export function feedRoutes(feed: FeedService, store: FeedStore): Route[] {
  async function list(query: FeedQuery, viewerId: string, authorId?: string) {
    const { data, page } = await feed.findPage(toFeedRequest(query, viewerId, authorId), viewerId);
    return answer(200, 'Posts', data, page);
  }

  return [
    memberRoute('GET /api/v1/post/feed', ({ query, viewer }) => list(query, viewer.id)),
    memberRoute('GET /api/posts', ({ query, viewer }) => list(query, viewer.id)),
    memberRoute('GET /api/v1/post/current-posts', ({ query, viewer }) => list(query, viewer.id, viewer.id)),
    memberRoute('GET /api/v1/post/user-posts/:username', async ({ params, query, viewer }) => {
      const author = await store.findAuthor(params.username, viewer.id);
      if (!author) throw new AppError('USER_NOT_FOUND');
      if (author.isBlocked) return answer(200, 'Posts', '[]', '{"nextCursor":null,"total":0}');
      return list(query, viewer.id, author.id);
    }),
  ];
}
