import type { ErrorCode } from '@upaj/contract/errors';
import type { Follow } from '@upaj/contract/people/follows';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer, OutboxService } from '#src/notify/outbox/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { PageRequest } from '#src/platform/http/paging.ts';
import type { FollowList, FollowsStore } from './store.ts';

interface FollowsDeps {
  db: Database;
  store: FollowsStore;
  outbox: Pick<OutboxService, 'nudge'>;
}

/** Following and unfollowing are idempotent. */
export function followsService({ db, store, outbox }: FollowsDeps) {
  return {
    async follow(viewerId: string, username: string): Promise<Follow> {
      const person = await unlessOrphaned(store.addFollow(viewerId, username));
      const refusal = refusalOf(viewerId, person);
      if (!person || refusal) throw new AppError(refusal ?? 'USER_NOT_FOUND');
      outbox.nudge();
      return { isFollowing: true, followersCount: person.followersCount };
    },

    unfollow(viewerId: string, username: string): Promise<Follow> {
      return db.transaction().execute(async (trx) => {
        const personId = await store.lockNamed(username, trx);
        if (!personId) throw new AppError('USER_NOT_FOUND');
        if (personId === viewerId) throw new AppError('NOT_YOURSELF');
        return { isFollowing: false, followersCount: await store.removeFollow(viewerId, personId, trx) };
      });
    },

    async findPage(list: FollowList, username: string, query: PageRequest, viewerId: string) {
      const ownerId = await store.findProfileId(username, viewerId);
      if (!ownerId) throw new AppError('USER_NOT_FOUND');
      return store.findPage(list, ownerId, viewerId, query);
    },

    /**
     * Removes the follows in both directions in the caller's transaction, and locks both users in the order of their
     * ids.
     */
    async removeBetween(oneId: string, otherId: string, trx: Transaction): Promise<void> {
      await store.lockBoth(oneId, otherId, trx);
      await store.removeFollow(oneId, otherId, trx);
      await store.removeFollow(otherId, oneId, trx);
    },
  };
}

export type FollowsService = ReturnType<typeof followsService>;

type FoundPerson = Awaited<ReturnType<FollowsStore['addFollow']>>;

function refusalOf(viewerId: string, person: FoundPerson): ErrorCode | undefined {
  if (!person?.isActive) return 'USER_NOT_FOUND';
  if (!person.isViewerActive) return 'NOT_LOGGED_IN';
  if (person.id === viewerId) return 'NOT_YOURSELF';
  return person.mayMeet ? undefined : 'BLOCKED';
}

/** Notifies people of new followers. */
export function notifyOfFollows(notifications: Pick<NotificationsService, 'add'>): Consumer<'follow.added'> {
  return (events, trx) =>
    notifications.add(
      trx,
      events.map(({ data, createdAt: at }) => ({ userId: data.followedId, kind: 'follow', data: {}, at })),
    );
}
