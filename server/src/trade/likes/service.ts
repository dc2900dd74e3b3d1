import type { Like } from '@upaj/contract/trade/likes';
import { limits } from '@upaj/contract/limits';
import type { ListedPost } from '@upaj/contract/trade/posts';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { FeedViewer } from '#src/trade/feed/request.ts';
import type { LikesStore } from './store.ts';

export interface LikesService {
  addLike(userId: string, postId: string): Promise<Like>;
  removeLike(userId: string, postId: string): Promise<Like>;
  findLiked(viewer: FeedViewer, query: PageRequest): Promise<List<ListedPost>>;
}

export function likesService(
  store: Pick<LikesStore, 'addLike' | 'removeLike' | 'findLiked'>,
  outbox: Pick<OutboxService, 'nudge'>,
  findPrice: FindPostPrice,
): LikesService {
  async function write(changed: Promise<Like | undefined>): Promise<Like> {
    const like = await unlessOrphaned(changed);
    if (!like) throw new AppError('POST_NOT_FOUND');
    outbox.nudge();
    return like;
  }

  return {
    addLike: (userId, postId) => write(store.addLike(userId, postId)),
    removeLike: (userId, postId) => write(store.removeLike(userId, postId)),

    async findLiked({ id: userId, place }, query) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const { rows, total } = await store.findLiked(userId, cursor, limit);
      const posts = await Promise.all(
        rows.map(async ({ id, at, post, view, ...goods }) => ({
          id,
          at,
          item: {
            ...post,
            ...view,
            marketPrice: await findPrice(goods),
            distanceKm: place && kmBetween(place, goods),
          },
        })),
      );
      return listOf(posts, limit, cursor?.total ?? total ?? 0);
    },
  };
}
