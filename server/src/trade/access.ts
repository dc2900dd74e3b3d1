import { sql, type RawBuilder } from 'kysely';
import { isActivePerson, isBlockedBetween } from '#src/people/access.ts';

/** On rows of `posts`: authors see their own; others see neither hidden posts nor those behind a block. */
export function canSeePost(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(posts.author_id = ${viewerId}::uuid
    or not posts.is_hidden and not ${isBlockedBetween(viewerId, sql`posts.author_id`)})`;
}

/** On rows of `posts` and `users`: people without an account see the post. */
export const isPostPublic = sql<boolean>`(not posts.is_hidden and users.has_public_page and ${isActivePerson})`;

/** On rows of `wanted_posts` named `wanted`: authors see their own, others those of active accounts without a block. */
export function canSeeWanted(viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(wanted.author_id = ${viewerId}::uuid
    or exists (select from users where users.id = wanted.author_id and ${isActivePerson})
      and not ${isBlockedBetween(viewerId, sql`wanted.author_id`)})`;
}
