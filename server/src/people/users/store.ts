import type { Insertable } from 'kysely';
import { isNamed } from '#src/people/rows.ts';
import { passwordVersion } from '#src/people/sessions/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';

export type PersonDetails = Partial<
  Pick<
    Insertable<DB['users']>,
    | 'bio'
    | 'whatsapp'
    | 'business_name'
    | 'specialization'
    | 'experience'
    | 'farm_size'
    | 'certifications'
    | 'is_verified'
    | 'state'
    | 'district'
    | 'city'
    | 'village'
    | 'pincode'
    | 'created_at'
  >
>;

export interface Taken {
  email: boolean;
  username: boolean;
  aadhaar: boolean;
}

export interface FoundLogin {
  id: string;
  hash: string | null;
  passwordVersion: string | null;
}

export function usersStore(db: Database) {
  return {
    async findIdByEmail(email: string): Promise<string | undefined> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row?.id;
    },

    async hasOthersThan(emails: readonly string[]): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('email', 'not in', emails)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async findTaken(email: string, username: string, aadhaarFingerprints: readonly string[]): Promise<Taken> {
      return db
        .selectNoFrom((eb) => {
          const users = eb.selectFrom('users').select('users.id');
          return [
            eb
              .exists(users.where('email', '=', email))
              .$castTo<boolean>()
              .as('email'),
            eb
              .exists(users.where(isNamed(username)))
              .$castTo<boolean>()
              .as('username'),
            eb
              .exists(users.where('aadhaar_fingerprint', 'in', aadhaarFingerprints))
              .$castTo<boolean>()
              .as('aadhaar'),
          ];
        })
        .executeTakeFirstOrThrow();
    },

    async addUser(
      user: Insertable<DB['users']>,
      account: Insertable<DB['accounts']>,
      claim: (on: Database) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('users').values(user).execute();
        await trx.insertInto('accounts').values(account).execute();
        await claim(trx);
      });
    },

    async findLogin(email: string): Promise<FoundLogin | undefined> {
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
