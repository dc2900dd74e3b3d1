import type { FastifyBaseLogger } from 'fastify';
import { limits } from '@upaj/contract/limits';
import type { NotificationSettings, Notification } from '@upaj/contract/notify/notifications';
import type { PushService } from '#src/notify/push/service.ts';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import type { NotificationEmails } from '#src/notify/emails/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { GroupMember, NewNotification, NotificationsStore, StoredNotification } from './store.ts';

export interface NotificationsService {
  findPage(userId: string, query: PageRequest): Promise<List<Notification>>;
  countUnread(userId: string): Promise<number>;
  markRead(userId: string, notificationId: string): Promise<number>;
  readComments(userId: string, postId: string): Promise<void>;
  /** Marks notifications of these offers and deals as read. */
  readDeals(userId: string, ids: readonly string[]): Promise<void>;
  findSettings(userId: string): Promise<NotificationSettings>;
  setByEmail(userId: string, byEmail: boolean): Promise<NotificationSettings>;
  /** In the transaction that delivers the events. Deleted users are left out. */
  add(trx: Database, notifications: readonly NewNotification[]): Promise<void>;
  /** As `add`, for users without an unread notification of comments on the post. */
  addOfComment(
    trx: Database,
    comment: { id: string; postId: string; at: Date; data: object },
    userIds: readonly string[],
  ): Promise<void>;
  /** As `add`. One notification for all members of a group until it is read. */
  addToGroups(trx: Database, kind: 'like' | 'follow', members: readonly GroupMember[]): Promise<void>;
  /** The unread notifications of a kind, to replace them or to add to them. With a time, also read ones added after it. */
  lockUnread(
    trx: Database,
    kind: Notification['kind'],
    userIds: readonly string[],
    orAddedSince?: Date,
  ): Promise<StoredNotification[]>;
  /** Changes a notification without notifying again. */
  setData(trx: Database, id: string, data: object): Promise<void>;
  remove(trx: Database, ids: readonly string[]): Promise<void>;
  /** Emails and pushes are queued in the database and sent in the background. */
  deliver(): Promise<void>;
  deliverSoon(): void;
  close(): Promise<void>;
}

export interface NotificationsDeps {
  store: NotificationsStore;
  push: Pick<PushService, 'publicKey' | 'sendInBackground'>;
  realtime: Pick<Realtime, 'publish'>;
  mails: Pick<NotificationEmails, 'sendInBackground'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** In ms: likes and comments come in bursts. */
const burst = 200;

export function notificationsService(deps: NotificationsDeps): NotificationsService {
  const { store, push, realtime, mails, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let delivering: Promise<void> | undefined;

  async function deliverToDevices(): Promise<void> {
    for (;;) {
      const deliveries = await store.takeUndelivered();
      if (deliveries.length === 0) break;
      for (const { userId, notification } of deliveries)
        realtime.publish({ userIds: [userId] }, 'notification', notification);
    }
  }

  async function deliver(): Promise<void> {
    await inBackground(deliverToDevices);
    mails.sendInBackground();
    push.sendInBackground();
  }

  /** @returns how many are unread now */
  async function publishRead(userId: string, marked: number): Promise<number> {
    const count = await store.countUnread(userId);
    if (marked > 0) realtime.publish({ userIds: [userId] }, 'notificationsRead', { count });
    return count;
  }

  async function add(trx: Database, notifications: readonly NewNotification[]): Promise<void> {
    if (notifications.length === 0) return;
    const present = await store.lockPresent(trx, [...new Set(notifications.map(({ userId }) => userId))]);
    const added = notifications.filter(({ userId }) => present.has(userId));
    if (added.length > 0) await store.add(trx, added);
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

    async addOfComment(trx, { id, postId, at, data }, userIds) {
      if (userIds.length === 0) return;
      const unread = new Set(await store.findUnreadOfComments(trx, postId, userIds));
      const notified = userIds.filter((userId) => !unread.has(userId));
      await add(
        trx,
        notified.map((userId) => ({ userId, kind: 'comment', data, postId, commentId: id, at })),
      );
    },

    async addToGroups(trx, kind, members) {
      if (members.length === 0) return;
      const present = await store.lockPresent(trx, [...new Set(members.map(({ userId }) => userId))]);
      const groups = new Map(
        members.map((member) => [`${member.userId} ${member.postId}`, member] as const).toReversed(),
      );
      for (const member of groups.values())
        if (present.has(member.userId)) await store.addGroup(trx, kind, member);
    },

    lockUnread: async (trx, kind, userIds, orAddedSince) =>
      userIds.length > 0 ? store.lockUnread(trx, kind, userIds, orAddedSince) : [],

    setData: store.setData,

    async remove(trx, ids) {
      if (ids.length > 0) await store.remove(trx, ids);
    },

    deliver,

    deliverSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        delivering = deliver().catch((error: unknown) =>
          log.error({ err: error }, 'notifications were not delivered yet'),
        );
      }, burst);
    },

    async close() {
      clearTimeout(timer);
      await delivering;
    },
  };
}
