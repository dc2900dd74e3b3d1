import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#src/db/connect.ts';

/** What a link in a mail is for; the beginning of its row's identifier, before the id of the account. */
export type LinkPurpose = 'reset-password' | 'verify-email';

/** A link's row: its id is the open half of the token, the hash is of the other half. */
export interface LinkKey {
  id: string;
  hash: string;
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
    /**
     * Writes a link for whoever has this address or id, in place of any earlier one for the same purpose.
     * @returns the address; undefined when nobody has it who may log in, or when there is nothing left to verify.
     */
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

    /** Whose link this is; undefined when it is used, replaced, stale or wrong. */
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

    /**
     * Uses the link up: sets the password, ends every session, and notes that the address is its owner's. The person's
     * row is held before the link's, as `addLink` does, so that of two uses at once one finds the link gone.
     * @returns whether there was a link left to use.
     */
    async resetPassword(userId: string, { id, hash }: LinkKey, password: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const held = await sql`
          select id from users where id = ${userId} and ${canLogIn} for no key update`.execute(trx);
        if (held.rows.length === 0) return false;
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

    /** Notes that the address is its owner's. The link stays, as mail programs open links before their readers do. */
    async verifyEmail({ id, hash }: LinkKey): Promise<boolean> {
      const { rows } = await sql`
        update users set email_verified = true from verifications
        where verifications.id = ${id} and value = ${hash} and identifier = 'verify-email:' || users.id
          and expires_at > now() and ${canLogIn} returning users.id`.execute(db);
      return rows.length > 0;
    },

    /** The hash of the password; null for an account without one. */
    async findPasswordHash(userId: string): Promise<string | null> {
      const row = await db
        .selectFrom('accounts')
        .select('password')
        .where('user_id', '=', userId)
        .where('provider_id', '=', 'credential')
        .executeTakeFirst();
      return row?.password ?? null;
    },

    /**
     * Sets the password, unless it is no longer the one that was checked, and ends every session but the one of this token.
     * @returns whether it was set.
     */
    async changePassword(
      userId: string,
      from: string,
      to: string,
      token: string | undefined,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await sql`select id from users where id = ${userId} for no key update`.execute(trx);
        const { numUpdatedRows } = await trx
          .updateTable('accounts')
          .set({ password: to, updated_at: new Date() })
          .where('user_id', '=', userId)
          .where('provider_id', '=', 'credential')
          .where('password', '=', from)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await endOthers(trx, userId, token);
        return numUpdatedRows > 0n;
      });
    },

    /** Where the person is logged in: the session of this token first, then the latest. */
    async findLogins(userId: string, token: string | undefined): Promise<LoginRow[]> {
      const { rows } = await sql<LoginRow>`
        select id, token is not distinct from ${token ?? null}::text as "isCurrent", user_agent as "userAgent",
          ip_address as "ipAddress", created_at as "createdAt", expires_at as "expiresAt"
        from sessions where user_id = ${userId} and expires_at > now()
        order by 2 desc, created_at desc, id desc limit 100`.execute(db);
      return rows;
    },

    /** @returns whether the person had this session. */
    async endSession(userId: string, sessionId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    endOthers: (userId: string, token: string | undefined) => endOthers(db, userId, token),

    async setContactHidden(userId: string, isHidden: boolean): Promise<void> {
      await db
        .updateTable('users')
        .set({ is_contact_hidden: isHidden, updated_at: new Date() })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute();
    },
  };
}

export type AccountStore = ReturnType<typeof accountStore>;

/** Also for an account that Google or Facebook opened, which has none yet. */
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
