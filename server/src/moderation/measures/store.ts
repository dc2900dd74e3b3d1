import type { BadgePart, PersonCheck } from '@upaj/contract/people/checks';
import type { Transaction } from '#src/platform/db/connection.ts';
import { isoTime } from '#src/platform/db/times.ts';

/** @returns whether moderation has hidden the post; undefined when there is no such post */
export async function lockPost(postId: string, trx: Transaction): Promise<boolean | undefined> {
  const post = await trx
    .selectFrom('posts')
    .select('is_hidden_by_moderation as isHidden')
    .where('id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return post?.isHidden;
}

export async function isCommentHidden(commentId: string, trx: Transaction): Promise<boolean | undefined> {
  const comment = await trx
    .selectFrom('comments')
    .select('removed_at')
    .where('id', '=', commentId)
    .executeTakeFirst();
  return comment && comment.removed_at !== null;
}

export async function lockPerson(userId: string, trx: Transaction) {
  const person = await trx
    .selectFrom('users')
    .select(['suspended_at', 'suspension_reason', 'restricted_until', 'is_verified as isVerified'])
    .select((eb) => [
      eb.ref('verified_for').$castTo<PersonCheck[]>().as('verifiedFor'),
      eb.ref('badge_changes').$castTo<BadgePart[]>().as('changed'),
      isoTime('verified_at').$castTo<string | null>().as('verifiedAt'),
    ])
    .where('member_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    person && {
      suspendedFor: person.suspended_at ? person.suspension_reason : null,
      restrictedUntil: person.restricted_until?.toJSON() ?? null,
      isVerified: person.isVerified,
      verifiedFor: person.verifiedFor,
      badge: { at: person.verifiedAt, changed: person.changed },
    }
  );
}
