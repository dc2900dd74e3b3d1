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

/** Finds members, and former accounts whose restriction a new account may continue. */
export async function lockPerson(userId: string, trx: Transaction) {
  const person = await trx
    .selectFrom('users')
    .select(['suspended_at', 'suspension_reason', 'restricted_until', 'is_verified as isVerified'])
    .select((eb) => [
      eb.ref('verified_for').$castTo<PersonCheck[]>().as('verifiedFor'),
      eb('deleted_at', 'is not', null).$castTo<boolean>().as('isFormer'),
      eb.ref('badge_changes').$castTo<BadgePart[]>().as('changed'),
      isoTime('verified_at').$castTo<string | null>().as('verifiedAt'),
    ])
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('deleted_at', 'is', null),
        eb.exists(eb.selectFrom('former_accounts').select('user_id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    person && {
      suspendedFor: person.suspended_at ? person.suspension_reason : null,
      restrictedUntil: person.restricted_until?.toJSON() ?? null,
      isFormer: person.isFormer,
      isVerified: person.isVerified,
      verifiedFor: person.verifiedFor,
      badge: { at: person.verifiedAt, changed: person.changed },
    }
  );
}
