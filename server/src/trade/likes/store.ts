import { sql, type QueryCreator } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Like } from '@upaj/contract/trade/likes';
import type { Database } from '#src/platform/db/connect.ts';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { canSeePost } from '#src/trade/access.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';
import type { FoundPost } from '#src/trade/posts/store.ts';
import { postGoods, postJson } from '#src/trade/rows.ts';

export interface LikedPost extends Omit<FoundPost, 'isHidden'> {
  id: string;
  at: number;
}

export function likesStore(db: Database) {
  /** Locks the post before its likes and counts, as its deletion does. */
  const visiblePost = (viewerId: string, postId: string) =>
    db.with('post', (query) =>
      query
        .selectFrom('posts')
        .select('posts.id')
        .where('posts.id', '=', postId)
        .where(canSeePost(viewerId))
        .forKeyShare(),
    );

  return {
    /** Undefined for a post that the user may not see. @throws database error 23503 for a deleted user */
    async addLike(userId: string, postId: string): Promise<Like | undefined> {
      const changed = visiblePost(userId, postId).with('changed', (query) =>
        query
          .insertInto('likes')
          .columns(['user_id', 'post_id'])
          .expression((eb) =>
            eb
              .selectFrom('post')
              .select((of) => [of.cast<string>(of.val(userId), 'uuid').as('user_id'), 'post.id']),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning(['user_id', 'post_id']),
      );
      const likesCount = await countChange(changed, 'like.added', 1);
      return likesCount === undefined ? undefined : { isLiked: true, likesCount };
    },

    /** Undefined for a post that the user may not see. */
    async removeLike(userId: string, postId: string): Promise<Like | undefined> {
      const changed = visiblePost(userId, postId).with('changed', (query) =>
        query
          .deleteFrom('likes')
          .where('user_id', '=', userId)
          .where('post_id', 'in', (eb) => eb.selectFrom('post').select('post.id'))
          .returning(['user_id', 'post_id']),
      );
      const likesCount = await countChange(changed, 'like.removed', -1);
      return likesCount === undefined ? undefined : { isLiked: false, likesCount };
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
        select counted.total, posts.id, ${microsOf('posts.liked_at')} as at, ${postJson} as post, ${sql.join(postGoods)},
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

type Changed = DB & { post: { id: string }; changed: { user_id: string; post_id: string } };

/** @returns the likes of the visible post after the change, if there was one */
async function countChange(
  steps: QueryCreator<Changed>,
  kind: 'like.added' | 'like.removed',
  by: 1 | -1,
): Promise<number | undefined> {
  const found = await steps
    .with('counted', (query) =>
      query
        .updateTable('post_counts')
        .set((eb) => ({ likes: eb('likes', '+', by) }))
        .where('post_id', 'in', (eb) => eb.selectFrom('changed').select('changed.post_id'))
        .returning('likes'),
    )
    .with('event', (query) =>
      query
        .insertInto('events')
        .columns(['kind', 'data'])
        .expression((eb) =>
          eb
            .selectFrom('changed')
            .select((of) =>
              eventColumns(kind, { postId: of.ref('changed.post_id'), userId: of.ref('changed.user_id') }),
            ),
        ),
    )
    .selectFrom('post')
    .innerJoin('post_counts', 'post_counts.post_id', 'post.id')
    .select((eb) =>
      eb.fn.coalesce(eb.selectFrom('counted').select('counted.likes'), 'post_counts.likes').as('likes'),
    )
    .executeTakeFirst();
  return found?.likes;
}

export type LikesStore = ReturnType<typeof likesStore>;
