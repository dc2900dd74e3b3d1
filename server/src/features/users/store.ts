import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database } from '#src/db/connect.ts';
import { isoTime } from '#src/db/json.ts';
import type { DB } from '#src/db/schema.ts';
import type { Viewer } from '#src/http/route.ts';

const profileFields = sql`
  '_id', id, 'username', username, 'fullName', full_name, 'userType', user_type, 'avatar', avatar, 'bio', bio,
  'majorProduct', major_product, 'isVerified', is_verified, 'createdAt', ${isoTime('created_at')},
  'joinedDate', ${isoTime('created_at')}, 'rating', rating, 'totalPosts', total_posts,
  'socialStats', json_build_object('rating', rating, 'totalReviews', total_reviews, 'totalPosts', total_posts),
  'address', json_build_object('state', state, 'district', district, 'city', city, 'village', village,
    'pincode', pincode)`;

const profileJson = sql<string>`json_build_object(${profileFields})::text`;
const accountJson = sql<string>`json_build_object(${profileFields}, 'email', email, 'contact', contact,
  'aadhaarNumber', 'XXXX XXXX ' || aadhaar_last4)::text`;

/** What a person adds to their profile later on. */
export type PersonDetails = Partial<
  Pick<
    Insertable<DB['users']>,
    'bio' | 'is_verified' | 'state' | 'district' | 'city' | 'village' | 'pincode' | 'created_at'
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
    /** The account as JSON text in the contract's shape. */
    async findAccount(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('users')
        .select(accountJson.as('json'))
        .where('id', '=', userId)
        .executeTakeFirst();
      return row?.json;
    },

    /** The public profile as JSON text; the username in any letter case. */
    async findProfile(username: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('users')
        .select(profileJson.as('json'))
        .where(sql<string>`lower(username)`, '=', username.toLowerCase())
        .executeTakeFirst();
      return row?.json;
    },

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

    async findSession(token: string): Promise<(Viewer & { expiresAt: Date }) | undefined> {
      return db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['users.id', 'users.username', 'sessions.expires_at as expiresAt'])
        .where('sessions.token', '=', token)
        .executeTakeFirst();
    },
  };
}

export type UsersStore = ReturnType<typeof usersStore>;

/** Whether an insert ran against a unique index. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
