import type { Like } from '@upaj/contract/trade/likes';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { inBatches } from '#src/platform/db/batch.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { Popularity } from './popularity.ts';
import type { LikesStore } from './store.ts';

export interface LikesService {
  addLike(userId: string, postId: string): Promise<Like>;
  removeLike(userId: string, postId: string): Promise<Like>;
}

export function likesService(
  store: Pick<LikesStore, 'changeLikes'>,
  popularity: Pick<Popularity, 'refreshSoon'>,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
): LikesService {
  const write = inBatches(store.changeLikes);

  async function change(userId: string, postId: string, isLiked: boolean): Promise<Like> {
    const changed = await unlessOrphaned(write({ userId, postId, isLiked }));
    if (!changed) throw new AppError('POST_NOT_FOUND');
    if (changed.isChanged) popularity.refreshSoon(postId);
    if (changed.hasNotified) notifications.deliverSoon();
    return changed.like;
  }

  return {
    addLike: (userId, postId) => change(userId, postId, true),
    removeLike: (userId, postId) => change(userId, postId, false),
  };
}
