import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { PrivacySettings } from '@upaj/contract/people/account';
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

export interface LoginRow {
  id: string;
  isCurrent: boolean;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: Date;
  expiresAt: Date;
}

const canLogIn = sql<boolean>`suspended_at is null and deleted_at is null`;

export function accountStore(db: Database) {
  return {
    /** Replaces an earlier link for the same purpose. */
    async addLink(
      purpose: LinkPurpose,
      person: { email: string } | { id: string },
      { id, hash }: LinkKey,
      expiresAt: Date,
    ): Promise<string | undefined> {
      const isPerson = 'id' in person ? sql`id = ${person.id}` : sql`email = ${person.email}`;
      const isWanted = purpose === 'verify-email' ? sql`and not email_verified` : sql``;
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: string; email: string }>`
          select id, email from users where ${isPerson} and ${canLogIn} ${isWanted} for no key update`.execute(
          trx,
        );
        const [found] = rows;
        if (!found) return undefined;
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
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      return row?.identifier.slice(purpose.length + 1);
    },

    /** Locks the user before the link, in the same order as `addLink`, so only one of two uses succeeds. */
    async resetPassword(userId: string, { id, hash }: LinkKey, password: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const locked = await sql`
          select id from users where id = ${userId} and ${canLogIn} for no key update`.execute(trx);
        if (locked.rows.length === 0) return false;
        const used = await trx
          .deleteFrom('verifications')
          .where('id', '=', id)
          .where('value', '=', hash)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning('id')
          .execute();
        if (used.length === 0) return false;
        await setPassword(trx, userId, password);
        await trx.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
        await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
        return true;
      });
    },

    async verifyEmail({ id, hash }: LinkKey): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`
        update users set email_verified = true from verifications
        where verifications.id = ${id} and value = ${hash} and identifier = 'verify-email:' || users.id
          and expires_at > now() and ${canLogIn} returning users.id`.execute(db);
      return rows[0]?.id;
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
        await sql`select id from users where id = ${userId} for no key update`.execute(trx);
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

    async findLogins(userId: string, token: string | undefined): Promise<LoginRow[]> {
      const { rows } = await sql<LoginRow>`
        select id, token is not distinct from ${token ?? null}::text as "isCurrent", user_agent as "userAgent",
          ip_address as "ipAddress", created_at as "createdAt", expires_at as "expiresAt"
        from sessions where user_id = ${userId} and expires_at > now()
        order by 2 desc, created_at desc, id desc limit 100`.execute(db);
      return rows;
    },

    async endSession(userId: string, sessionId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    endOthers: (userId: string, token: string | undefined) => endOthers(db, userId, token),

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

async function endOthers(on: Database, userId: string, token: string | undefined): Promise<void> {
  await on
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token', '!=', token ?? '')
    .execute();
}
