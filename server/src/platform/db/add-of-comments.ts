import { sql, type RawBuilder } from 'kysely';
import { newRowId } from './ids.ts';
import { isActivePerson, isBlockedBetween } from './visibility.ts';

/**
 * `people` gives `user_id`, and of the comment `comment_id`, `post_id`, `author_id`, `created_at`, `title` and
 * `is_answer`. Notifies those who may meet the author, unless they have an unread notification of this post: the
 * caller's transaction has locked the post's counts before this statement.
 */
export function addOfComments(people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into notifications (id, user_id, kind, post_id, comment_id, created_at, data)
    select ${newRowId}, user_id, 'comment', post_id, comment_id, created_at,
      jsonb_build_object('title', title, 'isAnswer', is_answer)
    from (
      select distinct on (user_id, post_id) person.* from (${people}) person
      join users on users.id = person.user_id
      where ${isActivePerson} and not ${isBlockedBetween(sql`author_id`, sql`users.id`)}
        and not exists (
          select from notifications open where open.user_id = users.id and not open.is_read
            and open.kind = 'comment' and open.post_id = person.post_id)
      order by user_id, post_id, comment_id
    ) notified
    returning id`;
}
