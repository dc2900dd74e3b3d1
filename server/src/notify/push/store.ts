import type { PushSubscriptionForm } from '@upaj/contract/notify/notifications';
import type { Database } from '#src/platform/db/connection.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export function pushStore({ db }: { db: Database }) {
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
          .where((eb) => eb('expires_at', '>', eb.fn<Date>('now')))
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
  };
}

export type PushStore = ReturnType<typeof pushStore>;
