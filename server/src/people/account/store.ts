import { v7 as uuidv7 } from 'uuid';
import type { PrivacySettings } from '@upaj/contract/people/account';
import { canLogIn } from '#src/people/access.ts';
import { userColumns } from '#src/people/personal-data.ts';
import { isNamed, type ProfilePhoto } from '#src/people/rows.ts';
import { endOthers } from '#src/people/sessions/store.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { Recipient } from '#src/platform/mail/link-email.ts';

export type LinkPurpose = 'reset-password' | 'verify-email';

export interface LinkKey {
  id: string;
  hash: string;
}

export interface TokenChange {
  from: string | undefined;
  to: string;
}

export function accountStore({ db }: { db: Database }) {
  return {
    /** Adds a link, which replaces an earlier one for the same purpose. */
    async addLink(
      purpose: LinkPurpose,
      person: { email: string } | { id: string },
      { id, hash }: LinkKey,
      expiresAt: Date,
    ): Promise<Recipient | undefined> {
      const [column, value] =
        'id' in person ? (['id', person.id] as const) : (['email', person.email] as const);
      return db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('users')
          .select((eb) => ['id', eb.ref('email').$notNull().as('email'), 'language'])
          .select('email_verified as isVerified')
          .where(column, '=', value)
          .where('email', 'is not', null)
          .where(canLogIn)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!found || (purpose === 'verify-email' && found.isVerified)) return undefined;
        const identifier = `${purpose}:${found.id}`;
        await trx.deleteFrom('verifications').where('identifier', '=', identifier).execute();
        const link = { id, identifier, value: hash, expires_at: expiresAt };
        await trx.insertInto('verifications').values(link).execute();
        return found;
      });
    },

    async findLink(
      purpose: LinkPurpose,
      { id, hash }: LinkKey,
    ): Promise<{ userId: string; address: string | null } | undefined> {
      const row = await db
        .selectFrom('verifications')
        .select(['identifier', 'address'])
        .where('id', '=', id)
        .where('value', '=', hash)
        .where('identifier', 'like', `${purpose}:%`)
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      return row && { userId: row.identifier.slice(purpose.length + 1), address: row.address };
    },

    /** Locks the user before the link, in the same order as `addLink`, so only one of two uses succeeds. */
    async resetPassword<Proof extends { isReleased: boolean }>(
      userId: string,
      { id, hash }: LinkKey,
      password: string,
      prove: (trx: Transaction) => Promise<Proof>,
    ): Promise<Proof | undefined> {
      return db.transaction().execute(async (trx) => {
        const user = trx.selectFrom('users').select('id').where('id', '=', userId).where(canLogIn);
        if (!(await user.forNoKeyUpdate().executeTakeFirst())) return undefined;
        const used = await trx
          .deleteFrom('verifications')
          .where('id', '=', id)
          .where('value', '=', hash)
          .where('expires_at', '>', new Date())
          .returning('id')
          .execute();
        if (used.length === 0) return undefined;
        const proof = await prove(trx);
        if (proof.isReleased) return proof;
        await setPassword(trx, userId, password);
        await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
        return proof;
      });
    },

    findCredentials(userId: string) {
      return db
        .selectFrom('users')
        .leftJoin('accounts', (join) =>
          join.onRef('user_id', '=', 'users.id').on('provider_id', '=', 'credential'),
        )
        .select(['username', 'email', 'language', 'password as hash'])
        .where('users.id', '=', userId)
        .executeTakeFirst();
    },

    /**
     * Changes the password, ends the other sessions and gives this one a new token. Returns undefined if the password
     * has changed since it was checked.
     */
    changePassword(userId: string, { from, to }: { from: string; to: string }, change: TokenChange) {
      return db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
        const { numUpdatedRows } = await trx
          .updateTable('accounts')
          .set({ password: to, updated_at: new Date() })
          .where('user_id', '=', userId)
          .where('provider_id', '=', 'credential')
          .where('password', '=', from)
          .executeTakeFirst();
        return numUpdatedRows > 0n ? keepOneSession(trx, userId, change) : undefined;
      });
    },

    /** Sets the password, and ends the other sessions. @returns undefined if `use` refuses */
    setPassword(
      userId: string,
      password: string,
      change: TokenChange,
      use: (trx: Transaction) => Promise<boolean>,
    ) {
      return db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
        if (!(await use(trx))) return undefined;
        await setPassword(trx, userId, password);
        return keepOneSession(trx, userId, change);
      });
    },

    async setPrivacy(userId: string, { isContactHidden, hasPublicPage }: PrivacySettings): Promise<void> {
      await db
        .updateTable('users')
        .set({ is_contact_hidden: isContactHidden, has_public_page: hasPublicPage, updated_at: new Date() })
        .where('member_id', '=', userId)
        .execute();
    },

    /** Finds a user by username or email address, in any case. */
    findByName(name: string) {
      return db
        .selectFrom('users')
        .select(['users.id', 'username'])
        .where((eb) => eb.or([isNamed(name), eb('email', '=', name.toLowerCase())]))
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    },

    /** Forbids the user to make offers, posts and messages until this time. Null ends the restriction. */
    async restrict(userId: string, until: string | null, trx: Transaction): Promise<void> {
      await trx.updateTable('users').set({ restricted_until: until }).where('id', '=', userId).execute();
    },

    /** Suspends the account and ends all its sessions. A repeated suspension only changes the reason. */
    async suspend(userId: string, reason: string, trx: Transaction): Promise<void> {
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

    /** Removes the photos from the profile. Their files remain, for `putPhotosBack`. */
    async takePhotos(userId: string, trx: Transaction): Promise<ProfilePhoto[]> {
      const user = await trx
        .selectFrom('users')
        .select(['avatar', 'cover_image'])
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('users')
        .set({ avatar: null, cover_image: null })
        .where('id', '=', userId)
        .execute();
      return (['avatar', 'cover_image'] as const).flatMap((column) => {
        const url = user[column];
        return url ? [{ column, url }] : [];
      });
    },

    /** Shows the photos again, except where the user has another one by now. */
    async putPhotosBack(userId: string, photos: readonly ProfilePhoto[], trx: Transaction): Promise<void> {
      for (const { column, url } of photos)
        await trx
          .updateTable('users')
          .set({ [column]: url })
          .where('id', '=', userId)
          .where(column, 'is', null)
          .execute();
    },

    async restore(userId: string, trx: Transaction): Promise<void> {
      await trx
        .updateTable('users')
        .set({ suspended_at: null, suspension_reason: '' })
        .where('id', '=', userId)
        .execute();
    },

    /**
     * Locks the account, its followers and those that it follows. It does so twice, because people may follow until the
     * account is locked. Returns its photos, or undefined if it is deleted.
     */
    async lockForDeletion(userId: string, trx: Transaction): Promise<string[] | undefined> {
      await lockWithFollows(userId, trx);
      const account = await trx
        .selectFrom('users')
        .select(['avatar', 'cover_image'])
        .where('member_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      if (!account) return undefined;
      await lockWithFollows(userId, trx);
      return [account.avatar, account.cover_image].filter((url) => url !== null);
    },

    async removeFollows(userId: string, trx: Transaction): Promise<void> {
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

    /** Empties the account. Its row remains, because chats and reviews of others refer to it. */
    async becomeDeleted(userId: string, isRetained: boolean, trx: Transaction): Promise<void> {
      const links = ['reset-password', 'verify-email'].map((purpose) => `${purpose}:${userId}`);
      await trx.deleteFrom('verifications').where('identifier', 'in', links).execute();
      await trx.updateTable('users').set(tombstoneOf(userId, isRetained)).where('id', '=', userId).execute();
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;

/** Sets or adds the password: accounts opened through Google or Facebook have none yet. */
async function setPassword(trx: Transaction, userId: string, password: string): Promise<void> {
  const row = { id: uuidv7(), user_id: userId, account_id: userId, provider_id: 'credential', password };
  await trx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: new Date() }),
    )
    .execute();
}

async function keepOneSession(trx: Transaction, userId: string, { from, to }: TokenChange) {
  await endOthers(trx, userId, from);
  const session = await trx
    .updateTable('sessions')
    .set({ token: to, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('token', '=', from ?? '')
    .returning('is_remembered as isRemembered')
    .executeTakeFirst();
  return { isRemembered: session?.isRemembered };
}

async function lockWithFollows(userId: string, trx: Transaction): Promise<void> {
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

function tombstoneOf(userId: string, isRetained: boolean): Record<string, unknown> {
  const now = new Date();
  const row: Record<string, unknown> = { deleted_at: now, updated_at: now };
  for (const [column, { becomes, ...register }] of Object.entries(userColumns))
    if (becomes !== 'retained' && !(isRetained && register.isRetained))
      row[column] = 'fromId' in becomes ? becomes.fromId(userId) : becomes.value;
  return row;
}
