import { sql, type RawBuilder } from 'kysely';

export const isActivePerson = sql<boolean>`(
  users.is_complete and users.suspended_at is null and users.deleted_at is null)`;

export function isBlockedBetween(
  viewerId: string | RawBuilder<unknown>,
  personId: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from blocks where blocker_id = ${viewerId}::uuid and blocked_id = ${personId}::uuid
    union all
    select 1 from blocks where blocker_id = ${personId}::uuid and blocked_id = ${viewerId}::uuid)`;
}

export function hasBlocked(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isActivePerson} and exists (
    select 1 from blocks where blocker_id = ${viewerId}::uuid and blocked_id = users.id))`;
}

/** A row of a list of people as JSON text, from `users`, as the viewer sees it. */
export function personJson(viewerId: string): RawBuilder<string> {
  return sql<string>`json_build_object(
    '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
    'userType', users.user_type, 'isVerified', users.is_verified, 'rating', users.rating,
    'totalReviews', users.total_reviews,
    'place', json_build_object('state', users.state, 'district', users.district, 'city', users.city),
    'isFollowing', exists (
      select 1 from follows where follower_id = ${viewerId}::uuid and followed_id = users.id))::text`;
}

/**
 * Whether the viewer may see the post of the row `posts`: authors see their own, others neither hidden posts
 * nor those behind a block.
 */
export function isPostVisible(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(posts.author_id = ${viewerId}::uuid
    or not posts.is_hidden and not ${isBlockedBetween(viewerId, sql`posts.author_id`)})`;
}
