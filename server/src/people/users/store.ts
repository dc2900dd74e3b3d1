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

export type FoundSession = Viewer & { expiresAt: Date };

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

    async removeExpiredSessions(): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
    },

    /** Null when suspended. Updates the last-seen time and the idle limit, at most once a day. */
    async findSession(token: string): Promise<FoundSession | undefined> {
      const { rows } = await sql<FoundSession>`
        with session as (
          select users.id, users.username, users.is_complete as "isComplete", sessions.expires_at as "expiresAt",
            now() + make_interval(secs => case when is_remembered then ${sql.lit(idleLimit(true) / 1000)}
              else ${sql.lit(idleLimit(false) / 1000)} end) as "nextExpiry"
          from sessions join users on users.id = sessions.user_id
          where sessions.token = ${token} and sessions.expires_at > now()
            and users.suspended_at is null and users.deleted_at is null
        ), seen as (
          update users set last_seen_at = now() from session where users.id = session.id
        ), extended as (
          update sessions set expires_at = "nextExpiry", updated_at = now() from session
          where token = ${token} and "expiresAt" < "nextExpiry" - interval '1 day' returning expires_at
        )
        select id, username, "isComplete", coalesce((select expires_at from extended), "expiresAt") as "expiresAt"
        from session`.execute(db);
      return rows[0];
    },
  };
}

export type UsersStore = ReturnType<typeof usersStore>;
