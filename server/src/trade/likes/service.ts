import type { Like } from '@upaj/contract/trade/likes';
import type { ListedPost } from '@upaj/contract/trade/posts';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { List, PageRequest } from '#src/platform/http/paging.ts';
import type { FeedViewer } from '#src/trade/feed/request.ts';
import { listMarked } from '#src/trade/lists/marked.ts';
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

    findLiked: ({ id, place }, query) =>
      listMarked((cursor, limit) => store.findLiked(id, cursor, limit), findPrice, place, query),
  };
}
