import { limits } from '@upaj/contract/limits';
import type { NoticeSettings } from '@upaj/contract/notifications';
import type { PushService } from '#src/features/push/service.ts';
import { AppError } from '#src/http/errors.ts';
import { pageOf, readListCursor } from '#src/http/list-cursor.ts';
import type { Realtime } from '#src/realtime/realtime.ts';
import type { NoticeMails } from './mails.ts';
import type { NotificationsStore, Told } from './store.ts';

export interface NotificationsService {
  /** Latest first, as JSON text. @throws AppError INVALID_INPUT for a cursor of another server. */
  findPage(
    userId: string,
    query: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ data: string; page: string }>;
  countUnread(userId: string): Promise<number>;
  /** @returns how many are left. @throws AppError NOTIFICATION_NOT_FOUND, also for another's. */
  markRead(userId: string, notificationId: string): Promise<number>;
  /** Marks what says of comments under this post: its reader has seen them. */
  readComments(userId: string, postId: string): Promise<void>;
  findSettings(userId: string): Promise<NoticeSettings>;
  setByEmail(userId: string, byEmail: boolean): Promise<NoticeSettings>;
  /**
   * Tells everybody of what they were not told yet: their devices that are connected, their address in one mail, and their
   * browsers by push. Mails and pushes wait in the database and go out in the background.
   */
  deliver(): Promise<void>;
}

export interface NotificationsDeps {
  store: NotificationsStore;
  push: Pick<PushService, 'publicKey' | 'sendInBackground'>;
  realtime: Pick<Realtime, 'tell'>;
  mails: Pick<NoticeMails, 'sendInBackground'>;
}

export function notificationsService(deps: NotificationsDeps): NotificationsService {
  const { store, push, realtime, mails } = deps;

  function tell({ userId, notices }: Told): void {
    for (const notice of notices) realtime.tell({ userIds: [userId] }, 'notification', notice);
  }

  async function findSettings(userId: string): Promise<NoticeSettings> {
    const [settings, pushKey] = await Promise.all([store.findSettings(userId), push.publicKey()]);
    if (!settings) throw new AppError('NOT_LOGGED_IN');
    return { ...settings, pushKey };
  }

  return {
    async findPage(userId, query) {
      const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
      const limit = query.limit ?? limits.page.size;
      const { rows, total } = await store.findPage(userId, cursor, limit);
      return pageOf(rows, limit, cursor?.total ?? total ?? 0);
    },

    countUnread: (userId) => store.countUnread(userId),

    async markRead(userId, notificationId) {
      const read = await store.markRead(userId, notificationId);
      if (!read) throw new AppError('NOTIFICATION_NOT_FOUND');
      if (read.marked > 0) realtime.tell({ userIds: [userId] }, 'notificationsRead', { count: read.count });
      return read.count;
    },

    async readComments(userId, postId) {
      const read = await store.markCommentsRead(userId, postId);
      if (read && read.marked > 0)
        realtime.tell({ userIds: [userId] }, 'notificationsRead', { count: read.count });
    },

    findSettings,

    async setByEmail(userId, byEmail) {
      await store.setByEmail(userId, byEmail);
      return findSettings(userId);
    },

    async deliver() {
      for (;;) {
        const people = await store.takeUndelivered();
        if (people.length === 0) break;
        for (const person of people) tell(person);
      }
      mails.sendInBackground();
      push.sendInBackground();
    },
  };
}
