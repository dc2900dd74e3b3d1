import { sql, type RawBuilder } from 'kysely';
import type { Like } from '@upaj/contract/likes';
import type { Database } from '#src/db/connect.ts';
import { unlessOrphaned } from '#src/db/orphans.ts';
import { isPostVisible } from '#src/db/people.ts';

/**
 * The row and its count change in one statement, so the count cannot drift. Whether the post is there for this viewer is
 * asked once, for both. Undefined: it is not.
 */
export function likesStore(db: Database) {
  return {
    async addLike(userId: string, postId: string): Promise<Like | undefined> {
      const like = sql<Like>`
        with ${visible(userId, postId)},
        added as (
          insert into likes (user_id, post_id) select ${userId}, id from visible
          on conflict do nothing returning post_id
        )
        update posts set likes_count = likes_count + (select count(*)::int from added)
        where id = ${postId} and exists (select from visible)
        returning true as "isLiked", likes_count as "likesCount"`;
      return (await unlessOrphaned(like.execute(db)))?.rows[0];
    },

    /** Holds the post before the like, as whoever deletes the post does: they would wait for each other. */
    async removeLike(userId: string, postId: string): Promise<Like | undefined> {
      const { rows } = await sql<Like>`
        with ${visible(userId, postId)},
        held as (select id from posts where id in (select id from visible) for no key update),
        removed as (
          delete from likes using held where user_id = ${userId} and post_id = held.id returning post_id
        )
        update posts set likes_count = likes_count - (select count(*)::int from removed)
        where id = ${postId} and exists (select from visible)
        returning false as "isLiked", likes_count as "likesCount"`.execute(db);
      return rows[0];
    },
  };
}

function visible(userId: string, postId: string): RawBuilder<unknown> {
  return sql`visible as (select id from posts where id = ${postId} and ${isPostVisible(userId)})`;
}

export type LikesStore = ReturnType<typeof likesStore>;
