import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database } from '#src/db/connect.ts';
import { isoTime } from '#src/db/json.ts';
import type { DB } from '#src/db/schema.ts';
import type { Viewer } from '#src/http/route.ts';

/** Earned from facts in the person's own row. */
const achievements = sql`(
  select coalesce(json_agg(json_build_object('icon', icon, 'title', title)), '[]') from (values
    ('first-post', 'First post', total_posts >= 1),
    ('ten-posts', 'Ten posts', total_posts >= 10),
    ('verified', 'Verified by Upaj', is_verified),
    ('well-rated', 'Rated 4.5 and better', total_reviews >= 5 and rating >= 4.5),
    ('followed', 'Followed by 25', followers_count >= 25),
    ('one-year', 'A year on Upaj', users.created_at < now() - interval '1 year')
  ) as facts (icon, title, is_earned) where is_earned)`;

const profileFields = sql`
  '_id', id, 'username', username, 'fullName', full_name, 'userType', user_type, 'avatar', avatar,
  'coverImage', cover_image, 'bio', bio, 'majorProduct', major_product, 'isVerified', is_verified,
  'isOnline', coalesce(last_seen_at > now() - interval '2 minutes', false), 'lastSeen', ${isoTime('last_seen_at')},
  'createdAt', ${isoTime('created_at')}, 'joinedDate', ${isoTime('created_at')},
  'rating', rating, 'totalPosts', total_posts,
  'socialStats', json_build_object('rating', rating, 'totalReviews', total_reviews, 'totalPosts', total_posts),
  'followersCount', followers_count, 'followingCount', following_count, 'achievements', ${achievements},
  'farmDetails', json_build_object('farmSize', farm_size, 'experience', experience,
    'certifications', certifications),
  'businessDetails', json_build_object('businessName', business_name, 'specialization', specialization,
    'experience', experience),
  'address', json_build_object('state', state, 'district', district, 'city', city, 'village', village,
    'pincode', pincode)`;

/** The parts of a profile that depend on who looks at it; null where contact details are not shown. */
function profileJsonFor(viewerId: string) {
  const isRevealed = sql`not is_contact_hidden and exists (
    select 1 from contact_reveals where viewer_id = ${viewerId} and person_id = users.id)`;
  return sql<string>`json_build_object(${profileFields},
    'contactInfo', case when ${isRevealed} then ${contactInfo} else ${noContactInfo} end,
    'isFollowing', exists (select 1 from follows where follower_id = ${viewerId} and followed_id = users.id),
    'isBlocked', exists (select 1 from blocks where blocker_id = ${viewerId} and blocked_id = users.id))::text`;
}

const contactInfo = sql`json_build_object('phone', contact, 'whatsapp', nullif(whatsapp, ''), 'email', email,
  'isHidden', is_contact_hidden)`;
const noContactInfo = sql`json_build_object('phone', null, 'whatsapp', null, 'email', null,
  'isHidden', is_contact_hidden)`;

const accountJson = sql<string>`json_build_object(${profileFields}, 'contactInfo', ${contactInfo},
  'email', email, 'isEmailVerified', email_verified, 'contact', contact, 'isComplete', is_complete,
  'aadhaarNumber', coalesce('XXXX XXXX ' || aadhaar_last4, ''),
  'hasPassword', exists (
    select 1 from accounts where user_id = users.id and provider_id = 'credential' and password is not null
  ))::text`;

/** Whether a person can be met: completed, neither suspended nor deleted. */
const isThere = sql<boolean>`users.is_complete and users.suspended_at is null and users.deleted_at is null`;

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

    /**
     * The profile as JSON text, as the viewer sees it; the username in any letter case. Nobody is found who has blocked
     * the viewer, is suspended, or has not completed or has deleted their account.
     */
    async findProfile(username: string, viewerId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('users')
        .select(profileJsonFor(viewerId).as('json'))
        .where(sql<string>`lower(username)`, '=', username.toLowerCase())
        .where(isThere)
        .where(
          sql<boolean>`not exists (
          select 1 from blocks where blocker_id = users.id and blocked_id = ${viewerId})`,
        )
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

/** Whether an insert ran against a unique index. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
