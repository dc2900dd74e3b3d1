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

interface LikesDeps {
  store: Pick<LikesStore, 'addLike' | 'removeLike' | 'findLiked'>;
  outbox: Pick<OutboxService, 'nudge'>;
  findPrice: FindPostPrice;
}

export function likesService({ store, outbox, findPrice }: LikesDeps) {
  async function write(changed: Promise<Like | undefined>): Promise<Like> {
    const like = await unlessOrphaned(changed);
    if (!like) throw new AppError('POST_NOT_FOUND');
    outbox.nudge();
    return like;
  }

  return {
    addLike: (userId: string, postId: string) => write(store.addLike(userId, postId)),
    removeLike: (userId: string, postId: string) => write(store.removeLike(userId, postId)),

    findLiked: ({ id, place }: FeedViewer, query: PageRequest): Promise<List<ListedPost>> =>
      listMarked((cursor, limit) => store.findLiked(id, cursor, limit), findPrice, place, query),
  };
}

export type LikesService = ReturnType<typeof likesService>;
