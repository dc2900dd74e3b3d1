import type { QueryCreator } from 'kysely';
import type { Like } from '@upaj/contract/trade/likes';
import type { Database } from '#src/platform/db/connect.ts';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import type { DB } from '#src/platform/db/schema.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';
import { findMarked, lockVisiblePost } from '#src/trade/rows.ts';

export function likesStore(db: Database) {
  return {
    /** Undefined for a post that the user may not see. @throws database error 23503 for a deleted user */
    async addLike(userId: string, postId: string): Promise<Like | undefined> {
      const changed = lockVisiblePost(db, userId, postId).with('changed', (query) =>
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
      const likesCount = await countAndNotify(changed, 'like.added', 1);
      return likesCount === undefined ? undefined : { isLiked: true, likesCount };
    },

    /** Undefined for a post that the user may not see. */
    async removeLike(userId: string, postId: string): Promise<Like | undefined> {
      const changed = lockVisiblePost(db, userId, postId).with('changed', (query) =>
        query
          .deleteFrom('likes')
          .where('user_id', '=', userId)
          .where('post_id', 'in', (eb) => eb.selectFrom('post').select('post.id'))
          .returning(['user_id', 'post_id']),
      );
      const likesCount = await countAndNotify(changed, 'like.removed', -1);
      return likesCount === undefined ? undefined : { isLiked: false, likesCount };
    },

    findLiked: (userId: string, cursor: ListCursor | undefined, limit: number) =>
      findMarked(db, 'likes', userId, cursor, limit),

    /** In order, so that two processes do not wait for each other. */
    async refreshPopularity(postIds: readonly string[]): Promise<boolean> {
      const changed = await db
        .with('changed', (query) =>
          query
            .selectFrom('post_counts')
            .select('post_id')
            .where((of) => of('post_id', '=', of.fn.any(of.val(postIds))))
            .whereRef('popularity', '<>', 'likes')
            .orderBy('post_id')
            .forNoKeyUpdate(),
        )
        .updateTable('post_counts')
        .set((eb) => ({ popularity: eb.ref('likes') }))
        .where('post_id', 'in', (eb) => eb.selectFrom('changed').select('changed.post_id'))
        .returning('post_id')
        .execute();
      return changed.length > 0;
    },

    /** @returns up to `count` posts after this one, in the order of ids */
    async findAfter(postId: string, count: number): Promise<{ id: string; isOld: boolean }[]> {
      return db
        .selectFrom('post_counts')
        .select((eb) => [
          'post_id as id',
          eb('popularity', '<>', eb.ref('likes')).$castTo<boolean>().as('isOld'),
        ])
        .where('post_id', '>', postId)
        .orderBy('post_id')
        .limit(count)
        .execute();
    },
  };
}

type Changed = DB & { post: { id: string }; changed: { user_id: string; post_id: string } };

/** @returns the likes of the visible post after the change, if there was one */
async function countAndNotify(
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
