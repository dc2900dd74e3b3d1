import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Notification, NotificationKind } from '@upaj/contract/notifications';
import type { NotificationChoice } from '@upaj/contract/notify/notifications';
import { dataId, type NotifyContents } from '#src/notify/notifications.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { rowsOf } from '#src/platform/db/expressions.ts';
import { countUpTo, isBefore } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime, microsOf } from '#src/platform/db/times.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';
import { addedAt, kindsWith, notificationRows, sinceRead } from './rows.ts';

export interface AddedNotification {
  id: string;
  userId: string;
  notification: Notification;
}

export interface NewNotification {
  userId: string;
  kind: NotificationKind;
  /** The fields that do not change. The kind adds people and posts as they are when the notification is read. */
  data: object;
  postId?: string | null;
  commentId?: string;
  at?: Date;
  isRead?: boolean;
}

/** Notifications of a kind about a post, or whose stored data has one of the ids in the field. */
export type About = { kind: NotificationKind } & (
  | { postId: string }
  | { field: string; ids: readonly string[] }
);

/** A notification as it is stored, with what does not change. */
export interface StoredNotification {
  id: string;
  userId: string;
  data: Record<string, unknown>;
  isRead: boolean;
  createdAt: Date;
}

const eb = expressionBuilder<DB, 'notifications'>();

const storedColumns = [
  'id',
  'user_id as userId',
  'data',
  'is_read as isRead',
  'created_at as createdAt',
] as const;
const columns = ['id', 'user_id', 'kind', 'data', 'post_id', 'comment_id', 'is_read'] as const;

interface NotificationsStoreDeps extends Pick<NotifyContents, 'kinds' | 'provedNumber'> {
  db: Database;
}

