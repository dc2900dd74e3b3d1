import { sql, type RawBuilder } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Notices, Notification } from '@upaj/contract/notifications';
import type { Database } from '#src/db/connect.ts';
import { isoTime } from '#src/db/json.ts';
import { isThere } from '#src/db/people.ts';
import type { ListCursor } from '#src/http/list-cursor.ts';

/** Somebody who is to be told, all at once. */
export interface Told {
  userId: string;
  notices: Notification[];
}

/** What one person is to be told by one mail. */
export interface DueMail {
  /** Null for who wants no mail any more. */
  email: string | null;
  /** Those that were not read meanwhile; null when all were. */
  notices: Notices | null;
  notificationIds: string[];
  /** It is given up when this one is not taken. */
  isLastTry: boolean;
}

/** How many are left unread, and how many were marked. */
export interface Marked {
  count: number;
  marked: number;
}

export interface NoticeRow {
  id: string;
  at: number;
  json: string;
}

const json = sql`json_build_object('_id', notice.id, 'kind', notice.kind, 'data', notice.data,
  'isRead', notice.is_read, 'createdAt', ${isoTime('notice.created_at')})`;

/** People told by one statement. */
const batch = 200;

/** People mailed at once. */
const mailBatch = 20;
/** Minutes from one try to the next: 1, 5, 25, 125; then it is given up. */
const mostTries = 5;
/** One process at a time, or two would write to one person of one notice each. */
const mailsLock = 0x75_70_61_6b;

/** Whether somebody gets mails of notices. */
const isMailed = sql`(email_verified and notices_by_email and ${isThere})`;

export function notificationsStore(db: Database) {
  return {
    /**
     * Latest first: a page and one row more, and without a cursor also how many there are, counted no further than just
     * past 10,000.
     */
    async findPage(
      userId: string,
      cursor: ListCursor | undefined,
      limit: number,
    ): Promise<{ rows: NoticeRow[]; total: number | undefined }> {
      const own = sql`from notifications notice where user_id = ${userId}`;
      const beyond = cursor
        ? sql`and (created_at, id)
            < (timestamptz 'epoch' + ${cursor.at}::float8 * interval '1 microsecond', ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`null`
        : sql`(select count(*) from (select 1 ${own} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<NoticeRow & { total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select id, (extract(epoch from created_at) * 1000000)::float8 as at, ${json}::text as json
          ${own} ${beyond} order by created_at desc, id desc limit ${sql.lit(limit + 1)}
        ) page on true order by page.at desc, page.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },

    async countUnread(userId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from notifications where user_id = ${userId} and not is_read`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    /** Marks this one and all before it. @returns undefined when it is not theirs. */
    markRead(userId: string, notificationId: string): Promise<Marked | undefined> {
      const last = sql`from notifications where id = ${notificationId} and user_id = ${userId}`;
      const isMeant = sql`(created_at, id) <= (select created_at, id ${last})`;
      return mark(db, userId, isMeant, sql`exists (select ${last})`);
    },

    /** Marks those of comments under one post. */
    markCommentsRead(userId: string, postId: string): Promise<Marked | undefined> {
      return mark(db, userId, sql`kind = 'comment' and data ->> 'postId' = ${postId}::text`);
    },

    async findSettings(userId: string): Promise<{ byEmail: boolean; isEmailVerified: boolean } | undefined> {
      const row = await db
        .selectFrom('users')
        .select(['notices_by_email as byEmail', 'email_verified as isEmailVerified'])
        .where('id', '=', userId)
        .executeTakeFirst();
      return row;
    },

    async setByEmail(userId: string, byEmail: boolean): Promise<void> {
      await db
        .updateTable('users')
        .set({ notices_by_email: byEmail })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute();
    },

    /**
     * Takes people's notifications that nobody was told of yet, all of a person's together, so that several processes tell
     * each person once; and lays them into the queues of mails and of pushes to their browsers. Waits for nobody: who is
     * held by another process is being told or being deleted. @returns none once everybody was told.
     */
    async takeUndelivered(): Promise<Told[]> {
      const { rows } = await sql<Told>`
        with people as (
          select id, ${isMailed} as is_mailed from users where id in (select user_id from notifications where not is_delivered)
          order by id limit ${sql.lit(batch)} for no key update skip locked
        ), held as (
          select notice.id from notifications notice
          where user_id in (select id from people) and not is_delivered order by id for no key update
        ), taken as (
          update notifications notice set is_delivered = true from held
          where notice.id = held.id and not is_delivered returning notice.*
        ), mailed as (
          insert into notice_mails (notification_id)
          select taken.id from taken join people on people.id = taken.user_id where people.is_mailed
        ), browsers as (
          select subscription.endpoint, subscription.user_id from push_subscriptions subscription
          where user_id in (select id from people) for key share skip locked
        ), queued as (
          insert into pushes (notification_id, endpoint)
          select taken.id, browsers.endpoint from taken join browsers using (user_id)
          on conflict do nothing
        )
        select notice.user_id as "userId", json_agg(${json} order by notice.id) as notices
        from taken notice group by notice.user_id`.execute(db);
      return rows;
    },

    /** Takes the mails of some people that are due, and puts each off to its next try, should this one fail or never end. */
    takeDueMails(): Promise<DueMail[]> {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(mailsLock)})`.execute(trx);
        const { rows } = await sql<DueMail>`
          with people as (
            select notice.user_id from notice_mails mail join notifications notice on notice.id = mail.notification_id
            where mail.due_at <= now()
            group by notice.user_id order by min(mail.due_at), notice.user_id limit ${sql.lit(mailBatch)}
          ), taken as (
            update notice_mails mail set tries = mail.tries + 1,
              due_at = now() + interval '1 minute' * power(5, least(mail.tries, ${sql.lit(mostTries - 1)}))
            from notifications notice join people on people.user_id = notice.user_id
            where notice.id = mail.notification_id and mail.due_at <= now()
            returning mail.notification_id, mail.tries
          )
          select case when ${isMailed} then users.email end as email,
            json_agg(json_build_object('kind', notice.kind, 'data', notice.data) order by notice.id)
              filter (where not notice.is_read) as notices,
            json_agg(notice.id) as "notificationIds", bool_and(taken.tries >= ${sql.lit(mostTries)}) as "isLastTry"
          from taken join notifications notice on notice.id = taken.notification_id
          join users on users.id = notice.user_id
          group by users.id`.execute(trx);
        return rows;
      });
    },

    /** They were taken, or never will be. */
    async removeMails(notificationIds: readonly string[]): Promise<void> {
      await db
        .deleteFrom('notice_mails')
        .where('notification_id', 'in', [...notificationIds])
        .execute();
    },
  };
}

export type NotificationsStore = ReturnType<typeof notificationsStore>;

/** Rows are held in the order of their ids, as delivering holds them. */
async function mark(
  db: Database,
  userId: string,
  isMeant: RawBuilder<unknown>,
  isTheirs: RawBuilder<unknown> = sql`true`,
): Promise<Marked | undefined> {
  const unread = sql`from notifications where user_id = ${userId} and not is_read`;
  const { rows } = await sql<Marked>`
    with held as (
      select id ${unread} and ${isMeant} order by id for no key update
    ), marked as (
      update notifications set is_read = true from held where notifications.id = held.id
      returning notifications.id
    ), counted as (select count(*)::int as marked from marked)
    select marked, unread - marked as count
    from counted, (select count(*)::int as unread ${unread}) before where ${isTheirs}`.execute(db);
  return rows[0];
}
