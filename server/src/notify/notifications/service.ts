import { limits } from '@upaj/contract/limits';
import type { Notification, NotificationKind } from '@upaj/contract/notifications';
import type { NotificationChoice, NotificationSettings } from '@upaj/contract/notify/notifications';
import type { PushService } from '#src/notify/push/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { Messenger } from '#src/platform/sms/messenger.ts';
import type { DeliveriesStore } from '#src/notify/deliveries/store.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Consumer } from '#src/notify/outbox/service.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { About, NewNotification, NotificationsStore, StoredNotification } from './store.ts';

export interface NotificationsDeps {
  store: NotificationsStore;
  deliveries: Pick<DeliveriesStore, 'add'>;
  push: Pick<PushService, 'publicKey'>;
  realtime: Pick<Realtime, 'publish'>;
  messenger: Pick<Messenger, 'isSetUp'>;
}

/** The rows of one statement, which can have 65,535 parameters at most. */
const rowsAtOnce = 1_000;

export function notificationsService(deps: NotificationsDeps) {
  const { store, deliveries, push, realtime, messenger } = deps;

  /** Tells the user's devices that notifications were read. @returns how many are unread now */
  async function publishRead(userId: string, marked: number): Promise<number> {
    const count = await store.countUnread(userId);
    if (marked > 0) realtime.publish({ userIds: [userId] }, 'notificationsRead', { count });
    return count;
  }

  /**
   * Adds notifications, in the transaction that delivers the events. Leaves out deleted users, and users who have an
   * unread notification of the same group or of comments on the same post.
   */
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
    const { hasNumber, ...chosen } = settings;
    return { ...chosen, canGetSms: messenger.isSetUp && hasNumber, pushKey };
  }

  return {
    async findPage(userId: string, query: PageRequest): Promise<List<Notification>> {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const { rows, total } = await store.findPage(userId, cursor, limit);
      return listOf(rows, limit, cursor?.total ?? total ?? 0);
    },

    countUnread: (userId: string) => store.countUnread(userId),

    async markRead(userId: string, notificationId: string): Promise<number> {
      const marked = await store.markRead(userId, notificationId);
      if (marked === undefined) throw new AppError('NOTIFICATION_NOT_FOUND');
      return publishRead(userId, marked);
    },

    /** Marks the notifications as read because the user has seen what they are about. */
    async readAbout(userId: string, ...seen: readonly About[]): Promise<void> {
      const marked = await store.markAboutRead(userId, seen);
      if (marked > 0) await publishRead(userId, marked);
    },

    findSettings,

    async setSettings(userId: string, chosen: NotificationChoice): Promise<NotificationSettings> {
      await store.setSettings(userId, chosen);
      return findSettings(userId);
    },

    add,

    /**
     * Finds the unread notifications of a kind, to replace them or to add to them. With a time, also read ones added
     * after it. Locks the users before them.
     */
    async lockUnread(
      trx: Transaction,
      kind: NotificationKind,
      userIds: readonly string[],
      orAddedSince?: Date,
    ): Promise<StoredNotification[]> {
      const present = userIds.length > 0 ? await store.lockPresent(trx, userIds) : new Set<string>();
      return present.size > 0 ? store.lockUnread(trx, kind, [...present], orAddedSince) : [];
    },

    /** Finds what the users were notified about, to replace it. Locks the users before their notifications. */
    async lockAbout(
      trx: Transaction,
      userIds: readonly string[],
      about: About,
    ): Promise<StoredNotification[]> {
      const present = await store.lockPresent(trx, [...new Set(userIds)]);
      return present.size > 0 ? store.lockAbout(trx, [...present], about) : [];
    },

    /** Changes a notification without notifying again. */
    setData: store.setData,

    async remove(trx: Transaction, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await store.remove(trx, ids);
    },

    /** Shows new notifications on the user's open devices and queues emails and pushes. */
    deliver: (async (events, trx) => {
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
    }) satisfies Consumer<'notifications.added'>,
  };
}

export type NotificationsService = ReturnType<typeof notificationsService>;
