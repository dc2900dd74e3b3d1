import { expressionBuilder, sql, type Expression } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Party } from '@upaj/contract/deals/offers';
import { dealsForRecord } from '@upaj/contract/people/record';
import type { BadgePart, PersonCheck } from '@upaj/contract/people/checks';
import type { UserType } from '@upaj/contract/people/credentials';
import type { StaffRole } from '@upaj/contract/people/staff-roles';
import { isActivePerson, type Condition } from '#src/people/access.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

export interface ProfilePhoto {
  column: 'avatar' | 'cover_image';
  url: string;
}

/** The state of a badge that undoing a decision sets again. */
export interface BadgeState {
  at: string | null;
  changed: readonly BadgePart[];
}

/** Builds the expressions of this file, which are about rows of `users`. */
const eb = expressionBuilder<DB, 'users'>();

/**
 * Locks the user until the end of the transaction, so that what one user adds twice at once is counted against a limit
 * one by one.
 */
export function lockActivePerson(
  trx: Transaction,
  userId: string,
): Promise<{ userType: string } | undefined> {
  return trx
    .selectFrom('users')
    .select('user_type as userType')
    .where('id', '=', userId)
    .where(isActivePerson)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the condition that a user has this username, in any case. */
export function isNamed(username: string | Expression<string>): Condition {
  const name = typeof username === 'string' ? username.toLowerCase() : eb.fn<string>('lower', [username]);
  return eb(eb.fn<string>('lower', ['users.username']), '=', name).$castTo<boolean>();
}

export function isFollowedBy(viewerId: string): Condition {
  const follow = eb
    .selectFrom('follows')
    .select('follower_id')
    .where('follower_id', '=', viewerId)
    .whereRef('followed_id', '=', 'users.id');
  return eb.exists(follow).$castTo<boolean>();
}

export const hasPassword: Condition = eb
  .exists(
    eb
      .selectFrom('accounts')
      .select('accounts.id')
      .whereRef('accounts.user_id', '=', 'users.id')
      .where('provider_id', '=', 'credential')
      .where('password', 'is not', null),
  )
  .$castTo<boolean>();

/** Whether more than a mobile number says whose account it is. */
export const isProvedBeyondNumber = eb
  .or([
    eb.ref('users.email_verified'),
    eb.ref('users.is_verified'),
    eb('users.aadhaar_fingerprint', 'is not', null),
  ])
  .$castTo<boolean>();

export const staffRole = eb
  .selectFrom('staff')
  .select('staff.role')
  .whereRef('staff.user_id', '=', 'users.id')
  .$castTo<StaffRole | null>();

/** The fields of a card, for `jsonBuildObject`. */
export const cardFields = {
  _id: eb.ref('users.id'),
  username: eb.ref('users.username'),
  fullName: eb.ref('users.full_name'),
  avatar: eb.ref('users.avatar'),
  userType: eb.ref('users.user_type').$castTo<UserType>(),
  isVerified: eb.ref('users.is_verified'),
  verifiedFor: eb.ref('users.verified_for').$castTo<PersonCheck[]>(),
};

/** Builds `badgeReview` from rows of `users` under this name. */
export function badgeReviewJson(users: 'users' | 'buyers' | 'sellers') {
  const changed = sql.ref<BadgePart[]>(`${users}.badge_changes`);
  return eb
    .case()
    .when(sql<boolean>`cardinality(${changed}) > 0`)
    .then(jsonBuildObject({ at: isoTime(`${users}.verified_at`).$castTo<string | null>(), changed }))
    .end();
}

/** The fields that say where the name alone would mislead, for `jsonBuildObject`. */
export const cautionFields = {
  badgeReview: badgeReviewJson('users'),
  hasNameOfVerified: eb.ref('users.has_name_of_verified'),
};

/** The fields of a card that show how others rate the user. */
export const ratingFields = {
  rating: eb.ref('users.rating'),
  totalReviews: eb.ref('users.total_reviews'),
};

const isKnown = eb('users.deals_ended', '>=', eb.lit(dealsForRecord));

/** Builds a `DealRecord`. */
export const recordJson = jsonBuildObject({
  completed: eb.ref('users.deals_completed'),
  confirmedPercent: eb
    .case()
    .when(isKnown)
    .then(sql<number>`round(100.0 * users.deals_completed / users.deals_ended)`)
    .end(),
  paymentDays: eb
    .case()
    .when(eb.and([isKnown, eb('users.user_type', '=', sql.lit<string>('merchant'))]))
    .then(eb.ref('users.payment_days'))
    .end(),
});

/** Builds the author of a post. */
export const authorJson = jsonBuildObject({
  ...cardFields,
  ...cautionFields,
  ...ratingFields,
  record: recordJson,
  createdAt: isoTime('users.created_at'),
});

/** Builds one side of an offer or deal, from rows of `users` under this name. A deleted account has no names. */
export function partyJson(users: 'users' | 'buyers' | 'sellers') {
  const column = (name: keyof DB['users']) => sql.ref<string | null>(`${users}.${name}`);
  const unlessDeleted = (name: keyof DB['users']) =>
    eb.case().when(column('deleted_at'), 'is', null).then(column(name)).end();
  return jsonBuildObject({
    _id: column('id'),
    username: unlessDeleted('username'),
    fullName: unlessDeleted('full_name'),
    avatar: unlessDeleted('avatar'),
    userType: column('user_type'),
    isVerified: column('is_verified'),
    verifiedFor: column('verified_for'),
    badgeReview: badgeReviewJson(users),
    hasNameOfVerified: column('has_name_of_verified'),
  } satisfies Record<keyof Party, unknown>).$castTo<Party>();
}
