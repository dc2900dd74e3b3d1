import type { ErrorCode } from '@upaj/contract/errors';
import { limits } from '@upaj/contract/limits';
import type { Follow, ListedPerson } from '@upaj/contract/people/follows';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer, OutboxService } from '#src/notify/outbox/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { FollowList, FollowsStore, FoundPerson } from './store.ts';

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

interface FollowsDeps {
  db: Database;
  store: FollowsStore;
  outbox: Pick<OutboxService, 'nudge'>;
}

export function followsService({ db, store, outbox }: FollowsDeps): FollowsService {
  return {
    async follow(viewerId, username) {
      const person = await unlessOrphaned(store.addFollow(viewerId, username));
      const refusal = refusalOf(viewerId, person);
      if (!person || refusal) throw new AppError(refusal ?? 'USER_NOT_FOUND');
      outbox.nudge();
      return { isFollowing: true, followersCount: person.followersCount };
    },

    unfollow(viewerId, username) {
      return db.transaction().execute(async (trx) => {
        const personId = await store.lockNamed(username, trx);
        if (!personId) throw new AppError('USER_NOT_FOUND');
        if (personId === viewerId) throw new AppError('NOT_YOURSELF');
        return { isFollowing: false, followersCount: await store.removeFollow(viewerId, personId, trx) };
      });
    },

    async findPage(list, username, query, viewerId) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const ownerId = await store.findProfileId(username, viewerId);
      if (!ownerId) throw new AppError('USER_NOT_FOUND');
      const { rows, total } = await store.findPage(list, ownerId, { viewerId, cursor, limit });
      return listOf(rows, limit, total);
    },

    async removeBetween(oneId, otherId, trx) {
      await store.lockBoth(oneId, otherId, trx);
      await store.removeFollow(oneId, otherId, trx);
      await store.removeFollow(otherId, oneId, trx);
    },
  };
}

function refusalOf(viewerId: string, person: FoundPerson | undefined): ErrorCode | undefined {
  if (!person?.isActive) return 'USER_NOT_FOUND';
  if (!person.isViewerActive) return 'NOT_LOGGED_IN';
  if (person.id === viewerId) return 'NOT_YOURSELF';
  return person.mayMeet ? undefined : 'BLOCKED';
}

/** Notifies people of new followers. */
export function notifyOfFollows(
  notifications: Pick<NotificationsService, 'addToGroups'>,
): Consumer<'follow.added'> {
  return (events, trx) => {
    const members = events.map(({ data, createdAt: at }) => ({ userId: data.followedId, postId: null, at }));
    return notifications.addToGroups(trx, 'follow', members);
  };
}
