import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database } from '#src/db/connect.ts';
import type { DB } from '#src/db/schema.ts';
import type { Viewer } from '#src/http/route.ts';
import type { Standing } from './social-auth.ts';

/** What a person adds to their profile later on. */
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

/** Which of a new account's unique values somebody holds already. */
export interface Taken {
  email: boolean;
  username: boolean;
  aadhaar: boolean;
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

    async findTaken(email: string, username: string, aadhaarFingerprint: string): Promise<Taken> {
      const exists = (condition: ReturnType<typeof sql<boolean>>) =>
        sql<boolean>`exists (select 1 from users where ${condition})`;
      const { rows } = await sql<Taken>`select
        ${exists(sql`email = ${email}`)} as email,
        ${exists(sql`lower(username) = ${username.toLowerCase()}`)} as username,
        ${exists(sql`aadhaar_fingerprint = ${aadhaarFingerprint}`)} as aadhaar`.execute(db);
      return rows[0] ?? { email: false, username: false, aadhaar: false };
    },

    /** A person and their password in one transaction; `claim` joins it. */
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

    /** What decides whether a provider may log somebody in to this account. */
    async findStanding(userId: string): Promise<Standing> {
      const { rows } = await sql<Standing>`
        select suspended_at is not null or deleted_at is not null as "isSuspended", exists (
          select 1 from accounts where user_id = users.id and provider_id = 'credential' and password is not null
        ) as "hasPassword"
        from users where id = ${userId}`.execute(db);
      return rows[0] ?? { isSuspended: true, hasPassword: false };
    },

    /** In one statement, so that none is left when another goes. */
    async closeWaysIn(userId: string): Promise<void> {
      await sql`
        with ended as (delete from sessions where user_id = ${userId})
        delete from accounts where user_id = ${userId}`.execute(db);
    },

    /** Whose session this is, unless the account is suspended; the person counts as seen now. */
    async findSession(token: string): Promise<(Viewer & { expiresAt: Date }) | undefined> {
      const { rows } = await sql<Viewer & { expiresAt: Date }>`
        with session as (
          select users.id, users.username, users.is_complete as "isComplete", sessions.expires_at as "expiresAt"
          from sessions join users on users.id = sessions.user_id
          where sessions.token = ${token} and users.suspended_at is null and users.deleted_at is null
        ), seen as (
          update users set last_seen_at = now() from session where users.id = session.id
        )
        select * from session`.execute(db);
      return rows[0];
    },
  };
}

export type UsersStore = ReturnType<typeof usersStore>;
