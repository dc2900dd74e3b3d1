import { limits } from '@upaj/contract/limits';
import type { Follow, ListedPerson } from '@upaj/contract/people/follows';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { inBatches } from '#src/platform/db/batch.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { FollowList, FollowsStore } from './store.ts';

export interface FollowsService {
  /** Both are idempotent. */
  follow(viewerId: string, username: string): Promise<Follow>;
  unfollow(viewerId: string, username: string): Promise<Follow>;
  findPage(
    list: FollowList,
    username: string,
    query: PageRequest,
    viewerId: string,
  ): Promise<List<ListedPerson>>;
  /** Runs in the caller's transaction and locks both users, in the order of their ids. */
  removeBetween(oneId: string, otherId: string, trx: Database): Promise<void>;
}

export function followsService(
  store: FollowsStore,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
): FollowsService {
  const write = inBatches(store.changeFollows);

  async function change(viewerId: string, username: string, isFollowing: boolean): Promise<Follow> {
    const followed = await write({ viewerId, username, isFollowing });
    if (typeof followed === 'string') throw new AppError(followed);
    if (followed.hasNotified) notifications.deliverSoon();
    return followed.follow;
  }

  return {
    follow: (viewerId, username) => change(viewerId, username, true),
    unfollow: (viewerId, username) => change(viewerId, username, false),

    async findPage(list, username, query, viewerId) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const ownerId = await store.findPerson(username, viewerId);
      if (!ownerId) throw new AppError('USER_NOT_FOUND');
      const found = await store.findPeople(list, ownerId, { viewerId, cursor, limit });
      return listOf(found.rows, limit, cursor?.total ?? found.total ?? 0);
    },

    removeBetween: (oneId, otherId, trx) => store.removeBetween(oneId, otherId, trx),
  };
}
