import { sql, type RawBuilder } from 'kysely';
import type { Like } from '@upaj/contract/trade/likes';
import type { Database } from '#src/platform/db/connect.ts';
import { addToGroup } from '#src/platform/db/add-to-group.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { isPostVisible } from '#src/platform/db/visibility.ts';

export interface GivenLike {
  like: Like;
  hasNotified: boolean;
}

export function likesStore(db: Database) {
  return {
    async addLike(userId: string, postId: string): Promise<GivenLike | undefined> {
      const like = sql<Like & { hasNotified: boolean }>`
        with ${visible(userId, postId)},
        added as (
          insert into likes (user_id, post_id) select ${userId}, id from visible
          on conflict do nothing returning post_id
        ),
        notified as (${addToGroup('like', notificationOf(userId))})
        update posts set likes_count = likes_count + (select count(*)::int from added)
        where id = ${postId} and exists (select from visible)
        returning true as "isLiked", likes_count as "likesCount", exists (select from notified) as "hasNotified"`;
      const row = (await unlessOrphaned(like.execute(db)))?.rows[0];
      if (!row) return undefined;
      const { hasNotified, ...given } = row;
      return { like: given, hasNotified };
    },

    /** Locks the post before the like, in the same order as deletion, to avoid deadlocks. */
    async removeLike(userId: string, postId: string): Promise<Like | undefined> {
      const { rows } = await sql<Like>`
        with ${visible(userId, postId)},
        locked as (select id from posts where id in (select id from visible) for no key update),
        removed as (
          delete from likes using locked where user_id = ${userId} and post_id = locked.id returning post_id
        )
        update posts set likes_count = likes_count - (select count(*)::int from removed)
        where id = ${postId} and exists (select from visible)
        returning false as "isLiked", likes_count as "likesCount"`.execute(db);
      return rows[0];
    },
  };
}

function notificationOf(userId: string): RawBuilder<unknown> {
  return sql`select author_id as user_id, jsonb_build_object('postId', id) as data
    from visible where author_id <> ${userId} and exists (select from added)`;
}

function visible(userId: string, postId: string): RawBuilder<unknown> {
  return sql`visible as (select id, author_id from posts where id = ${postId} and ${isPostVisible(userId)})`;
}

export type LikesStore = ReturnType<typeof likesStore>;
