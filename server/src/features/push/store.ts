import { sql } from 'kysely';
import type { Notices, PushSubscriptionForm } from '@upaj/contract/notifications';
import type { Database } from '#src/db/connect.ts';
import { isThere } from '#src/db/people.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** What one browser is to be told, all of it in one push. */
export interface DuePush {
  endpoint: string;
  p256dh: string;
  auth: string;
  notices: Notices;
  notificationIds: string[];
}

/** Minutes from one try to the next: 1, 5, 25, 125; then it is given up. */
const mostTries = 5;

/** Browsers told at once. */
const batch = 50;

export function pushStore(db: Database) {
  return {
    /** Keeps these keys unless there are some already. @returns those that count. */
    async keepKeys({ publicKey, privateKey }: VapidKeys): Promise<VapidKeys> {
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

    /**
     * A session is one browser's and has one subscription; an endpoint belongs to whoever subscribed last, and what was on
     * its way to another person there goes with theirs. @returns whether the session is alive.
     */
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

    /** The browser is not there any more. */
    async removeSubscription(endpoint: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
    },

    /** They were taken, or never will be. */
    async removePushes(endpoint: string, notificationIds: readonly string[]): Promise<void> {
      await db
        .deleteFrom('pushes')
        .where('endpoint', '=', endpoint)
        .where('notification_id', 'in', [...notificationIds])
        .execute();
    },

    /**
     * Takes pushes that are due, by browser, and puts each off to its next try, should this one fail or never end. Those of
     * somebody who has logged out, or who has read of it meanwhile, are not told and in the end given up.
     */
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
        ), told as (
          select subscription.endpoint, subscription.p256dh, subscription.auth,
            json_agg(json_build_object('kind', notice.kind, 'data', notice.data) order by notice.id) as notices,
            json_agg(notice.id) as "notificationIds"
          from taken
          join push_subscriptions subscription on subscription.endpoint = taken.endpoint
          join sessions on sessions.id = subscription.session_id and sessions.expires_at > now()
          join notifications notice on notice.id = taken.notification_id
            and notice.user_id = subscription.user_id and not notice.is_read
          join users on users.id = notice.user_id and ${isThere}
          group by subscription.endpoint, subscription.p256dh, subscription.auth
        )
        select (select count(*)::int from taken) as taken,
          coalesce((select json_agg(told) from told), '[]') as pushes`.execute(db);
      return rows[0] ?? { taken: 0, pushes: [] };
    },
  };
}

export type PushStore = ReturnType<typeof pushStore>;
