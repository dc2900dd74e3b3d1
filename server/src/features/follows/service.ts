import type { Follow } from '@upaj/contract/follows';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/db/connect.ts';
import { AppError } from '#src/http/errors.ts';
import { pageOf, readListCursor } from '#src/http/list-cursor.ts';
import type { Followed, FollowList, FollowsStore } from './store.ts';

/** How far the viewer has read a list, and how many more they want. */
interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface FollowsService {
  /**
   * Both are idempotent.
   * @throws AppError USER_NOT_FOUND, NOT_YOURSELF, and for following BLOCKED, or NOT_LOGGED_IN when the viewer's account
   * ended meanwhile.
   */
  follow(viewerId: string, username: string): Promise<Follow>;
  unfollow(viewerId: string, username: string): Promise<Follow>;
  /**
   * Whom the viewer can meet of a person's followers or of those whom they follow, latest first.
   * @returns `data` and `page` as JSON text.
   * @throws AppError USER_NOT_FOUND, INVALID_INPUT for a cursor of another server.
   */
  findPage(
    list: FollowList,
    username: string,
    query: PageQuery,
    viewerId: string,
  ): Promise<{ data: string; page: string }>;
  /**
   * Ends both follows between two people and mends their counters. Joins the transaction of whoever separates them, and
   * holds both rows of `users` to its end, taken in the order of their ids.
   */
  removeBetween(oneId: string, otherId: string, trx: Database): Promise<void>;
}

export function followsService(store: FollowsStore): FollowsService {
  return {
    follow: async (viewerId, username) => toFollow(await store.follow(viewerId, username)),
    unfollow: async (viewerId, username) => toFollow(await store.unfollow(viewerId, username)),

    async findPage(list, username, query, viewerId) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const ownerId = await store.findPerson(username, viewerId);
      if (!ownerId) throw new AppError('USER_NOT_FOUND');
      const found = await store.findPeople(list, ownerId, { viewerId, cursor, limit });
      return pageOf(found.rows, limit, cursor?.total ?? found.total ?? 0);
    },

    removeBetween: (oneId, otherId, trx) => store.removeBetween(oneId, otherId, trx),
  };
}

function toFollow(followed: Followed): Follow {
  if (typeof followed === 'string') throw new AppError(followed);
  return followed.follow;
}
