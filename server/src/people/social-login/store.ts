import { CamelCasePlugin } from 'kysely';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Origin } from '#src/people/devices/service.ts';
import type { CompleteAccount } from '@upaj/contract/people/complete-account';
import { skeletonOf } from '#src/people/names/skeleton.ts';
import { canLogIn, provedNumber } from '#src/people/access.ts';
import { hasPassword } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';

export function socialStore({ db }: { db: Database }) {
  return {
    findAccountState(userId: string) {
      return db
        .selectFrom('users')
        .select([canLogIn.as('canLogIn'), hasPassword.as('hasPassword')])
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    async findProvedNumber(userId: string): Promise<string | undefined> {
      const user = await db
        .selectFrom('users')
        .select(provedNumber.as('number'))
        .where('id', '=', userId)
        .executeTakeFirst();
      return user?.number ?? undefined;
    },

    /** Ends all ways to log in. Locks the password before the sessions, as a log-in does. */
    async endAllLogins(userId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
        await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      });
    },

    announceChange: (userId: string): Promise<void> =>
      db.transaction().execute((trx) => addEvent(trx, 'account.changed', { userId })),

    /** Completes an account, unless it is complete already. */
    async complete(
      userId: string,
      form: CompleteAccount & { contact: string; username: string },
      { address, others }: Pick<Origin, 'address' | 'others'>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({
            full_name: form.fullName,
            name_key: skeletonOf(form.fullName),
            contact: form.contact,
            username: form.username,
            user_type: form.userType,
            major_product: form.majorProduct,
            ...form.place,
            ...(form.language && { language: form.language }),
            is_complete: true,
            updated_at: new Date(),
          })
          .where('member_id', '=', userId)
          .where('is_complete', '=', false)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await addEvent(trx, 'account.registered', { userId, address, others });
      });
    },
  };
}

export type SocialStore = ReturnType<typeof socialStore>;

/** Makes a connection for Better Auth, which names columns in camelCase. */
export function forBetterAuth(db: Database): Database {
  return db.withPlugin(new CamelCasePlugin());
}
