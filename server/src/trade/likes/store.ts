import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Like } from '@upaj/contract/trade/likes';
import type { Database } from '#src/platform/db/connect.ts';
import { addToGroup } from '#src/platform/db/add-to-group.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { canSeePost } from '#src/trade/access.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';
import { postGoods, postJson, type FoundPost } from '#src/trade/posts/store.ts';

export interface LikeChange {
  userId: string;
  postId: string;
  isLiked: boolean;
}

export interface ChangedLike {
  like: Like;
  /** False for a repeated call. */
  isChanged: boolean;
  hasNotified: boolean;
}

export interface LikedPost extends Omit<FoundPost, 'isHidden'> {
  id: string;
  at: number;
}

export function likesStore(db: Database) {
  return {
    /**
     * Undefined for posts that the user may not see. Of a user's changes to one post the last one counts. Rows are locked in
     * one order: posts, likes to add, likes to remove, counts, notifications. @throws database error 23503 for a
     * deleted user.
     */
    async changeLikes(changes: readonly LikeChange[]): Promise<(ChangedLike | undefined)[]> {
      const postIds = changes.map(({ postId }) => postId);
      const { rows } = await sql<{ place: number; likesCount: number } & Omit<ChangedLike, 'like'>>`
        with asked as (
          select * from unnest(${changes.map(({ userId }) => userId)}::uuid[], ${postIds}::uuid[],
            ${changes.map(({ isLiked }) => isLiked)}::boolean[]) with ordinality as asked (user_id, post_id, is_liked, place)
        ), posts as materialized (
          select id, author_id, is_hidden from posts where id = any(${postIds}::uuid[]) order by id for key share
        ), allowed as materialized (
          select asked.*, posts.author_id,
            lead(place) over (partition by user_id, post_id order by place) is null as is_last
          from asked join posts on posts.id = asked.post_id where ${canSeePost(sql`asked.user_id`)}
        ), added as (
          insert into likes (user_id, post_id) select user_id, post_id from allowed where is_liked and is_last
          order by user_id, post_id on conflict do nothing returning user_id, post_id
        ), unliked as (
          select likes.user_id, likes.post_id from likes join allowed using (user_id, post_id)
          where not is_liked and is_last order by user_id, post_id for update of likes
        ), removed as (
          delete from likes using unliked
          where likes.user_id = unliked.user_id and likes.post_id = unliked.post_id
          returning likes.user_id, likes.post_id
        ), changed as (
          select *, 1 as step from added union all select *, -1 from removed
        ), counts as (
          select post_id from post_counts where post_id = any(array(select post_id from changed))
          order by post_id for no key update
        ), counted as (
          update post_counts set likes = likes + steps.sum
          from counts join (select post_id, sum(step) from changed group by post_id) steps using (post_id)
          where post_counts.post_id = counts.post_id returning post_counts.post_id, likes
        ), notified as (${addToGroup('like', notifications)})
        select place::int, exists (select from notified) as "hasNotified",
          exists (select from changed where (user_id, post_id) = (allowed.user_id, allowed.post_id)) as "isChanged",
          coalesce((select likes from counted where post_id = allowed.post_id),
            (select likes from post_counts where post_id = allowed.post_id)) as "likesCount"
        from allowed`.execute(db);
      const found = new Map(rows.map(({ place, ...row }) => [place, row]));
      return changes.map(({ isLiked }, index) => {
        const row = found.get(index + 1);
        if (!row) return undefined;
        const { likesCount, ...rest } = row;
        return { like: { isLiked, likesCount }, ...rest };
      });
    },

    /** Goes along the index of a user's likes, past posts that the user may not see. */
    async findLiked(
      userId: string,
      cursor: ListCursor | undefined,
      limit: number,
    ): Promise<{ rows: LikedPost[]; total: number | undefined }> {
      const liked = sql`from likes cross join lateral (select * from posts where id = likes.post_id offset 0) posts
        where likes.user_id = ${userId} and not posts.is_hidden and ${canSeePost(userId)}`;
      const beyond = cursor
        ? sql`and (likes.created_at, likes.post_id) < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`null`
        : sql`(select count(*) from (select 1 ${liked} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<LikedPost & { total: number | null }>`
        select counted.total, posts.id, ${microsOf('posts.liked_at')} as at, ${postJson} as post, ${postGoods},
          json_build_object('likesCount', counts.likes, 'comments', counts.comments, 'views', counts.views,
            'isLiked', true) as view
        from (select ${total}::int as total) counted
        left join (
          select posts.*, likes.created_at as liked_at ${liked} ${beyond}
          order by likes.created_at desc, likes.post_id desc limit ${sql.lit(limit + 1)}
        ) posts on true
        left join users on users.id = posts.author_id left join post_counts counts on counts.post_id = posts.id
        order by posts.liked_at desc, posts.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
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

const notifications = sql`
  select distinct allowed.author_id as user_id, post_id
  from added join allowed using (user_id, post_id)
  where allowed.author_id <> user_id and exists (select from counted)`;

export type LikesStore = ReturnType<typeof likesStore>;
