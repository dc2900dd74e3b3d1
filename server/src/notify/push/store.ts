import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { NotificationContents, PushSubscriptionForm } from '@upaj/contract/notify/notifications';
import type { Database } from '#src/platform/db/connect.ts';
import { notificationRows } from '#src/notify/notifications/rows.ts';
import type { NotifyContents } from '#src/notify/notifications/store.ts';
import type { DB } from '#src/platform/db/schema.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface DuePush {
  endpoint: string;
  p256dh: string;
  auth: string;
  notifications: NotificationContents;
  notificationIds: string[];
}

/** Retries after 1, 5, 25 and 125 minutes, then gives up. */
const mostTries = 5;

const batch = 50;

export function pushStore(db: Database, { kinds, isActivePerson }: NotifyContents) {
  /** The unread notifications of each browser whose session has not ended. */
  function findContents(trx: Database, taken: readonly PushKey[]): Promise<DuePush[]> {
    return trx
      .selectFrom('pushes')
      .innerJoin('push_subscriptions as subscription', 'subscription.endpoint', 'pushes.endpoint')
      .innerJoin('sessions', 'sessions.id', 'subscription.session_id')
      .innerJoin('notifications as notification', (join) =>
        join
          .onRef('notification.id', '=', 'pushes.notification_id')
          .onRef('notification.user_id', '=', 'subscription.user_id'),
      )
      .innerJoin('users', 'users.id', 'notification.user_id')
      .where((eb) => isAnyOf(eb, taken))
      .where('sessions.expires_at', '>', sql<Date>`now()`)
      .where('notification.is_read', '=', false)
      .where((eb) => notificationRows(eb, kinds).isShown)
      .where(isActivePerson)
      .select((eb) => [
        'subscription.endpoint',
        'subscription.p256dh',
        'subscription.auth',
        eb.fn
          .jsonAgg(
            jsonBuildObject({ kind: eb.ref('notification.kind'), data: notificationRows(eb, kinds).data }),
          )
          .orderBy('notification.id')
          .$castTo<NotificationContents>()
          .as('notifications'),
        eb.fn.jsonAgg('notification.id').$notNull().as('notificationIds'),
      ])
      .groupBy(['subscription.endpoint', 'subscription.p256dh', 'subscription.auth'])
      .execute();
  }

  return {
    async saveKeys({ publicKey, privateKey }: VapidKeys): Promise<VapidKeys> {
      await db
        .insertInto('vapid_keys')
        .values({ public_key: publicKey, private_key: privateKey })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await this.findKeys()) ?? { publicKey, privateKey };
    },

    async findKeys(): Promise<VapidKeys | undefined> {
      return db
        .selectFrom('vapid_keys')
        .select(['public_key as publicKey', 'private_key as privateKey'])
        .executeTakeFirst();
    },

    /** A session has one subscription, and an endpoint belongs to its last subscriber. */
    subscribe(
      userId: string,
      token: string,
      { endpoint, keys: { p256dh, auth } }: PushSubscriptionForm,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const session = await trx
          .selectFrom('sessions')
          .select('id')
          .where('token', '=', token)
          .where('user_id', '=', userId)
          .where('expires_at', '>', sql<Date>`now()`)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!session) return false;
        const sessionId = session.id;
        await trx
          .deleteFrom('push_subscriptions')
          .where((eb) =>
            eb.or([
              eb.and([eb('session_id', '=', sessionId), eb('endpoint', '<>', endpoint)]),
              eb.and([eb('endpoint', '=', endpoint), eb('user_id', '<>', userId)]),
            ]),
          )
          .execute();
        const row = { endpoint, user_id: userId, session_id: sessionId, p256dh, auth };
        await trx
          .insertInto('push_subscriptions')
          .values(row)
          .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
          .execute();
        return true;
      });
    },

    async unsubscribe(userId: string, endpoint: string): Promise<void> {
      await db
        .deleteFrom('push_subscriptions')
        .where('endpoint', '=', endpoint)
        .where('user_id', '=', userId)
        .execute();
    },

    async removeSubscription(endpoint: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
    },

    async removePushes(endpoint: string, notificationIds: readonly string[]): Promise<void> {
      await db
        .deleteFrom('pushes')
        .where('endpoint', '=', endpoint)
        .where('notification_id', 'in', [...notificationIds])
        .execute();
    },

    /** Schedules the next try first, so that a crash does not lose them. Skips logged-out and read ones. */
    takeDue(): Promise<{ taken: number; pushes: DuePush[] }> {
      return db.transaction().execute(async (trx) => {
        const due = trx
          .selectFrom('pushes')
          .select(['notification_id', 'endpoint'])
          .where('due_at', '<=', sql<Date>`now()`)
          .forUpdate()
          .skipLocked();
        await removeAll(trx, await due.where('tries', '>=', mostTries).execute());
        const taken = await due
          .where('tries', '<', mostTries)
          .orderBy('due_at')
          .orderBy('notification_id')
          .limit(batch)
          .execute();
        if (taken.length === 0) return { taken: 0, pushes: [] };
        await trx
          .updateTable('pushes')
          .set((eb) => ({
            tries: eb('tries', '+', 1),
            due_at: sql<Date>`now() + interval '1 minute' * power(5, tries)`,
          }))
          .where((eb) => isAnyOf(eb, taken))
          .execute();
        return { taken: taken.length, pushes: await findContents(trx, taken) };
      });
    },
  };
}

interface PushKey {
  notification_id: string;
  endpoint: string;
}

function isAnyOf(eb: ExpressionBuilder<DB, 'pushes'>, keys: readonly PushKey[]): Expression<SqlBool> {
  return eb(
    eb.refTuple('pushes.notification_id', 'pushes.endpoint'),
    'in',
    keys.map((key) => eb.tuple(key.notification_id, key.endpoint)),
  );
}

async function removeAll(trx: Database, keys: readonly PushKey[]): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .deleteFrom('pushes')
    .where((eb) => isAnyOf(eb, keys))
    .execute();
}

export type PushStore = ReturnType<typeof pushStore>;
