import { sql } from 'kysely';
import type { NotificationContents, PushSubscriptionForm } from '@upaj/contract/notify/notifications';
import type { Database } from '#src/platform/db/connect.ts';
import { isShown, notificationData } from '#src/notify/content/store.ts';
import { isActivePerson } from '#src/platform/db/visibility.ts';

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

export function pushStore(db: Database) {
  return {
    async saveKeys({ publicKey, privateKey }: VapidKeys): Promise<VapidKeys> {
      await sql`insert into vapid_keys (public_key, private_key) values (${publicKey}, ${privateKey})
        on conflict do nothing`.execute(db);
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
        const { rows } = await sql<{ id: string }>`select id from sessions
          where token = ${token} and user_id = ${userId} and expires_at > now() for no key update`.execute(
          trx,
        );
        const sessionId = rows[0]?.id;
        if (!sessionId) return false;
        await sql`delete from push_subscriptions
          where session_id = ${sessionId} and endpoint <> ${endpoint}
            or endpoint = ${endpoint} and user_id <> ${userId}`.execute(trx);
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
    async takeDue(): Promise<{ taken: number; pushes: DuePush[] }> {
      const { rows } = await sql<{ taken: number; pushes: DuePush[] }>`
        with given_up as (
          delete from pushes where (notification_id, endpoint) in (
            select notification_id, endpoint from pushes
            where due_at <= now() and tries >= ${sql.lit(mostTries)} for update skip locked)
        ), due as (
          select notification_id, endpoint from pushes
          where due_at <= now() and tries < ${sql.lit(mostTries)}
          order by due_at, notification_id limit ${sql.lit(batch)} for update skip locked
        ), taken as (
          update pushes set tries = tries + 1, due_at = now() + interval '1 minute' * power(5, tries)
          from due where (pushes.notification_id, pushes.endpoint) = (due.notification_id, due.endpoint)
          returning pushes.notification_id, pushes.endpoint
        ), selected as (
          select subscription.endpoint, subscription.p256dh, subscription.auth,
            json_agg(json_build_object('kind', notification.kind, 'data', ${notificationData}) order by notification.id) as notifications,
            json_agg(notification.id) as "notificationIds"
          from taken
          join push_subscriptions subscription on subscription.endpoint = taken.endpoint
          join sessions on sessions.id = subscription.session_id and sessions.expires_at > now()
          join notifications notification on notification.id = taken.notification_id
            and notification.user_id = subscription.user_id and not notification.is_read and ${isShown}
          join users on users.id = notification.user_id and ${isActivePerson}
          group by subscription.endpoint, subscription.p256dh, subscription.auth
        )
        select (select count(*)::int from taken) as taken,
          coalesce((select json_agg(selected) from selected), '[]') as pushes`.execute(db);
      return rows[0] ?? { taken: 0, pushes: [] };
    },
  };
}

export type PushStore = ReturnType<typeof pushStore>;
