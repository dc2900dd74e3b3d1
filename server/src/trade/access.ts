import { expressionBuilder } from 'kysely';
import { idOf, isActivePerson, isBlockedBetween, type Condition, type PersonId } from '#src/people/access.ts';
import type { DB } from '#src/platform/db/schema.ts';

const eb = expressionBuilder<DB & { wanted: DB['wanted_posts'] }, 'posts' | 'users' | 'wanted'>();

/** Holds for rows of `posts` that others may see, except across a block with the author. */
export const isPostShown: Condition = eb.not(eb.ref('posts.is_hidden'));

/** For rows of `posts`: authors see their own; others see neither hidden posts nor those behind a block. */
export function canSeePost(viewerId: PersonId): Condition {
  const isBlocked = isBlockedBetween(viewerId, eb.ref('posts.author_id'));
  return eb
    .or([eb('posts.author_id', '=', idOf(viewerId)), eb.and([isPostShown, eb.not(isBlocked)])])
    .$castTo<boolean>();
}

/** Holds for rows of `posts` and `users` when people without an account see the post. */
export const isPostPublic: Condition = eb
  .and([isPostShown, eb.ref('users.has_public_page'), isActivePerson])
  .$castTo<boolean>();

/**
 * For rows of `wanted_posts` named `wanted`: authors see their own, others those of active accounts without a block.
 */
export function canSeeWanted(viewerId: PersonId): Condition {
  const author = eb.selectFrom('users').select('id').whereRef('users.id', '=', 'wanted.author_id');
  const isBlocked = isBlockedBetween(viewerId, eb.ref('wanted.author_id'));
  return eb
    .or([
      eb('wanted.author_id', '=', idOf(viewerId)),
      eb.and([eb.exists(author.where(isActivePerson)), eb.not(isBlocked)]),
    ])
    .$castTo<boolean>();
}
