import { sql, type RawBuilder } from 'kysely';
import type { Like } from '@upaj/contract/trade/likes';
import type { Database } from '#src/platform/db/connect.ts';
import { addToGroup } from '#src/platform/db/add-to-group.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { isPostVisible } from '#src/platform/db/visibility.ts';

export interface GivenLike {
  like: Like;
  /** False for a repeated call. */
  isChanged: boolean;
  hasNotified: boolean;
}

export function likesStore(db: Database) {
  return {
    async addLike(userId: string, postId: string): Promise<GivenLike | undefined> {
      const like = sql<Like & { hasNotified: boolean; isChanged: boolean }>`
        with ${visible(userId, postId)},
        added as (
          insert into likes (user_id, post_id) select ${userId}, id from visible
          on conflict do nothing returning post_id
        ),
        counted as (
          update post_counts set likes = likes + 1 where post_id in (select post_id from added) returning likes
        ),
        notified as (${addToGroup('like', notificationOf(userId))})
        select true as "isLiked", ${likesCount}, exists (select from added) as "isChanged",
          exists (select from notified) as "hasNotified" from visible`;
      const row = (await unlessOrphaned(like.execute(db)))?.rows[0];
      if (!row) return undefined;
      const { hasNotified, isChanged, ...given } = row;
      return { like: given, isChanged, hasNotified };
    },

    async removeLike(userId: string, postId: string): Promise<Omit<GivenLike, 'hasNotified'> | undefined> {
      const { rows } = await sql<Like & { isChanged: boolean }>`
        with ${visible(userId, postId)},
        removed as (
          delete from likes where user_id = ${userId} and post_id in (select id from visible) returning post_id
        ),
        counted as (
          update post_counts set likes = likes - 1 where post_id in (select post_id from removed) returning likes
        )
        select false as "isLiked", ${likesCount}, exists (select from removed) as "isChanged"
        from visible`.execute(db);
      const [row] = rows;
      return row && { like: { isLiked: row.isLiked, likesCount: row.likesCount }, isChanged: row.isChanged };
    },

    /** In order, so that two processes do not wait for each other. */
    async refreshPopularity(postIds: readonly string[]): Promise<boolean> {
      const { rows } = await sql`
        with changed as (
          select post_id from post_counts where post_id = any(${postIds}::uuid[]) and popularity <> likes
          order by post_id for no key update
        )
        update post_counts set popularity = likes where post_id in (select post_id from changed)
        returning post_id`.execute(db);
      return rows.length > 0;
    },

    /** @returns the ids of up to `count` posts after this one, whose popularity may be old. */
    async findAfter(postId: string, count: number): Promise<{ last: string | null; changed: string[] }> {
      const { rows } = await sql<{ last: string | null; changed: string[] }>`
        select max(post_id::text) as last,
          coalesce(array_agg(post_id::text) filter (where popularity <> likes), '{}') as changed
        from (select * from post_counts where post_id > ${postId} order by post_id limit ${count}) batch`.execute(
        db,
      );
      return rows[0] ?? { last: null, changed: [] };
    },
  };
}

const likesCount = sql`coalesce((select likes from counted),
  (select likes from post_counts where post_id = visible.id)) as "likesCount"`;

/** After the count: rows are locked in one order. */
function notificationOf(userId: string): RawBuilder<unknown> {
  return sql`select author_id as user_id, jsonb_build_object('postId', id) as data
    from visible where author_id <> ${userId} and exists (select from counted)`;
}

/** Locks the post first, as its deletion does, to avoid deadlocks. */
function visible(userId: string, postId: string): RawBuilder<unknown> {
  return sql`visible as materialized (
    select id, author_id from posts where id = ${postId} and ${isPostVisible(userId)} for key share)`;
}

export type LikesStore = ReturnType<typeof likesStore>;
