import { addEvent } from '#src/notify/outbox/rows.ts';
import { canLogIn } from '#src/people/access.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { LinkKey, LinkPurpose } from '#src/people/account/store.ts';

/** Stores what people add to an account that was opened without it. */
export function additionsStore({ db }: { db: Database }) {
  return {
    /** Adds a link that adds an address. @returns the language, or undefined for an account that has an address */
    addAddressLink(
      userId: string,
      address: string,
      { id, hash }: LinkKey,
      expiresAt: Date,
    ): Promise<string | null | undefined> {
      return db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('users')
          .select('language')
          .where('id', '=', userId)
          .where('email', 'is', null)
          .where(canLogIn)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!found) return undefined;
        const identifier = `${'verify-email' satisfies LinkPurpose}:${userId}`;
        await trx.deleteFrom('verifications').where('identifier', '=', identifier).execute();
        const link = { id, identifier, value: hash, address, expires_at: expiresAt };
        await trx.insertInto('verifications').values(link).execute();
        return found.language;
      });
    },

    async hasEmail(userId: string): Promise<boolean> {
      const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
      return Boolean(user?.email);
    },

    async isTaken(email: string): Promise<boolean> {
      const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return user !== undefined;
    },

    /** @returns false when the account has an Aadhaar number */
    addAadhaar(userId: string, last4: string, fingerprint: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ aadhaar_last4: last4, aadhaar_fingerprint: fingerprint, updated_at: new Date() })
          .where('id', '=', userId)
          .where('aadhaar_fingerprint', 'is', null)
          .where(canLogIn)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await addEvent(trx, 'account.changed', { userId });
        return numUpdatedRows > 0n;
      });
    },
  };
}

export type AdditionsStore = ReturnType<typeof additionsStore>;
