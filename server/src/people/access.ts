import { sql, type RawBuilder } from 'kysely';

/** On rows of `users`: the account is complete and neither suspended nor deleted. */
export const isActivePerson = sql<boolean>`(
  users.is_complete and users.suspended_at is null and users.deleted_at is null)`;

/** One of the two has blocked the other. */
export function isBlockedBetween(
  viewerId: string | RawBuilder<unknown>,
  personId: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from blocks where blocker_id = ${viewerId}::uuid and blocked_id = ${personId}::uuid
    union all
    select 1 from blocks where blocker_id = ${personId}::uuid and blocked_id = ${viewerId}::uuid)`;
}

/** On rows of `users`: the account is active and neither has blocked the other. */
export function canMeet(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${isActivePerson} and not ${isBlockedBetween(viewerId, sql.ref('users.id'))})`;
}
