import { sql, type RawBuilder } from 'kysely';

export const isActivePerson = sql<boolean>`(
  users.is_complete and users.suspended_at is null and users.deleted_at is null)`;

/** On rows of `posts` and `users`, for people without an account. */
export const isPostPublic = sql<boolean>`(not posts.is_hidden and users.has_public_page and ${isActivePerson})`;

export function isBlockedBetween(
  viewerId: string | RawBuilder<unknown>,
  personId: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from blocks where blocker_id = ${viewerId}::uuid and blocked_id = ${personId}::uuid
    union all
    select 1 from blocks where blocker_id = ${personId}::uuid and blocked_id = ${viewerId}::uuid)`;
}

/** On a row of `posts`: authors see their own, others neither hidden posts nor those behind a block. */
export function isPostVisible(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(posts.author_id = ${viewerId}::uuid
    or not posts.is_hidden and not ${isBlockedBetween(viewerId, sql`posts.author_id`)})`;
}

/** On a row of `wanted_posts` named `wanted`: authors see their own, others those of active accounts without a block. */
export function isWantedVisible(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(wanted.author_id = ${viewerId}::uuid
    or exists (select from users where users.id = wanted.author_id and ${isActivePerson})
      and not ${isBlockedBetween(viewerId, sql`wanted.author_id`)})`;
}
