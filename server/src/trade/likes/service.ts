import type { Like } from '@upaj/contract/trade/likes';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { LikesStore } from './store.ts';

export interface LikesService {
  addLike(userId: string, postId: string): Promise<Like>;
  removeLike(userId: string, postId: string): Promise<Like>;
}

export function likesService(
  store: LikesStore,
  feed: FeedService,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
): LikesService {
  function changed(postId: string, like: Like | undefined): Like {
    if (!like) throw new AppError('POST_NOT_FOUND');
    feed.invalidatePost(postId);
    return like;
  }

  return {
    async addLike(userId, postId) {
      const given = await store.addLike(userId, postId);
      if (given?.hasNotified) notifications.deliverSoon();
      return changed(postId, given?.like);
    },
    removeLike: async (userId, postId) => changed(postId, await store.removeLike(userId, postId)),
  };
}
