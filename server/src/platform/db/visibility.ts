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

/** On a row of `posts`: authors see their own, others neither hidden posts nor those behind a block. */
export function isPostVisible(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(posts.author_id = ${viewerId}::uuid
    or not posts.is_hidden and not ${isBlockedBetween(viewerId, sql`posts.author_id`)})`;
}
