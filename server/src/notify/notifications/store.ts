import { sql, type RawBuilder } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { NotificationContents, Notification } from '@upaj/contract/notify/notifications';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isoTime, microsOf, timeOf } from '#src/platform/db/times.ts';
import { isShown, notificationData } from '#src/notify/content/store.ts';
import { isActivePerson } from '#src/platform/db/visibility.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

export interface Delivery {
  userId: string;
  notifications: Notification[];
}

export interface DueMail {
  email: string | null;
  notifications: NotificationContents | null;
  notificationIds: string[];
  isLastTry: boolean;
}

export interface Marked {
  count: number;
  marked: number;
}

const notificationJson = sql<Notification>`json_build_object('_id', notification.id, 'kind', notification.kind, 'data', ${notificationData},
  'isRead', notification.is_read, 'createdAt', ${isoTime('notification.created_at')})`;

const batch = 500;
const minute = 60_000;

const mailBatch = 20;
/** Retries after 1, 5, 25 and 125 minutes, then gives up. */
const mostTries = 5;
/** One process at a time: two would each email one person about some of the notifications. */
const mailsLock = 0x75_70_61_6b;

const isMailed = sql`(email_verified and notifications_by_email and ${isActivePerson})`;

/** A like or follow, which joins the unread notification of its group. */
export interface GroupMember {
  userId: string;
  /** Null for followers. */
  postId: string | null;
  at: Date;
}

