import type { Transaction } from '#src/platform/db/connection.ts';
import type { StoredImage } from '#src/platform/media/images.ts';

export interface ChangedPost {
  authorId: string;
  isHidden: boolean;
  photos: string[];
}

export function takedownStore() {
  return {
    async setHidden(postId: string, isHidden: boolean, trx: Transaction): Promise<ChangedPost | undefined> {
      const changed = await trx
        .updateTable('posts')
        .set({ is_hidden_by_moderation: isHidden })
        .where('id', '=', postId)
        .returning(['author_id', 'is_hidden', 'images'])
        .executeTakeFirst();
      return changed && toChangedPost(changed);
    },

    async lockPhotos(postId: string, trx: Transaction) {
      const post = await trx
        .selectFrom('posts')
        .select(['author_id as authorId', 'is_hidden as isHidden', 'images'])
        .where('id', '=', postId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return post && { ...post, photos: post.images as StoredImage[] };
    },

    async setPhotos(postId: string, photos: readonly StoredImage[], trx: Transaction): Promise<void> {
      await trx
        .updateTable('posts')
        .set({ images: JSON.stringify(photos), updated_at: new Date() })
        .where('id', '=', postId)
        .execute();
    },

    /** Locks the author's posts. Posts are locked before their author everywhere. */
    async lockPostsOf(authorId: string, trx: Transaction): Promise<void> {
      await trx
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
    },

    async setAuthorSuspended(
      authorId: string,
      isSuspended: boolean,
      trx: Transaction,
    ): Promise<ChangedPost[]> {
      const changed = await trx
        .updateTable('posts')
        .set({ is_author_suspended: isSuspended })
        .where('author_id', '=', authorId)
        .where('is_author_suspended', '!=', isSuspended)
        .returning(['author_id', 'is_hidden', 'images'])
        .execute();
      return changed.map(toChangedPost);
    },

    async setCommentHidden(commentId: string, isHidden: boolean, trx: Transaction): Promise<boolean> {
      const post = await trx
        .selectFrom('posts')
        .innerJoin('comments', 'comments.post_id', 'posts.id')
        .select('posts.id')
        .where('comments.id', '=', commentId)
        .forKeyShare('posts')
        .executeTakeFirst();
      if (!post) return false;
      const { numUpdatedRows } = await trx
        .updateTable('comments')
        .set((eb) => ({ removed_at: isHidden ? eb.fn<Date>('now') : null }))
        .where('id', '=', commentId)
        .where('removed_at', isHidden ? 'is' : 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n)
        await trx
          .updateTable('post_counts')
          .set((eb) => ({ comments: eb('comments', isHidden ? '-' : '+', 1) }))
          .where('post_id', '=', post.id)
          .execute();
      return true;
    },

    /** Locks the user's posts and those that they liked or commented on, and the comments of both. */
    async lockAllOf(userId: string, trx: Transaction): Promise<void> {
      await trx
        .selectFrom('posts')
        .select('id')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('posts')
            .select('id')
            .where('author_id', '=', userId)
            .union(eb.selectFrom('likes').select('post_id as id').where('user_id', '=', userId))
            .union(eb.selectFrom('comments').select('post_id as id').where('author_id', '=', userId)),
        )
        .orderBy('id')
        .forUpdate()
        .execute();
      await trx
        .selectFrom('comments')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('author_id', '=', userId),
            eb('post_id', 'in', eb.selectFrom('posts').select('id').where('author_id', '=', userId)),
          ]),
        )
        .orderBy('id')
        .forUpdate()
        .execute();
    },

    async removeLikes(userId: string, trx: Transaction): Promise<void> {
      await trx
        .with('removed', (db) => db.deleteFrom('likes').where('user_id', '=', userId).returning('post_id'))
        .updateTable('post_counts')
        .set((eb) => ({ likes: eb('likes', '-', 1) }))
        .where('post_id', 'in', (eb) => eb.selectFrom('removed').select('post_id'))
        .execute();
    },

    async removeComments(userId: string, trx: Transaction): Promise<void> {
      await trx
        .with('removed', (db) =>
          db.deleteFrom('comments').where('author_id', '=', userId).returning(['post_id', 'removed_at']),
        )
        .with('lost', (db) =>
          db
            .selectFrom('removed')
            .select((eb) => ['post_id', eb.fn.countAll<number>().as('count')])
            .where('removed_at', 'is', null)
            .groupBy('post_id'),
        )
        .updateTable('post_counts')
        .from('lost')
        .whereRef('post_counts.post_id', '=', 'lost.post_id')
        .set((eb) => ({ comments: eb('post_counts.comments', '-', eb.ref('lost.count')) }))
        .execute();
    },

    async removePosts(authorId: string, trx: Transaction): Promise<string[]> {
      const removed = await trx
        .deleteFrom('posts')
        .where('author_id', '=', authorId)
        .returning('images')
        .execute();
      return removed.flatMap(({ images }) => urlsOf(images));
    },
  };
}

export type TakedownStore = ReturnType<typeof takedownStore>;

function toChangedPost(row: { author_id: string; is_hidden: boolean; images: unknown }): ChangedPost {
  return { authorId: row.author_id, isHidden: row.is_hidden, photos: urlsOf(row.images) };
}

function urlsOf(images: unknown): string[] {
  return (images as StoredImage[]).map(({ url }) => url);
}
