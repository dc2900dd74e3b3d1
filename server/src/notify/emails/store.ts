import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { NotificationContents } from '@upaj/contract/notify/notifications';
import { notificationRows, type OfNotification } from '#src/notify/notifications/rows.ts';
import { canBeMailed, type NotifyContents } from '#src/notify/notifications/store.ts';
import type { Database } from '#src/platform/db/connect.ts';

export interface DueMail {
  email: string | null;
  notifications: NotificationContents | null;
  notificationIds: string[];
  isLastTry: boolean;
}

const mailBatch = 20;
/** Retries after 1, 5, 25 and 125 minutes, then gives up. */
const mostTries = 5;
/** One process at a time: two would each email one person about some of the notifications. */
const mailsLock = 0x75_70_61_6b;

export function emailsStore(db: Database, { kinds, isActivePerson }: NotifyContents) {
  const isMailed = canBeMailed(isActivePerson);

  /** Of the unread notifications in the group; null without any. */
  const unreadContents = (eb: OfNotification) =>
    eb.fn
      .jsonAgg(jsonBuildObject({ kind: eb.ref('notification.kind'), data: notificationRows(eb, kinds).data }))
      .orderBy('notification.id')
      .filterWhere(eb.and([eb('notification.is_read', '=', false), notificationRows(eb, kinds).isShown]))
      .$castTo<NotificationContents | null>();

  return {
    /** Schedules the next try first, so that a crash does not lose them. */
    takeDueMails(): Promise<DueMail[]> {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(mailsLock)})`.execute(trx);
        const due = trx
          .selectFrom('notification_emails as mail')
          .innerJoin('notifications as notification', 'notification.id', 'mail.notification_id')
          .where('mail.due_at', '<=', sql<Date>`now()`);
        const people = await due
          .select('notification.user_id')
          .groupBy('notification.user_id')
          .orderBy((eb) => eb.fn.min('mail.due_at'))
          .orderBy('notification.user_id')
          .limit(mailBatch)
          .execute();
        if (people.length === 0) return [];
        const ofPeople = due.select('mail.notification_id').where(
          'notification.user_id',
          'in',
          people.map((person) => person.user_id),
        );
        return trx
          .with('taken', (query) =>
            query
              .updateTable('notification_emails')
              .set((eb) => ({
                tries: eb('tries', '+', 1),
                due_at: sql<Date>`now() + interval '1 minute' * power(5, least(tries, ${sql.lit(mostTries - 1)}))`,
              }))
              .where('notification_id', 'in', ofPeople)
              .returning(['notification_id', 'tries']),
          )
          .selectFrom('taken')
          .innerJoin('notifications as notification', 'notification.id', 'taken.notification_id')
          .innerJoin('users', 'users.id', 'notification.user_id')
          .select((eb) => [
            sql<string | null>`case when ${isMailed} then users.email end`.as('email'),
            unreadContents(eb).as('notifications'),
            eb.fn.jsonAgg('notification.id').$notNull().as('notificationIds'),
            sql<boolean>`bool_and(taken.tries >= ${sql.lit(mostTries)})`.as('isLastTry'),
          ])
          .groupBy('users.id')
          .execute();
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

export type EmailsStore = ReturnType<typeof emailsStore>;