export function notificationsStore(db: Database) {
  return {
    /** Locks those of the users that are not deleted, by id, so that they have no notifications afterwards. */
    async lockPresent(trx: Database, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await trx
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forKeyShare()
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Nothing happens for a group with an unread notification. A group starts when the previous one was read, the first one
     * a minute ago: people who come at the same time may be stored before it.
     */
    async addGroup(
      trx: Database,
      kind: 'like' | 'follow',
      { userId, postId, at }: GroupMember,
    ): Promise<void> {
      await trx
        .insertInto('notifications')
        .values((eb) => ({
          id: newRowId,
          user_id: userId,
          kind,
          post_id: postId,
          data: '{}',
          since: eb.fn.coalesce(
            eb
              .selectFrom('notifications')
              .select((of) => of.fn.max('read_at').as('read_at'))
              .where('user_id', '=', userId)
              .where('kind', '=', kind)
              .where('post_id', 'is not distinct from', postId)
              .where('is_read', '=', true),
            eb.val(new Date(at.getTime() - minute)),
          ),
        }))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async findPage(
      userId: string,
      cursor: ListCursor | undefined,
      limit: number,
    ): Promise<{ rows: ListRow<Notification>[]; total: number | undefined }> {
      const own = sql`from notifications notification where user_id = ${userId} and ${isShown}`;
      const beyond = cursor
        ? sql`and (created_at, id)
            < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`null`
        : sql`(select count(*) from (select 1 ${own} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<ListRow<Notification> & { total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select id, ${microsOf('created_at')} as at, ${notificationJson} as item
          ${own} ${beyond} order by created_at desc, id desc limit ${sql.lit(limit + 1)}
        ) page on true order by page.at desc, page.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },

    async countUnread(userId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from notifications notification
        where user_id = ${userId} and not is_read and ${isShown}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    markRead(userId: string, notificationId: string): Promise<Marked | undefined> {
      const last = sql`from notifications where id = ${notificationId} and user_id = ${userId}`;
      const isMeant = sql`(created_at, id) <= (select created_at, id ${last})`;
      return mark(db, userId, isMeant, sql`exists (select ${last})`);
    },

    markCommentsRead(userId: string, postId: string): Promise<Marked | undefined> {
      return mark(db, userId, sql`kind = 'comment' and post_id = ${postId}`);
    },

    /** Of offers and deals with these ids. */
    markDealsRead(userId: string, ids: readonly string[]): Promise<Marked | undefined> {
      const isMeant = sql`kind in ('offer', 'deal') and (data ->> (kind || 'Id')) = any(${ids}::text[])`;
      return mark(db, userId, isMeant);
    },

    async findSettings(userId: string): Promise<{ byEmail: boolean; isEmailVerified: boolean } | undefined> {
      const row = await db
        .selectFrom('users')
        .select(['notifications_by_email as byEmail', 'email_verified as isEmailVerified'])
        .where('id', '=', userId)
        .executeTakeFirst();
      return row;
    },

    async setByEmail(userId: string, byEmail: boolean): Promise<void> {
      await db
        .updateTable('users')
        .set({ notifications_by_email: byEmail })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute();
    },

    /** Waits for no lock: the deletion of a post locks notifications in another order. */
    async takeUndelivered(): Promise<Delivery[]> {
      const { rows } = await sql<Delivery>`
        with taken as (
          select notification.*, undelivered.ctid as place from undelivered_notifications undelivered
          join notifications notification on notification.id = undelivered.notification_id
          where ${isShown} limit ${sql.lit(batch)}
          for update of undelivered skip locked for key share of notification skip locked
        ), removed as (
          delete from undelivered_notifications where ctid = any(array(select place from taken))
        ), mailed as (
          insert into notification_emails (notification_id)
          select taken.id from taken join users on users.id = taken.user_id where ${isMailed}
        ), browsers as (
          select subscription.endpoint, subscription.user_id from push_subscriptions subscription
          where user_id = any(array(select user_id from taken)) for key share skip locked
        ), queued as (
          insert into pushes (notification_id, endpoint)
          select taken.id, browsers.endpoint from taken join browsers using (user_id)
          on conflict do nothing
        )
        select notification.user_id as "userId", json_agg(${notificationJson} order by notification.id) as notifications
        from taken notification group by notification.user_id`.execute(db);
      return rows;
    },

    /** Schedules the next try first, so that a crash does not lose them. */
    takeDueMails(): Promise<DueMail[]> {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(mailsLock)})`.execute(trx);
        const { rows } = await sql<DueMail>`
          with people as (
            select notification.user_id from notification_emails mail join notifications notification on notification.id = mail.notification_id
            where mail.due_at <= now()
            group by notification.user_id order by min(mail.due_at), notification.user_id limit ${sql.lit(mailBatch)}
          ), taken as (
            update notification_emails mail set tries = mail.tries + 1,
              due_at = now() + interval '1 minute' * power(5, least(mail.tries, ${sql.lit(mostTries - 1)}))
            from notifications notification join people on people.user_id = notification.user_id
            where notification.id = mail.notification_id and mail.due_at <= now()
            returning mail.notification_id, mail.tries
          )
          select case when ${isMailed} then users.email end as email,
            json_agg(json_build_object('kind', notification.kind, 'data', ${notificationData}) order by notification.id)
              filter (where not notification.is_read and ${isShown}) as notifications,
            json_agg(notification.id) as "notificationIds", bool_and(taken.tries >= ${sql.lit(mostTries)}) as "isLastTry"
          from taken join notifications notification on notification.id = taken.notification_id
          join users on users.id = notification.user_id
          group by users.id`.execute(trx);
        return rows;
      });
    },

    async removeMails(notificationIds: readonly string[]): Promise<void> {
      await db
        .deleteFrom('notification_emails')
        .where('notification_id', 'in', [...notificationIds])
        .execute();
    },
  };
}

export type NotificationsStore = ReturnType<typeof notificationsStore>;

/** In the order of ids, as delivery, to avoid deadlocks. */
async function mark(
  db: Database,
  userId: string,
  isMeant: RawBuilder<unknown>,
  isTheirs: RawBuilder<unknown> = sql`true`,
): Promise<Marked | undefined> {
  const unread = sql`from notifications notification where user_id = ${userId} and not is_read`;
  const { rows } = await sql<Marked>`
    with locked as (
      select id ${unread} and ${isMeant} order by id for no key update
    ), marked as (
      update notifications set is_read = true, read_at = now() from locked where notifications.id = locked.id
      returning notifications.id
    )
    select (select count(*)::int from marked) as marked, (
      select count(*)::int ${unread} and ${isShown} and id not in (select id from marked)) as count
    where ${isTheirs}`.execute(db);
  return rows[0];
}
