import { CamelCasePlugin } from 'kysely';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Origin } from '#src/people/users/origin.ts';
import type { CompleteAccount } from '@upaj/contract/people/registration';
import { canLogIn } from '#src/people/access.ts';
import { hasPassword } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connect.ts';
import { isDuplicate } from '#src/platform/db/duplicates.ts';

export function socialStore(db: Database) {
  return {
    findAccountState(userId: string) {
      return db
        .selectFrom('users')
        .select([canLogIn.as('canLogIn'), hasPassword.as('hasPassword')])
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    /** Locks the password before the sessions, as a log-in does. */
    async endAllLogins(userId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
        await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      });
    },

    async complete(
      userId: string,
      form: CompleteAccount,
      origin: Origin,
    ): Promise<'done' | 'username-taken'> {
      const write = (trx: Transaction) =>
        trx
          .updateTable('users')
          .set({
            full_name: form.fullName,
            contact: form.contact,
            username: form.username,
            user_type: form.userType,
            major_product: form.majorProduct,
            is_complete: true,
            updated_at: new Date(),
          })
          .where('member_id', '=', userId)
          .where('is_complete', '=', false);
      try {
        await db.transaction().execute(async (trx) => {
          const { numUpdatedRows } = await write(trx).executeTakeFirst();
          if (numUpdatedRows > 0n) await addEvent(trx, 'account.registered', { userId, ...origin });
        });
        return 'done';
      } catch (error) {
        if (isDuplicate(error)) return 'username-taken';
        throw error;
      }
    },
  };
}

export type SocialStore = ReturnType<typeof socialStore>;

/** Better Auth names columns in camelCase. */
export function forBetterAuth(db: Database): Database {
  return db.withPlugin(new CamelCasePlugin());
}
