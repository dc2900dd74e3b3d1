import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import { idleLimit } from '#src/people/sessions/idle-limit.ts';
import type { AccountState } from './social-auth.ts';

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

/** Changes with each new password, not when the same one is rehashed. */
const passwordVersion = sql<string>`extract(epoch from accounts.updated_at)::text`;

export interface FoundLogin {
  id: string;
  hash: string | null;
  passwordVersion: string | null;
}

export interface FoundSession extends Viewer {
  sessionId: string;
  expiresAt: Date;
  /** Each day of use renews a session. */
  isDue: boolean;
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
      const exists = (condition: ReturnType<typeof sql<boolean>>) =>
        sql<boolean>`exists (select 1 from users where ${condition})`;
      const { rows } = await sql<Taken>`select
        ${exists(sql`email = ${email}`)} as email,
        ${exists(sql`lower(username) = ${username.toLowerCase()}`)} as username,
        ${exists(sql`aadhaar_fingerprint in (${sql.join(aadhaarFingerprints)})`)} as aadhaar`.execute(db);
      return rows[0] ?? { email: false, username: false, aadhaar: false };
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

    async findAccountState(userId: string): Promise<AccountState> {
      const { rows } = await sql<AccountState>`
        select suspended_at is not null or deleted_at is not null as "isSuspended", exists (
          select 1 from accounts where user_id = users.id and provider_id = 'credential' and password is not null
        ) as "hasPassword"
        from users where id = ${userId}`.execute(db);
      return rows[0] ?? { isSuspended: true, hasPassword: false };
    },

    async endAllLogins(userId: string): Promise<void> {
      await sql`
        with ended as (delete from sessions where user_id = ${userId})
        delete from accounts where user_id = ${userId}`.execute(db);
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

    /** Locks the password row, so that no session starts with an old password. */
    async addSession(session: Insertable<DB['sessions']>, version?: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (version !== undefined) {
          const { rows } = await sql`
            select id from accounts where user_id = ${session.user_id} and provider_id = 'credential'
              and ${passwordVersion} = ${version} for share`.execute(trx);
          if (rows.length === 0) return false;
        }
        await trx.insertInto('sessions').values(session).execute();
        return true;
      });
    },

    async removeSession(token: string): Promise<string | undefined> {
      const row = await db
        .deleteFrom('sessions')
        .where('token', '=', token)
        .returning('user_id as userId')
        .executeTakeFirst();
      return row?.userId;
    },

    /** Undefined when suspended. `expiresAt` of a session due for renewal is the one that it will have. */
    async findSession(token: string): Promise<FoundSession | undefined> {
      const nextExpiry = sql`now() + make_interval(secs => case when is_remembered
        then ${sql.lit(idleLimit(true) / 1000)} else ${sql.lit(idleLimit(false) / 1000)} end)`;
      const { rows } = await sql<FoundSession>`
        select users.id, username, is_complete as "isComplete", sessions.id as "sessionId", "isDue",
          case when district <> '' then json_build_object('state', state, 'district', district) end as place,
          case when "isDue" then "nextExpiry" else expires_at end as "expiresAt"
        from sessions join users on users.id = sessions.user_id
          cross join lateral (select ${nextExpiry} as "nextExpiry") next
          cross join lateral (select expires_at < "nextExpiry" - interval '1 day' as "isDue") due
        where token = ${token} and expires_at > now() and suspended_at is null and deleted_at is null`.execute(
        db,
      );
      return rows[0];
    },
  };
}

export type UsersStore = ReturnType<typeof usersStore>;
