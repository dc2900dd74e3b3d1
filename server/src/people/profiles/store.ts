import { expressionBuilder, sql, type Updateable } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Account, PlaceEdit, PublicProfile } from '@upaj/contract/people/profiles';
import {
  canRevealContact,
  canSeeContact,
  canMeet,
  canSeeProfile,
  hasBlocked,
  hasSecondFactor,
  idOf,
  newForDays,
  provedNumber,
} from '#src/people/access.ts';
import {
  cardFields,
  cautionFields,
  hasPassword,
  isFollowedBy,
  isNamed,
  ratingFields,
  recordJson,
  staffRole,
} from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { statement } from '#src/platform/db/statement.ts';
import { isoTime } from '#src/platform/db/times.ts';

/** A profile without the two fields that are not stored, which the service adds. */
export type Stored<T> = Omit<T, 'isOnline' | 'achievements'> & {
  /** Whether `followersForBadge` accounts follow the person that were not new when they began to. */
  isWidelyFollowed: boolean;
};
export const followersForBadge = 25;
/** The language may be one that this release does not offer. */
type StoredAccount = Omit<Stored<Account>, 'language'> & { language: string | null };

const eb = expressionBuilder<DB, 'users'>();

const knownFollowers = eb
  .selectFrom('follows')
  .innerJoin('users as followers', 'followers.id', 'follows.follower_id')
  .select((of) => of.fn.countAll().as('count'))
  .whereRef('follows.followed_id', '=', 'users.id')
  .where(
    sql<boolean>`(followers.is_verified or followers.created_at <= follows.created_at - make_interval(days => ${sql.lit(newForDays)}))`,
  );

const profileFields = {
  isWidelyFollowed: eb
    .case()
    .when('users.followers_count', '>=', followersForBadge)
    .then(eb(knownFollowers, '>=', eb.lit(followersForBadge)))
    .else(false)
    .end()
    .$castTo<boolean>(),
  ...cardFields,
  ...cautionFields,
  coverImage: eb.ref('users.cover_image'),
  bio: eb.ref('users.bio'),
  majorProduct: eb.ref('users.major_product'),
  lastSeen: isoTime('users.last_seen_at').$castTo<string | null>(),
  createdAt: isoTime('users.created_at'),
  joinedDate: isoTime('users.created_at'),
  rating: ratingFields.rating,
  totalPosts: eb.ref('users.total_posts'),
  socialStats: jsonBuildObject({ ...ratingFields, totalPosts: eb.ref('users.total_posts') }),
  record: recordJson,
  openDisputes: eb.ref('users.deals_disputed'),
  followersCount: eb.ref('users.followers_count'),
  followingCount: eb.cast<number>(
    eb
      .selectFrom('follows')
      .select((of) => of.fn.countAll().as('count'))
      .whereRef('follower_id', '=', 'users.id'),
    'integer',
  ),
  farmDetails: jsonBuildObject({
    farmSize: eb.ref('users.farm_size'),
    experience: eb.ref('users.experience'),
    certifications: eb.ref('users.certifications'),
  }),
  businessDetails: jsonBuildObject({
    businessName: eb.ref('users.business_name'),
    specialization: eb.ref('users.specialization'),
    experience: eb.ref('users.experience'),
  }),
  address: jsonBuildObject({
    state: eb.ref('users.state'),
    district: eb.ref('users.district'),
    city: eb.ref('users.city'),
    village: eb.ref('users.village'),
    pincode: eb.ref('users.pincode'),
  }),
};

const isHidden = eb.ref('users.is_contact_hidden');
const contactInfo = jsonBuildObject({
  phone: eb.ref('users.contact'),
  whatsapp: eb.fn<string | null>('nullif', ['users.whatsapp', sql.lit('')]),
  email: eb.ref('users.email'),
  isHidden,
});
const nothing = eb.lit(null);
const noContactInfo = jsonBuildObject({ phone: nothing, whatsapp: nothing, email: nothing, isHidden });

