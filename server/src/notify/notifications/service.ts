import { limits } from '@upaj/contract/limits';
import type { NotificationSettings, Notification } from '@upaj/contract/notify/notifications';
import type { PushService } from '#src/notify/push/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { DeliveriesStore } from '#src/notify/deliveries/store.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Consumer } from '#src/notify/outbox/service.ts';
import type { Transaction } from '#src/platform/db/connect.ts';
import type { NewNotification, NotificationsStore, StoredNotification } from './store.ts';

export interface NotificationsService {
  findPage(userId: string, query: PageRequest): Promise<List<Notification>>;
  countUnread(userId: string): Promise<number>;
  markRead(userId: string, notificationId: string): Promise<number>;
  readComments(userId: string, postId: string): Promise<void>;
  /** Marks notifications of these offers and deals as read. */
  readDeals(userId: string, ids: readonly string[]): Promise<void>;
  findSettings(userId: string): Promise<NotificationSettings>;
  setByEmail(userId: string, byEmail: boolean): Promise<NotificationSettings>;
  /**
   * In the transaction that delivers the events. Deleted users are left out, and users with an unread notification of the same
   * group, or of comments on the same post.
   */
  add(trx: Transaction, notifications: readonly NewNotification[]): Promise<void>;
  /** The unread notifications of a kind, to replace them or to add to them. With a time, also read ones added after it. Locks the users before them. */
  lockUnread(
    trx: Transaction,
    kind: Notification['kind'],
    userIds: readonly string[],
    orAddedSince?: Date,
  ): Promise<StoredNotification[]>;
  /** The notifications of the users about the offers, to replace them. Locks the users before them. */
  lockOffers(
    trx: Transaction,
    userIds: readonly string[],
    offerIds: readonly string[],
  ): Promise<StoredNotification[]>;
  /** Changes a notification without notifying again. */
  setData(trx: Transaction, id: string, data: object): Promise<void>;
  remove(trx: Transaction, ids: readonly string[]): Promise<void>;
  /** Shows new notifications on the user's open devices and queues emails and pushes. */
  deliver: Consumer<'notifications.added'>;
}

export interface NotificationsDeps {
  store: NotificationsStore;
  deliveries: Pick<DeliveriesStore, 'add'>;
  push: Pick<PushService, 'publicKey'>;
  realtime: Pick<Realtime, 'publish'>;
}

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1_000;

export function notificationsService(deps: NotificationsDeps): NotificationsService {
  const { store, deliveries, push, realtime } = deps;

  /** @returns how many are unread now */
  async function publishRead(userId: string, marked: number): Promise<number> {
    const count = await store.countUnread(userId);
    if (marked > 0) realtime.publish({ userIds: [userId] }, 'notificationsRead', { count });
    return count;
  }

  async function add(trx: Transaction, notifications: readonly NewNotification[]): Promise<void> {
    if (notifications.length === 0) return;
    const present = await store.lockPresent(trx, [...new Set(notifications.map(({ userId }) => userId))]);
    const added = notifications.filter(({ userId }) => present.has(userId));
    for (let from = 0; from < added.length; from += rowsAtOnce) {
      const ids = await store.add(trx, added.slice(from, from + rowsAtOnce));
      if (ids.length > 0) await addEvent(trx, 'notifications.added', { ids });
    }
  }

  async function findSettings(userId: string): Promise<NotificationSettings> {
    const [settings, pushKey] = await Promise.all([store.findSettings(userId), push.publicKey()]);
    if (!settings) throw new AppError('NOT_LOGGED_IN');
    return { ...settings, pushKey };
  }

  return {
    async findPage(userId, query) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const { rows, total } = await store.findPage(userId, cursor, limit);
      return listOf(rows, limit, cursor?.total ?? total ?? 0);
    },

    countUnread: (userId) => store.countUnread(userId),

    async markRead(userId, notificationId) {
      const marked = await store.markRead(userId, notificationId);
      if (marked === undefined) throw new AppError('NOTIFICATION_NOT_FOUND');
      return publishRead(userId, marked);
    },

    async readComments(userId, postId) {
      const marked = await store.markCommentsRead(userId, postId);
      if (marked > 0) await publishRead(userId, marked);
    },

    async readDeals(userId, ids) {
      const marked = await store.markDealsRead(userId, ids);
      if (marked > 0) await publishRead(userId, marked);
    },

    findSettings,

    async setByEmail(userId, byEmail) {
      await store.setByEmail(userId, byEmail);
      return findSettings(userId);
    },

    add,

    async lockUnread(trx, kind, userIds, orAddedSince) {
      const present = userIds.length > 0 ? await store.lockPresent(trx, userIds) : new Set<string>();
      return present.size > 0 ? store.lockUnread(trx, kind, [...present], orAddedSince) : [];
    },

    async lockOffers(trx, userIds, offerIds) {
      const present = await store.lockPresent(trx, [...new Set(userIds)]);
      return present.size > 0 ? store.lockOffers(trx, [...present], offerIds) : [];
    },

    setData: store.setData,

    async remove(trx, ids) {
      if (ids.length > 0) await store.remove(trx, ids);
    },

    async deliver(events, trx) {
      const added = await store.takeAdded(
        trx,
        events.flatMap(({ data }) => data.ids),
      );
      if (added.length === 0) return;
      await deliveries.add(
        trx,
        added.map(({ id }) => id),
      );
      return () => {
        for (const { userId, notification } of added)
          realtime.publish({ userIds: [userId] }, 'notification', notification);
      };
    },
  };
}
