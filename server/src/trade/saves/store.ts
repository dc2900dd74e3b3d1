import type { Database } from '#src/platform/db/connection.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';
import { findMarked, lockVisiblePost } from '#src/trade/rows.ts';

export function savesStore({ db }: { db: Database }) {
  return {
    /** Saves a post. @returns whether the user may see the post @throws database error 23503 for a deleted user */
    async add(userId: string, postId: string): Promise<boolean> {
      const found = await lockVisiblePost(db, userId, postId)
        .with('added', (query) =>
          query
            .insertInto('saved_posts')
            .columns(['user_id', 'post_id'])
            .expression((eb) =>
              eb
                .selectFrom('post')
                .select((of) => [of.cast<string>(of.val(userId), 'uuid').as('user_id'), 'post.id']),
            )
            .onConflict((conflict) => conflict.doNothing()),
        )
        .selectFrom('post')
        .select('post.id')
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Removes a save. @returns whether the user may see the post */
    async remove(userId: string, postId: string): Promise<boolean> {
      const found = await lockVisiblePost(db, userId, postId)
        .with('removed', (query) =>
          query
            .deleteFrom('saved_posts')
            .where('user_id', '=', userId)
            .where('post_id', 'in', (eb) => eb.selectFrom('post').select('post.id')),
        )
        .selectFrom('post')
        .select('post.id')
        .executeTakeFirst();
      return found !== undefined;
    },

    findSaved: (userId: string, cursor: ListCursor | undefined, limit: number) =>
      findMarked(db, 'saved_posts', userId, cursor, limit),
  };
}

export type SavesStore = ReturnType<typeof savesStore>;