const profileFor = (viewerId: string) =>
  jsonBuildObject({
    ...profileFields,
    contactInfo: eb.case().when(canSeeContact(viewerId)).then(contactInfo).else(noContactInfo).end(),
    isFollowing: isFollowedBy(viewerId),
    isBlocked: hasBlocked(viewerId, eb.ref('users.id')),
  });

const account = jsonBuildObject({
  ...profileFields,
  contactInfo,
  email: eb.fn.coalesce('users.email', sql.lit('')),
  isEmailVerified: eb.ref('users.email_verified'),
  contact: eb.ref('users.contact'),
  provedNumber: eb.fn.coalesce(provedNumber, sql.lit('')),
  isComplete: eb.ref('users.is_complete'),
  hasPublicPage: eb.ref('users.has_public_page'),
  aadhaarNumber: eb.fn.coalesce(sql<string>`'XXXX XXXX ' || users.aadhaar_last4`, sql.lit('')),
  hasPassword,
  hasSecondFactor,
  language: eb.ref('users.language'),
  staffRole,
});

const findAccount = statement<{ userId: string }>()((db, { userId }) =>
  db
    .selectFrom('users')
    .select((of) => [
      account.as('account'),
      of('suspended_at', 'is not', null).$castTo<boolean>().as('isSuspended'),
    ])
    .where('member_id', '=', userId),
);

export function profilesStore({ db }: { db: Database }) {
  return {
    findAccount: (userId: string): Promise<{ account: StoredAccount; isSuspended: boolean } | undefined> =>
      findAccount.executeTakeFirst(db, { userId }),

    async findProfile(username: string, viewerId: string): Promise<Stored<PublicProfile> | undefined> {
      const row = await db
        .selectFrom('users')
        .select(profileFor(viewerId).as('profile'))
        .where(isNamed(username))
        .where(canSeeProfile(viewerId))
        .executeTakeFirst();
      return row?.profile;
    },

    lockPhotos(userId: string, trx: Transaction) {
      return trx
        .selectFrom('users')
        .select(['avatar', 'cover_image'])
        .where('member_id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },

    /** Returns false when the account is deleted. */
    async update(
      userId: string,
      changes: Updateable<DB['users']>,
      executor: Database = db,
    ): Promise<boolean> {
      const { numUpdatedRows } = await executor
        .updateTable('users')
        .set({ ...changes, updated_at: new Date() })
        .where('member_id', '=', userId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns false when the account already has an address. */
    async givePlace(userId: string, place: PlaceEdit): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ ...place, updated_at: new Date() })
        .where('member_id', '=', userId)
        .where('state', '=', '')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns whether the viewer's account is newer than `time`, and is not the one named `username`. */
    async hasJoinedAfter(time: Date, viewerId: string, username: string): Promise<boolean> {
      const viewer = db
        .selectFrom('users')
        .select('id')
        .where('id', '=', viewerId)
        .where('created_at', '>', time)
        .where((eb) => eb.not(isNamed(username)));
      return (await viewer.executeTakeFirst()) !== undefined;
    },

    /**
     * Returns the contact details, and records that the viewer saw them unless they are hidden or the viewer's own.
     * Returns undefined when there is no such active account or one of the two has blocked the other.
     */
    revealContact(username: string, viewerId: string) {
      return db
        .with('person', (query) =>
          query
            .selectFrom('users')
            .select(['users.id', contactInfo.as('contact'), canRevealContact(viewerId).as('isShown')])
            .where(isNamed(username))
            .where(canMeet(viewerId)),
        )
        .with('reveal', (query) =>
          query
            .insertInto('contact_reveals')
            .columns(['viewer_id', 'person_id'])
            .expression((of) =>
              of
                .selectFrom('person')
                .select([idOf(viewerId).as('viewer_id'), 'person.id as person_id'])
                .where('isShown', '=', true)
                .where('person.id', '<>', viewerId),
            )
            .onConflict((conflict) =>
              conflict
                .columns(['viewer_id', 'person_id'])
                .doUpdateSet((of) => ({ revealed_at: of.fn<Date>('now') })),
            ),
        )
        .selectFrom('person')
        .select(['contact', 'isShown'])
        .executeTakeFirst();
    },
  };
}

export type ProfilesStore = ReturnType<typeof profilesStore>;
