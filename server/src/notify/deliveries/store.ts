import { sql, type Expression, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { NotificationContents } from '@upaj/contract/notifications';
import type { NotifyContents } from '#src/notify/notifications.ts';
import { kindsWith, notificationRows } from '#src/notify/notifications/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';

const channels = ['email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** The notifications of one user that are due by email, by SMS, or on one browser. */
export interface Delivery {
  /** Null when all of the notifications were read or removed, or the user can no longer get them this way. */
  notifications: NotificationContents | null;
  notificationIds: string[];
  isLastTry: boolean;
  email: string;
  isSms: boolean;
  provedNumber: string | null;
  /** The language of the account, if it has one. This release may not offer it. */
  language: string | null;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
}

const countedTo = 100_000;
const usersAtOnce = 20;
/** A batch reads so many due rows, however many wait. */
const rowsAtOnce = 500;
/** The later tries are after 1, 5, 25 and 125 minutes. */
const mostTries = 5;
/** One process takes deliveries at a time: two would each send some of the notifications of one user. */
const takingLock = 0x75_70_61_6b;
/**
 * In ms. The limit ends deadlocks: a user who deletes notifications or subscriptions locks deliveries in another order.
 */
const lockTimeout = 200;

interface DeliveriesStoreDeps extends NotifyContents {
  db: Database;
}

export function deliveriesStore(deps: DeliveriesStoreDeps) {
  const { db, kinds, isActivePerson, isConfirmedSession, provedNumber } = deps;
  const { data, isShown, isSentBySms } = notificationRows(kinds);
  const always = sql.join(kindsWith(kinds, 'isAlwaysSent').map(sql.lit));
  const isAlwaysSent = (kind: Expression<string>) => sql<boolean>`${kind} in (${always})`;
  const canGetEmails = (kind: Expression<string>) =>
    sql<boolean>`(users.email is not null and (${isAlwaysSent(kind)} or users.email_verified and users.notifications_by_email) and ${isActivePerson})`;
  const canGet: Record<Channel, Expression<SqlBool>> = {
    email: canGetEmails(sql.ref('notification.kind')),
    sms: sql<boolean>`(users.notifications_by_sms and ${isActivePerson})`,
    push: sql<boolean>`(subscription.user_id = users.id and sessions.expires_at > now() and ${isConfirmedSession} and ${isActivePerson})`,
  };

  return {
    /** Queues new notifications. Skips subscriptions that are being deleted. */
    async add(trx: Transaction, notificationIds: readonly string[]): Promise<void> {
      await trx
        .insertInto('deliveries')
        .columns(['notification_id'])
        .expression((eb) =>
          eb
            .selectFrom('notifications')
            .innerJoin('users', 'users.id', 'notifications.user_id')
            .select('notifications.id')
            .where((of) => of('notifications.id', '=', of.fn.any(of.val(notificationIds))))
            .where((of) => canGetEmails(of.ref('notifications.kind'))),
        )
        .execute();
      await trx
        .with('subscriptions', (query) =>
          query
            .selectFrom('notifications')
            .innerJoin('push_subscriptions', 'push_subscriptions.user_id', 'notifications.user_id')
            .select(['notifications.id', 'push_subscriptions.endpoint'])
            .where((of) => of('notifications.id', '=', of.fn.any(of.val(notificationIds))))
            .forKeyShare('push_subscriptions')
            .skipLocked(),
        )
        .insertInto('deliveries')
        .columns(['notification_id', 'endpoint'])
        .expression((eb) =>
          eb.selectFrom('subscriptions').select(['subscriptions.id', 'subscriptions.endpoint']),
        )
        .execute();
      await trx
        .insertInto('deliveries')
        .columns(['notification_id', 'is_sms'])
        .expression((eb) =>
          eb
            .selectFrom('notifications as notification')
            .innerJoin('users', 'users.id', 'notification.user_id')
            .select(['notification.id', eb.lit(true).as('is_sms')])
            .where((of) => of('notification.id', '=', of.fn.any(of.val(notificationIds))))
            .where('notifications_by_sms', '=', true)
            .where(isSentBySms)
            .where((of) => of(provedNumber, 'is not', null))
            .where((of) =>
              of.not(
                of.exists(
                  of
                    .selectFrom('push_subscriptions')
                    .select('endpoint')
                    .whereRef('push_subscriptions.user_id', '=', 'users.id'),
                ),
              ),
            ),
        )
        .execute();
    },

    /** Takes the deliveries that are due. Schedules their next try first, so that a crash does not lose them. */
    takeDue(channel: Channel): Promise<Delivery[]> {
      return retriedTransaction(
        db,
        async (trx) => {
          await trx
            .selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.lit(takingLock)]).as('lock'))
            .execute();
          const due = await dueBy(trx, channel)
            .innerJoin('notifications as notification', 'notification.id', 'deliveries.notification_id')
            .select(['deliveries.id', 'notification.user_id as userId'])
            .orderBy('deliveries.due_at')
            .orderBy('deliveries.id')
            .limit(rowsAtOnce)
            .execute();
          if (due.length === 0) return [];
          const users = [...new Set(due.map(({ userId }) => userId))].slice(0, usersAtOnce);
          const ofUsers = due.filter(({ userId }) => users.includes(userId)).map(({ id }) => id);
          return trx
            .with('taken', (query) =>
              query
                .updateTable('deliveries')
                .set((eb) => ({
                  tries: eb('tries', '+', 1),
                  due_at: sql<Date>`now() + interval '1 minute' * power(5, least(tries, ${sql.lit(mostTries - 1)}))`,
                }))
                .where('id', 'in', ofUsers)
                .returning(['notification_id', 'endpoint', 'is_sms', 'tries']),
            )
            .selectFrom('taken')
            .innerJoin('notifications as notification', 'notification.id', 'taken.notification_id')
            .innerJoin('users', 'users.id', 'notification.user_id')
            .leftJoin('push_subscriptions as subscription', 'subscription.endpoint', 'taken.endpoint')
            .leftJoin('sessions', 'sessions.id', 'subscription.session_id')
            .select((eb) => [
              eb.fn.coalesce('users.email', sql.lit('')).as('email'),
              'users.language',
              'taken.is_sms as isSms',
              sql<string | null>`${provedNumber}`.as('provedNumber'),
              'subscription.endpoint',
              'subscription.p256dh',
              'subscription.auth',
              eb.fn
                .jsonAgg(jsonBuildObject({ kind: eb.ref('notification.kind'), data }))
                .orderBy('notification.id')
                .filterWhere(
                  eb.and([
                    eb.or([
                      eb('notification.is_read', '=', false),
                      isAlwaysSent(eb.ref('notification.kind')),
                    ]),
                    isShown,
                    canGet[channel],
                  ]),
                )
                .$castTo<NotificationContents | null>()
                .as('notifications'),
              eb.fn.jsonAgg('notification.id').$notNull().as('notificationIds'),
              eb(eb.fn.min('taken.tries'), '>=', mostTries).$castTo<boolean>().as('isLastTry'),
            ])
            .groupBy(['users.id', 'taken.is_sms', 'subscription.endpoint'])
            .execute();
        },
        { lockTimeout },
      );
    },

    async countDue(): Promise<number> {
      const counts = channels.map((channel) => countUpTo(db, dueBy(db, channel).select('id'), countedTo));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },

    async remove({ notificationIds, endpoint, isSms }: Delivery): Promise<void> {
      await db
        .deleteFrom('deliveries')
        .where('notification_id', 'in', notificationIds)
        .where('endpoint', 'is not distinct from', endpoint)
        .where('is_sms', '=', isSms)
        .execute();
    },
  };
}

function dueBy(db: Database, channel: Channel) {
  return db
    .selectFrom('deliveries')
    .where((eb) => eb('deliveries.due_at', '<=', eb.fn<Date>('now')))
    .where('deliveries.endpoint', channel === 'push' ? 'is not' : 'is', null)
    .where('deliveries.is_sms', '=', channel === 'sms');
}

export type DeliveriesStore = ReturnType<typeof deliveriesStore>;
