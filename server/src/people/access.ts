import { expressionBuilder, sql, type AliasableExpression, type Expression } from 'kysely';
import type { DB } from '#src/platform/db/schema.ts';

/** Builds the conditions of this file, which are about rows of `users`. */
const eb = expressionBuilder<DB, 'users'>();

export type Condition = AliasableExpression<boolean>;

/** A person is given by an id, or by a column with one. */
export type PersonId = string | Expression<unknown>;

export function idOf(person: PersonId): AliasableExpression<string> {
  return eb.cast<string>(typeof person === 'string' ? eb.val(person) : person, 'uuid');
}

export const canLogIn = eb
  .and([eb('users.suspended_at', 'is', null), eb('users.deleted_at', 'is', null)])
  .$castTo<boolean>();

/** An account that is not verified is new for this many days: what it does counts for nobody. */
export const newForDays = 7;

/** A person is active if the account is complete and neither suspended nor deleted. */
export const isActivePerson = eb.and([eb.ref('users.is_complete'), canLogIn]).$castTo<boolean>();

/** Whether the user has a second factor, so that a log-in needs a code too. */
export const hasSecondFactor: Condition = eb
  .exists(
    eb
      .selectFrom('second_factors')
      .select('second_factors.user_id')
      .whereRef('second_factors.user_id', '=', 'users.id')
      .where('second_factors.confirmed_at', 'is not', null),
  )
  .$castTo<boolean>();

/** The number that the account logs in with, or null. */
export const provedNumber = eb
  .selectFrom('proved_numbers')
  .select('proved_numbers.number')
  .whereRef('proved_numbers.user_id', '=', 'users.id')
  .$castTo<string | null>();

/** Whether a session has confirmed its code, or needs none. The query joins `sessions` and `users`. */
export const isConfirmedSession = eb
  .or([sql<boolean>`sessions.second_factor_at is not null`, eb.not(hasSecondFactor)])
  .$castTo<boolean>();

const blocksOf = (blocker: PersonId, blocked: PersonId) =>
  eb
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', '=', idOf(blocker))
    .where('blocked_id', '=', idOf(blocked));

export function hasBlocked(blocker: PersonId, blocked: PersonId): Condition {
  return eb.exists(blocksOf(blocker, blocked)).$castTo<boolean>();
}

/** Returns whether one of the two has blocked the other. */
export function isBlockedBetween(one: PersonId, other: PersonId): Condition {
  return eb.exists(blocksOf(one, other).unionAll(blocksOf(other, one))).$castTo<boolean>();
}

/**
 * Means the same as `canMeet`, for two ids. As a function it sees what was committed while its statement waited for a
 * lock: see `addFollow`.
 */
export function mayMeet(one: PersonId, other: PersonId): Condition {
  return eb.fn<boolean>('may_meet', [idOf(one), idOf(other)]);
}

/**
 * Returns whether lists, searches and notifications show the person to the viewer: an active account, without a block
 * between the two.
 */
export function canMeet(viewerId: PersonId): Condition {
  const isBlocked = isBlockedBetween(viewerId, eb.ref('users.id'));
  return eb.and([isActivePerson, eb.not(isBlocked)]).$castTo<boolean>();
}

/**
 * Returns whether the viewer can open the profile. That of a person whom the viewer has blocked has the button that
 * unblocks.
 */
export function canSeeProfile(viewerId: string): Condition {
  const hasBlockedViewer = hasBlocked(eb.ref('users.id'), viewerId);
  return eb.and([isActivePerson, eb.not(hasBlockedViewer)]).$castTo<boolean>();
}

/** Returns whether the viewer can reveal the phone number and email address of the person. */
export function canRevealContact(viewerId: string): Condition {
  return eb.or([eb('users.id', '=', viewerId), eb.not(eb.ref('users.is_contact_hidden'))]).$castTo<boolean>();
}

/** Returns whether the viewer has revealed the contact details of the person, and still can. */
export function canSeeContact(viewerId: string): Condition {
  const isRevealed = eb.exists(
    eb
      .selectFrom('contact_reveals')
      .select('revealed_at')
      .where('viewer_id', '=', viewerId)
      .whereRef('person_id', '=', 'users.id'),
  );
  const isBlocked = isBlockedBetween(viewerId, eb.ref('users.id'));
  return eb
    .or([
      eb('users.id', '=', viewerId),
      eb.and([eb.not(eb.ref('users.is_contact_hidden')), isRevealed, eb.not(isBlocked)]),
    ])
    .$castTo<boolean>();
}
