import type { ExpressionBuilder, QueryCreator } from 'kysely';
import type { Like } from '@upaj/contract/trade/likes';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import { idOf } from '#src/people/access.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { statement } from '#src/platform/db/statement.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';
import { findMarked, lockVisiblePost } from '#src/trade/rows.ts';

/**
 * A like and its removal are one statement of four named steps. As a transaction, which reads better, the same steps
 * are six statements with `begin` and `commit`. Measured in turns with this form on PostgreSQL, the transaction had
 * 0.73 of the likes per second and took 1.5 times the processor time. On the embedded database it was not slower.
 */
export function likesStore({ db }: { db: Database }) {
  return {
    /** Returns undefined for a post that the user may not see. @throws database error 23503 for a deleted user */
    async addLike(userId: string, postId: string): Promise<Like | undefined> {
      const found = await addLike.executeTakeFirst(db, { userId, postId });
      return found && { isLiked: true, likesCount: found.likes };
    },

    /** Returns undefined for a post that the user may not see. */
    async removeLike(userId: string, postId: string): Promise<Like | undefined> {
      const found = await removeLike.executeTakeFirst(db, { userId, postId });
      return found && { isLiked: false, likesCount: found.likes };
    },

    findLiked: (userId: string, cursor: ListCursor | undefined, limit: number) =>
      findMarked(db, 'likes', userId, cursor, limit),

    /** Locks the rows in the order of their ids, so that two processes do not wait for each other. */
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

    /** Finds up to `count` posts after this one, in the order of ids. */
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

interface Mark {
  userId: string;
  postId: string;
}

const addLike = statement<Mark>()((db, { userId, postId }) =>
  lockVisiblePost(db, userId, postId)
    .with('changed', (query) =>
      query
        .insertInto('likes')
        .columns(['user_id', 'post_id'])
        .expression((eb) => eb.selectFrom('post').select([idOf(userId).as('user_id'), 'post.id']))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['user_id', 'post_id']),
    )
    .with('counted', (query) => changeCount(query, 1))
    .with('event', (query) => addEventOfChange(query, 'like.added'))
    .selectFrom('post')
    .innerJoin('post_counts', 'post_counts.post_id', 'post.id')
    .select(countNow),
);

const removeLike = statement<Mark>()((db, { userId, postId }) =>
  lockVisiblePost(db, userId, postId)
    .with('changed', (query) =>
      query
        .deleteFrom('likes')
        .where('user_id', '=', userId)
        .where('post_id', 'in', (eb) => eb.selectFrom('post').select('post.id'))
        .returning(['user_id', 'post_id']),
    )
    .with('counted', (query) => changeCount(query, -1))
    .with('event', (query) => addEventOfChange(query, 'like.removed'))
    .selectFrom('post')
    .innerJoin('post_counts', 'post_counts.post_id', 'post.id')
    .select(countNow),
);

type Changed = DB & { changed: { user_id: string; post_id: string } };
type Counted = DB & { counted: { likes: number } };

/** Builds the step that changes the count, unless the like did not change. */
function changeCount(query: QueryCreator<Changed>, by: 1 | -1) {
  return query
    .updateTable('post_counts')
    .set((eb) => ({ likes: eb('likes', '+', by) }))
    .where('post_id', 'in', (eb) => eb.selectFrom('changed').select('changed.post_id'))
    .returning('likes');
}

function addEventOfChange(query: QueryCreator<Changed>, kind: 'like.added' | 'like.removed') {
  return query
    .insertInto('events')
    .columns(['kind', 'data'])
    .expression((eb) =>
      eb
        .selectFrom('changed')
        .select((of) =>
          eventColumns(kind, { postId: of.ref('changed.post_id'), userId: of.ref('changed.user_id') }),
        ),
    );
}

/** Steps of one statement do not see each other's changes, so a changed count is read from its step. */
function countNow(eb: ExpressionBuilder<Counted, 'post_counts'>) {
  const counted = eb.selectFrom('counted').select('counted.likes');
  return eb.fn.coalesce(counted, 'post_counts.likes').as('likes');
}

export type LikesStore = ReturnType<typeof likesStore>;
