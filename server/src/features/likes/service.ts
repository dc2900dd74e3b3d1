import type { Like } from '@upaj/contract/likes';
import type { FeedService } from '#src/features/feed/service.ts';
import { AppError } from '#src/http/errors.ts';
import type { LikesStore } from './store.ts';

export interface LikesService {
  /** Both are idempotent. @throws AppError POST_NOT_FOUND. */
  addLike(userId: string, postId: string): Promise<Like>;
  removeLike(userId: string, postId: string): Promise<Like>;
}

export function likesService(store: LikesStore, feed: FeedService): LikesService {
  function changed(postId: string, like: Like | undefined): Like {
    if (!like) throw new AppError('POST_NOT_FOUND');
    feed.dropPost(postId);
    return like;
  }

  return {
    addLike: async (userId, postId) => changed(postId, await store.addLike(userId, postId)),
    removeLike: async (userId, postId) => changed(postId, await store.removeLike(userId, postId)),
  };
}
