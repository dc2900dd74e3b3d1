import { sql, type Updateable } from 'kysely';
import type { Account, AddressEdit, ContactInfo, PublicProfile } from '@upaj/contract/people/profiles';
import type { Database } from '#src/platform/db/connect.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { recordJson } from '#src/platform/db/deal-record.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { isBlockedBetween, isActivePerson } from '#src/people/access.ts';
import type { DB } from '#src/platform/db/schema.ts';

const achievements = sql`(
  select coalesce(json_agg(json_build_object('icon', icon, 'title', title)), '[]') from (values
    ('first-post', 'First post', total_posts >= 1),
    ('ten-posts', 'Ten posts', total_posts >= 10),
    ('verified', 'Verified by Upaj', is_verified),
    ('well-rated', 'Rated 4.5 and better', total_reviews >= 5 and rating >= 4.5),
    ('followed', 'Followed by 25', followers_count >= 25),
    ('one-year', 'A year on Upaj', users.created_at < now() - interval '1 year')
  ) as facts (icon, title, is_earned) where is_earned)`;

export type Offline<T> = Omit<T, 'isOnline'>;

const profileFields = sql`
  '_id', id, 'username', username, 'fullName', full_name, 'userType', user_type, 'avatar', avatar,
  'coverImage', cover_image, 'bio', bio, 'majorProduct', major_product, 'isVerified', is_verified,
  'lastSeen', ${isoTime('last_seen_at')},
  'createdAt', ${isoTime('created_at')}, 'joinedDate', ${isoTime('created_at')},
  'rating', rating, 'totalPosts', total_posts,
  'socialStats', json_build_object('rating', rating, 'totalReviews', total_reviews, 'totalPosts', total_posts), 'record', ${recordJson},
  'followersCount', followers_count, 'followingCount', following_count, 'achievements', ${achievements},
  'farmDetails', json_build_object('farmSize', farm_size, 'experience', experience,
    'certifications', certifications),
  'businessDetails', json_build_object('businessName', business_name, 'specialization', specialization,
    'experience', experience),
  'address', json_build_object('state', state, 'district', district, 'city', city, 'village', village,
    'pincode', pincode)`;

const contactInfo = sql<ContactInfo>`json_build_object('phone', contact, 'whatsapp', nullif(whatsapp, ''), 'email', email,
  'isHidden', is_contact_hidden)`;
const noContactInfo = sql`json_build_object('phone', null, 'whatsapp', null, 'email', null,
  'isHidden', is_contact_hidden)`;

function profileJsonFor(viewerId: string) {
  const isRevealed = sql`users.id = ${viewerId} or not is_contact_hidden
    and exists (select 1 from contact_reveals where viewer_id = ${viewerId} and person_id = users.id)
    and not ${isBlockedBetween(viewerId, sql`users.id`)}`;
  return sql<Offline<PublicProfile>>`json_build_object(${profileFields},
    'contactInfo', case when ${isRevealed} then ${contactInfo} else ${noContactInfo} end,
    'isFollowing', exists (select 1 from follows where follower_id = ${viewerId} and followed_id = users.id),
    'isBlocked', exists (select 1 from blocks where blocker_id = ${viewerId} and blocked_id = users.id))`;
}

const accountJson = sql<Offline<Account>>`json_build_object(${profileFields}, 'contactInfo', ${contactInfo},
  'email', email, 'isEmailVerified', email_verified, 'contact', contact, 'isComplete', is_complete,
  'hasPublicPage', has_public_page,
  'aadhaarNumber', coalesce('XXXX XXXX ' || aadhaar_last4, ''),
  'hasPassword', exists (
    select 1 from accounts where user_id = users.id and provider_id = 'credential' and password is not null
  ))`;

export type ProfileChanges = Pick<
  Updateable<DB['users']>,
  | 'full_name'
  | 'major_product'
  | 'bio'
  | 'contact'
  | 'whatsapp'
  | 'business_name'
  | 'specialization'
  | 'experience'
  | 'farm_size'
  | 'certifications'
>;

export type PictureColumn = 'avatar' | 'cover_image';

export function profilesStore(db: Database) {
  return {
    async findAccount(
      userId: string,
    ): Promise<{ account: Offline<Account>; isSuspended: boolean } | undefined> {
      return db
        .selectFrom('users')
        .select([accountJson.as('account'), sql<boolean>`suspended_at is not null`.as('isSuspended')])
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    /** Undefined when blocked by that person, or the account is not open. */
    async findProfile(username: string, viewerId: string): Promise<Offline<PublicProfile> | undefined> {
      const row = await db
        .selectFrom('users')
        .select(profileJsonFor(viewerId).as('profile'))
        .where(sql<string>`lower(username)`, '=', username.toLowerCase())
        .where(isActivePerson)
        .where(
          sql<boolean>`not exists (
          select 1 from blocks where blocker_id = users.id and blocked_id = ${viewerId})`,
        )
        .executeTakeFirst();
      return row?.profile;
    },

    async updateProfile(
      userId: string,
      changes: ProfileChanges,
    ): Promise<{ isRenamed: boolean } | undefined> {
      return db
        .updateTable('users')
        .from((from) =>
          from
            .selectFrom('users')
            .select(['id', 'full_name'])
            .where('id', '=', userId)
            .where('deleted_at', 'is', null)
            .forNoKeyUpdate()
            .as('before'),
        )
        .set({ ...changes, updated_at: new Date() })
        .whereRef('users.id', '=', 'before.id')
        .returning(sql<boolean>`users.full_name <> before.full_name`.as('isRenamed'))
        .executeTakeFirst();
    },

    async updateAddress(userId: string, address: AddressEdit): Promise<boolean> {
      const updated = await db
        .updateTable('users')
        .set({ ...address, updated_at: new Date() })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return updated.numUpdatedRows > 0n;
    },

    /**
     * `alongside` gets the previous picture and runs in the same transaction. @returns false without such an
     * account.
     */
    async updatePicture(
      userId: string,
      column: PictureColumn,
      url: string,
      alongside: (before: string | null, trx: Database) => Promise<void>,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const before = await trx
          .selectFrom('users')
          .select(`${column} as url`)
          .where('id', '=', userId)
          .where('deleted_at', 'is', null)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!before) return false;
        await trx
          .updateTable('users')
          .set({ [column]: url, updated_at: new Date() })
          .where('id', '=', userId)
          .execute();
        await alongside(before.url, trx);
        return true;
      });
    },

    /** Records the reveal, except of one's own or hidden details. Undefined across a block. */
    async revealContact(
      username: string,
      viewerId: string,
    ): Promise<{ contact: ContactInfo; isShown: boolean } | undefined> {
      const reveal = sql<{ contact: ContactInfo; isShown: boolean }>`
        with person as (
          select users.id from users where lower(username) = ${username.toLowerCase()} and ${isActivePerson}
            and not ${isBlockedBetween(viewerId, sql`users.id`)}
        ), shown as (
          insert into contact_reveals (viewer_id, person_id)
          select ${viewerId}::uuid, users.id from users join person using (id)
          where not is_contact_hidden and users.id <> ${viewerId}
          on conflict (viewer_id, person_id) do update set revealed_at = now()
        )
        select ${contactInfo} as contact, (users.id = ${viewerId} or not is_contact_hidden) as "isShown"
        from users join person using (id)`;
      return (await unlessOrphaned(reveal.execute(db)))?.rows[0];
    },
  };
}

export type ProfilesStore = ReturnType<typeof profilesStore>;
