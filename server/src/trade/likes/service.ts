import type { Like } from '@upaj/contract/trade/likes';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { Popularity } from './popularity.ts';
import type { LikesStore } from './store.ts';

export interface LikesService {
  addLike(userId: string, postId: string): Promise<Like>;
  removeLike(userId: string, postId: string): Promise<Like>;
}

export function likesService(
  store: LikesStore,
  popularity: Pick<Popularity, 'refreshSoon'>,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
): LikesService {
  function counted(postId: string, given: { like: Like; isChanged: boolean } | undefined): Like {
    if (!given) throw new AppError('POST_NOT_FOUND');
    if (given.isChanged) popularity.refreshSoon(postId);
    return given.like;
  }

  return {
    async addLike(userId, postId) {
      const given = await store.addLike(userId, postId);
      if (given?.hasNotified) notifications.deliverSoon();
      return counted(postId, given);
    },
    removeLike: async (userId, postId) => counted(postId, await store.removeLike(userId, postId)),
  };
}
