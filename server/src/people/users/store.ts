import type { Insertable } from 'kysely';
import { isNamed } from '#src/people/rows.ts';
import { passwordVersion } from '#src/people/sessions/store.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

export type NewUser = Insertable<DB['users']>;

export function usersStore({ db }: { db: Database }) {
  return {
    async findIdByEmail(email: string): Promise<string | undefined> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row?.id;
    },

    async hasOthersThan(emails: readonly string[]): Promise<boolean> {
      const others = db.selectFrom('users').select('id').where('email', 'not in', emails).limit(1);
      return (await others.execute()).length > 0;
    },

    async findTaken(email: string, username: string) {
      const others = await db
        .selectFrom('users')
        .select((eb) => [eb('email', '=', email).as('email'), isNamed(username).as('username')])
        .where((eb) => eb.or([eb('email', '=', email), isNamed(username)]))
        .execute();
      return {
        email: others.some((other) => other.email),
        username: others.some((other) => other.username),
      };
    },

    async addUser(
      user: NewUser,
      password: Insertable<DB['accounts']>,
      claim: (trx: Transaction) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('users').values(user).execute();
        await trx.insertInto('accounts').values(password).execute();
        await claim(trx);
      });
    },

    findLogin(email: string) {
      return db
        .selectFrom('users')
        .leftJoin('accounts', (join) =>
          join.onRef('user_id', '=', 'users.id').on('provider_id', '=', 'credential'),
        )
        .select(['users.id', 'password as hash', passwordVersion.as('passwordVersion')])
        .where('email', '=', email)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    },

    async rehash(userId: string, from: string, to: string): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ password: to })
        .where('user_id', '=', userId)
        .where('provider_id', '=', 'credential')
        .where('password', '=', from)
        .execute();
    },
  };
}

export type UsersStore = ReturnType<typeof usersStore>;
