import { userColumns } from '#src/people/personal-data.ts';
import type { Database } from '#src/platform/db/connect.ts';

export interface NamedPerson {
  id: string;
  username: string;
}

export function accountStatusStore(db: Database) {
  return {
    async findByName(name: string): Promise<NamedPerson | undefined> {
      const lowered = name.toLowerCase();
      return db
        .selectFrom('users')
        .select(['id', 'username'])
        .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', lowered), eb('email', '=', lowered)]))
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    },

    async setVerified(userId: string, isVerified: boolean): Promise<void> {
      await db.updateTable('users').set({ is_verified: isVerified }).where('id', '=', userId).execute();
    },

    async suspend(userId: string, reason: string, trx: Database): Promise<void> {
      await trx
        .updateTable('users')
        .set((eb) => ({
          suspended_at: eb.fn.coalesce('suspended_at', eb.fn<Date>('now')),
          suspension_reason: reason,
        }))
        .where('id', '=', userId)
        .execute();
      await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },

    async restore(userId: string, trx: Database): Promise<void> {
      await trx
        .updateTable('users')
        .set({ suspended_at: null, suspension_reason: '' })
        .where('id', '=', userId)
        .execute();
    },

    /** Twice, because people may follow until the account is locked; then no one can. */
    async lockForDeletion(userId: string, trx: Database): Promise<string[] | undefined> {
      await lockWithFollows(userId, trx);
      const account = await trx
        .selectFrom('users')
        .select(['avatar', 'cover_image'])
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!account) return undefined;
      await lockWithFollows(userId, trx);
      return [account.avatar, account.cover_image].filter((url) => url !== null);
    },

    async removeFollows(userId: string, trx: Database): Promise<void> {
      await trx.deleteFrom('follows').where('followed_id', '=', userId).execute();
      await trx
        .with('removed', (query) =>
          query.deleteFrom('follows').where('follower_id', '=', userId).returning('followed_id'),
        )
        .updateTable('users')
        .set((eb) => ({ followers_count: eb('followers_count', '-', 1) }))
        .where('id', 'in', (eb) => eb.selectFrom('removed').select('followed_id'))
        .execute();
    },

    async becomeDeleted(userId: string, trx: Database): Promise<void> {
      const links = ['reset-password', 'verify-email'].map((purpose) => `${purpose}:${userId}`);
      await trx.deleteFrom('verifications').where('identifier', 'in', links).execute();
      await trx.updateTable('users').set(tombstoneOf(userId)).where('id', '=', userId).execute();
    },
  };
}

export type AccountStatusStore = ReturnType<typeof accountStatusStore>;

async function lockWithFollows(userId: string, trx: Database): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('follows')
        .select('followed_id as id')
        .where('follower_id', '=', userId)
        .union(eb.selectFrom('follows').select('follower_id as id').where('followed_id', '=', userId))
        .union(eb.selectFrom('users').select('id').where('id', '=', userId)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

function tombstoneOf(userId: string): Record<string, unknown> {
  const now = new Date();
  const row: Record<string, unknown> = { deleted_at: now, updated_at: now };
  for (const [column, { becomes }] of Object.entries(userColumns))
    if (becomes !== 'retained') row[column] = 'fromId' in becomes ? becomes.fromId(userId) : becomes.value;
  return row;
}
