import type { Follow } from '@upaj/contract/follows';
import type { Database } from '#src/db/connect.ts';
import { AppError } from '#src/http/errors.ts';
import type { Followed, FollowsStore } from './store.ts';

export interface FollowsService {
  /** Both are idempotent. @throws AppError USER_NOT_FOUND, NOT_YOURSELF, and for following BLOCKED. */
  follow(viewerId: string, username: string): Promise<Follow>;
  unfollow(viewerId: string, username: string): Promise<Follow>;
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
    removeBetween: (oneId, otherId, trx) => store.removeBetween(oneId, otherId, trx),
  };
}

function toFollow(followed: Followed): Follow {
  if (typeof followed === 'string') throw new AppError(followed);
  return followed.follow;
}
