import { sql } from 'kysely';
import type { Like } from '@upaj/contract/likes';
import type { Database } from '#src/db/connect.ts';
import { unlessOrphaned } from '#src/db/orphans.ts';

/** The row and its count change in one statement, so the count cannot drift. Undefined: there is no such post. */
export function likesStore(db: Database) {
  return {
    async addLike(userId: string, postId: string): Promise<Like | undefined> {
      const like = sql<Like>`
        with added as (
          insert into likes (user_id, post_id) select ${userId}, id from posts where id = ${postId}
          on conflict do nothing returning post_id
        )
        update posts set likes_count = likes_count + (select count(*)::int from added)
        where id = ${postId} returning true as "isLiked", likes_count as "likesCount"`;
      return (await unlessOrphaned(like.execute(db)))?.rows[0];
    },

    async removeLike(userId: string, postId: string): Promise<Like | undefined> {
      const { rows } = await sql<Like>`
        with removed as (delete from likes where user_id = ${userId} and post_id = ${postId} returning post_id)
        update posts set likes_count = likes_count - (select count(*)::int from removed)
        where id = ${postId} returning false as "isLiked", likes_count as "likesCount"`.execute(db);
      return rows[0];
    },
  };
}

export type LikesStore = ReturnType<typeof likesStore>;
