import { v7 as uuidv7 } from 'uuid';
import type { PrivacySettings } from '@upaj/contract/people/account';
import { canLogIn } from '#src/people/access.ts';
import { endOthers } from '#src/people/sessions/store.ts';
import type { Database } from '#src/platform/db/connect.ts';

export type LinkPurpose = 'reset-password' | 'verify-email';

export interface LinkKey {
  id: string;
  hash: string;
}

export interface TokenChange {
  from: string | undefined;
  to: string;
}

export interface Credentials {
  username: string;
  email: string;
  hash: string | null;
}

export function accountStore(db: Database) {
  return {
    /** Replaces an earlier link for the same purpose. */
    async addLink(
      purpose: LinkPurpose,
      person: { email: string } | { id: string },
      { id, hash }: LinkKey,
      expiresAt: Date,
    ): Promise<string | undefined> {
      const [column, value] =
        'id' in person ? (['id', person.id] as const) : (['email', person.email] as const);
      return db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('users')
          .select(['id', 'email', 'email_verified as isVerified'])
          .where(column, '=', value)
          .where(canLogIn)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!found || (purpose === 'verify-email' && found.isVerified)) return undefined;
        const identifier = `${purpose}:${found.id}`;
        await trx.deleteFrom('verifications').where('identifier', '=', identifier).execute();
        const link = { id, identifier, value: hash, expires_at: expiresAt };
        await trx.insertInto('verifications').values(link).execute();
        return found.email;
      });
    },

    async findLinkOwner(purpose: LinkPurpose, { id, hash }: LinkKey): Promise<string | undefined> {
      const row = await db
        .selectFrom('verifications')
        .select('identifier')
        .where('id', '=', id)
        .where('value', '=', hash)
        .where('identifier', 'like', `${purpose}:%`)
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      return row?.identifier.slice(purpose.length + 1);
    },

    /** Locks the user before the link, in the same order as `addLink`, so only one of two uses succeeds. */
    async resetPassword(userId: string, { id, hash }: LinkKey, password: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const user = trx.selectFrom('users').select('id').where('id', '=', userId).where(canLogIn);
        if (!(await user.forNoKeyUpdate().executeTakeFirst())) return false;
        const used = await trx
          .deleteFrom('verifications')
          .where('id', '=', id)
          .where('value', '=', hash)
          .where('expires_at', '>', new Date())
          .returning('id')
          .execute();
        if (used.length === 0) return false;
        await setPassword(trx, userId, password);
        await trx.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
        await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
        return true;
      });
    },

    async setEmailVerified(userId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ email_verified: true })
        .where('id', '=', userId)
        .where(canLogIn)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async findCredentials(userId: string): Promise<Credentials | undefined> {
      return db
        .selectFrom('users')
        .leftJoin('accounts', (join) =>
          join.onRef('user_id', '=', 'users.id').on('provider_id', '=', 'credential'),
        )
        .select(['username', 'email', 'password as hash'])
        .where('users.id', '=', userId)
        .executeTakeFirst();
    },

    /**
     * Unless the password has changed since it was checked. Ends the other sessions; this one gets a new
     * token.
     */
    async changePassword(
      userId: string,
      { from, to }: { from: string; to: string },
      change: TokenChange,
    ): Promise<{ isRemembered: boolean | undefined } | undefined> {
      return db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
        const { numUpdatedRows } = await trx
          .updateTable('accounts')
          .set({ password: to, updated_at: new Date() })
          .where('user_id', '=', userId)
          .where('provider_id', '=', 'credential')
          .where('password', '=', from)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await endOthers(trx, userId, change.from);
        const session = await trx
          .updateTable('sessions')
          .set({ token: change.to, updated_at: new Date() })
          .where('user_id', '=', userId)
          .where('token', '=', change.from ?? '')
          .returning('is_remembered as isRemembered')
          .executeTakeFirst();
        return { isRemembered: session?.isRemembered };
      });
    },

    async setPrivacy(userId: string, { isContactHidden, hasPublicPage }: PrivacySettings): Promise<void> {
      await db
        .updateTable('users')
        .set({
          is_contact_hidden: isContactHidden,
          has_public_page: hasPublicPage,
          updated_at: new Date(),
        })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute();
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;

/** For accounts opened through Google or Facebook. */
async function setPassword(trx: Database, userId: string, password: string): Promise<void> {
  const row = { id: uuidv7(), user_id: userId, account_id: userId, provider_id: 'credential', password };
  await trx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: new Date() }),
    )
    .execute();
}