export function notificationsStore({ db, kinds, provedNumber }: NotificationsStoreDeps) {
  const { isShown, data } = notificationRows(kinds);
  const groups = kindsWith(kinds, 'isGroup');

  const ownOf = (userId: string) =>
    db.selectFrom('notifications as notification').where('user_id', '=', userId).where(isShown);

  const notificationJson = jsonBuildObject({
    _id: sql.ref('notification.id'),
    kind: sql.ref('notification.kind'),
    data,
    isRead: sql.ref('notification.is_read'),
    createdAt: isoTime('notification.created_at'),
  }).$castTo<Notification>();

  async function countUnread(userId: string): Promise<number> {
    const { count } = await ownOf(userId)
      .where('is_read', '=', false)
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Locks in the order of ids, as delivery does, to avoid deadlocks. @returns how many were unread before */
  async function markRead(userId: string, isMeant: Expression<SqlBool>): Promise<number> {
    const marked = await db
      .with('locked', (query) =>
        query
          .selectFrom('notifications as notification')
          .select('id')
          .where('user_id', '=', userId)
          .where('is_read', '=', false)
          .where(isMeant)
          .orderBy('id')
          .forNoKeyUpdate(),
      )
      .updateTable('notifications')
      .set((eb) => ({ is_read: true, read_at: eb.fn<Date>('now') }))
      .where('id', 'in', (eb) => eb.selectFrom('locked').select('locked.id'))
      .returning('id')
      .execute();
    return marked.length;
  }

  return {
    /**
     * Locks the users that are not deleted, in the order of ids, so that they get no notifications after their
     * deletion.
     */
    async lockPresent(trx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await trx
        .selectFrom('users')
        .select('id')
        .where((of) => of('id', '=', of.fn.any(of.val(userIds))))
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forKeyShare()
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Adds notifications, except those that join an unread one of their group or of comments on the post. @returns the
     * ids of the added ones
     */
    async add(trx: Transaction, notifications: readonly NewNotification[]): Promise<string[]> {
      const rows = notifications.map(({ userId, kind, data, postId, commentId, at, isRead = false }) => ({
        id: uuidv7(),
        user_id: userId,
        kind,
        data: { ...data },
        post_id: postId ?? null,
        comment_id: commentId ?? null,
        created_at: at ?? new Date(),
        is_read: isRead,
      }));
      const added = await trx
        .insertInto('notifications')
        .columns(['since', 'read_at', 'created_at', ...columns])
        .expression((of) =>
          of
            .selectFrom(rowsOf('notifications', rows).as('added'))
            .select((row) => [
              row.case().when('kind', 'in', groups).then(sinceRead(row)).end().as('since'),
              row.case().when('is_read', '=', true).then(row.fn<Date>('now')).end().as('read_at'),
              addedAt(row).as('created_at'),
              ...columns,
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      return added.map(({ id }) => id);
    },

    /** Locks the notifications in the order of ids. */
    async lockUnread(
      trx: Transaction,
      kind: NotificationKind,
      userIds: readonly string[],
      orAddedSince?: Date,
    ): Promise<StoredNotification[]> {
      const rows = await trx
        .selectFrom('notifications')
        .select(storedColumns)
        .where((of) => of('user_id', '=', of.fn.any(of.val(userIds))))
        .where('kind', '=', kind)
        .where((eb) =>
          eb.or([eb('is_read', '=', false), ...(orAddedSince ? [eb('created_at', '>', orAddedSince)] : [])]),
        )
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      return rows as StoredNotification[];
    },

    /** Locks the notifications in the order of ids. */
    async lockAbout(
      trx: Transaction,
      userIds: readonly string[],
      about: About,
    ): Promise<StoredNotification[]> {
      const rows = await trx
        .selectFrom('notifications as notification')
        .select(storedColumns)
        .where((of) => of('user_id', '=', of.fn.any(of.val(userIds))))
        .where(isAbout(about))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      return rows as StoredNotification[];
    },

    async setData(trx: Transaction, id: string, data: object): Promise<void> {
      await trx
        .updateTable('notifications')
        .set({ data: JSON.stringify(data) })
        .where('id', '=', id)
        .execute();
    },

    async remove(trx: Transaction, ids: readonly string[]): Promise<void> {
      await trx
        .deleteFrom('notifications')
        .where((of) => of('id', '=', of.fn.any(of.val(ids))))
        .execute();
    },

    async findPage(
      userId: string,
      cursor: ListCursor | undefined,
      limit: number,
    ): Promise<{ rows: ListRow<Notification>[]; total: number | undefined }> {
      const rows = await ownOf(userId)
        .$if(cursor !== undefined, (query) => query.where(isBefore('created_at', 'id', cursor)))
        .select(['id', microsOf('created_at').as('at'), notificationJson.as('item')])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return { rows, total: cursor ? undefined : await countUpTo(db, ownOf(userId).select('id')) };
    },

    countUnread,

    /** Marks this notification and earlier ones as read. Returns undefined when the user has no such notification. */
    async markRead(userId: string, notificationId: string): Promise<number | undefined> {
      const last = db
        .selectFrom('notifications')
        .select(['created_at', 'id'])
        .where('id', '=', notificationId)
        .where('user_id', '=', userId);
      if (!(await last.executeTakeFirst())) return undefined;
      return markRead(userId, eb(eb.refTuple('created_at', 'id'), '<=', last.$asTuple('created_at', 'id')));
    },

    markAboutRead(userId: string, abouts: readonly About[]): Promise<number> {
      return markRead(userId, eb.or(abouts.map(isAbout)));
    },

    findSettings(userId: string) {
      return db
        .selectFrom('users')
        .select(['notifications_by_email as byEmail', 'email_verified as isEmailVerified'])
        .select(['notifications_by_sms as bySms', sql<boolean>`${provedNumber} is not null`.as('hasNumber')])
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    async setSettings(userId: string, { byEmail, bySms }: NotificationChoice): Promise<void> {
      if (byEmail === undefined && bySms === undefined) return;
      await db
        .updateTable('users')
        .set({
          ...(byEmail !== undefined && { notifications_by_email: byEmail }),
          ...(bySms !== undefined && { notifications_by_sms: bySms }),
        })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute();
    },

    /**
     * Locks and reads new notifications. Fails, and is tried again, when one is locked, because the deletion of a post
     * locks notifications in another order. Removes those that are not shown, such as of a like that was taken back, so
     * that the next like notifies.
     */
    async takeAdded(trx: Transaction, ids: readonly string[]): Promise<AddedNotification[]> {
      const added = await trx
        .selectFrom('notifications as notification')
        .select((eb) => [
          'id',
          'user_id as userId',
          eb.and([isShown]).as('isShown'),
          notificationJson.as('notification'),
        ])
        .where((of) => of('id', '=', of.fn.any(of.val(ids))))
        .orderBy('id')
        .forKeyShare()
        .noWait()
        .execute();
      const hidden = added.filter((row) => !row.isShown).map(({ id }) => id);
      if (hidden.length > 0) await this.remove(trx, hidden);
      return added.filter((row) => row.isShown);
    },
  };
}

function isAbout(about: About): Expression<SqlBool> {
  const subject =
    'postId' in about ? eb('post_id', '=', about.postId) : eb(dataId(about.field), 'in', about.ids);
  return eb.and([eb('kind', '=', about.kind), subject]);
}

export type NotificationsStore = ReturnType<typeof notificationsStore>;
