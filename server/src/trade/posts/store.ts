import type { Insertable, Updateable } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { limits } from '@upaj/contract/limits';
import type { PostAmounts } from '@upaj/contract/trade/amounts';
import { agreedPrice } from '#src/mandi/rows.ts';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import { isActivePerson } from '#src/people/access.ts';
import { isProvedBeyondNumber } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import { statement } from '#src/platform/db/statement.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { canSeePost, isPostPublic } from '#src/trade/access.ts';
import { changeAmounts, isMarked, postGoods, postJson } from '#src/trade/rows.ts';

export type NewPost = Omit<Insertable<DB['posts']>, 'images' | 'amounts'> & {
  images: StoredImage[];
  amounts: PostAmounts;
};
export type PostChanges = Omit<Updateable<DB['posts']>, 'images' | 'amounts'> & {
  images?: StoredImage[];
  amounts?: Partial<PostAmounts>;
};

export interface OwnedPost {
  authorId: string;
  images: StoredImage[];
}

const findPost = statement<{ postId: string; viewerId: string }>()((db, { postId, viewerId }) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .innerJoin('post_counts as counts', 'counts.post_id', 'posts.id')
    .where('posts.id', '=', postId)
    .where(canSeePost(viewerId))
    .select((eb) => [
      ...postGoods,
      postJson.as('post'),
      jsonBuildObject({
        likesCount: eb.ref('counts.likes'),
        comments: eb.ref('counts.comments'),
        views: eb.ref('counts.views'),
        isLiked: isMarked('likes', viewerId),
        isSaved: isMarked('saved_posts', viewerId),
      }).as('view'),
      jsonBuildObject({
        isContactShown: eb.not('users.is_contact_hidden'),
        hasPublicPage: isPostPublic,
      }).as('access'),
      agreedPrice('posts.crop_key').as('agreedPrice'),
      'posts.is_hidden as isHidden',
    ]),
);

export function postsStore({ db }: { db: Database }) {
  return {
    /** Finds the place of the user's latest post, else the user's home. What is unknown is ''. */
    findPlaceOf(userId: string): Promise<{ state: string; district: string } | undefined> {
      return db
        .selectFrom('users')
        .leftJoinLateral(
          (of) =>
            of
              .selectFrom('posts')
              .select(['state', 'district'])
              .whereRef('author_id', '=', 'users.id')
              .orderBy('id', 'desc')
              .limit(1)
              .as('latest'),
          (join) => join.onTrue(),
        )
        .where('users.id', '=', userId)
        .select(({ fn }) => [
          fn.coalesce('latest.state', 'users.state').as('state'),
          fn.coalesce('latest.district', 'users.district').as('district'),
        ])
        .executeTakeFirst();
    },

    findPost: (postId: string, viewerId: string) => findPost.executeTakeFirst(db, { postId, viewerId }),

    async findOwned(postId: string): Promise<OwnedPost | undefined> {
      const row = await db
        .selectFrom('posts')
        .select(['author_id', 'images'])
        .where('id', '=', postId)
        .executeTakeFirst();
      return row && { authorId: row.author_id, images: row.images as StoredImage[] };
    },

    async findByIdempotencyKey(authorId: string, key: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return row?.id;
    },

    /** @throws a unique violation when the author has a post with this idempotency key */
    async addPost({ images, amounts, ...post }: NewPost, trx: Transaction): Promise<void> {
      await trx
        .with('post', (query) =>
          query
            .insertInto('posts')
            .values({ ...post, images: JSON.stringify(images), amounts: JSON.stringify(amounts) }),
        )
        .insertInto('post_counts')
        .values({ post_id: post.id })
        .execute();
    },

    /** Adds to the author's number of posts. Returns false for an author who is suspended or deleted. */
    countNewPost(authorId: string, trx: Transaction): Promise<{ isProved: boolean } | undefined> {
      return trx
        .updateTable('users')
        .set((eb) => ({ total_posts: eb('total_posts', '+', 1) }))
        .where('id', '=', authorId)
        .where(isActivePerson)
        .returning(isProvedBeyondNumber.as('isProved'))
        .executeTakeFirst();
    },

    async countPostsSince(authorId: string, time: Date, trx: Transaction): Promise<number> {
      const posts = trx.selectFrom('posts').where('author_id', '=', authorId).where('created_at', '>', time);
      return countUpTo(trx, posts.select('id'), limits.postsOfUnproved);
    },

    async isDeleted(authorId: string, trx: Transaction): Promise<boolean> {
      const author = trx.selectFrom('users').select('id').where('member_id', '=', authorId);
      return (await author.executeTakeFirst()) === undefined;
    },

    /** Returns undefined when the post was deleted meanwhile. */
    async lockImages(
      postId: string,
      trx: Transaction,
    ): Promise<{ images: StoredImage[]; isHidden: boolean } | undefined> {
      const found = await trx
        .selectFrom('posts')
        .select(['images', 'is_hidden'])
        .where('id', '=', postId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return found && { images: found.images as StoredImage[], isHidden: found.is_hidden };
    },

    /** Locks the author, so that concurrent writes of featured posts wait for each other. */
    async countOtherFeatured(authorId: string, postId: string, trx: Transaction): Promise<number> {
      await trx.selectFrom('users').select('id').where('id', '=', authorId).forNoKeyUpdate().execute();
      const others = await trx
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('is_featured', '=', true)
        .where('id', '!=', postId)
        .execute();
      return others.length;
    },

    /** Changes the post and adds the event of the edit. @returns false when the post was deleted meanwhile */
    async updatePost(
      postId: string,
      { images, amounts, ...changes }: PostChanges,
      executor: Database = db,
    ): Promise<boolean> {
      const { numInsertedOrUpdatedRows: edited } = await executor
        .with('edited', (query) =>
          query
            .updateTable('posts')
            .set({
              ...changes,
              ...(images && { images: JSON.stringify(images) }),
              ...(amounts && { amounts: changeAmounts(amounts) }),
              updated_at: new Date(),
            })
            .where('id', '=', postId)
            .returning('id'),
        )
        .insertInto('events')
        .columns(['kind', 'data'])
        .expression((eb) =>
          eb
            .selectFrom('edited')
            .select((of) => eventColumns('post.edited', { postId: of.ref('edited.id') })),
        )
        .executeTakeFirst();
      return (edited ?? 0n) > 0n;
    },

    /** Returns false when there is nothing to change. */
    async setAvailability(postId: string, authorId: string, isAvailable: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('posts')
        .set({ is_available: isAvailable, updated_at: new Date() })
        .where('id', '=', postId)
        .where('author_id', '=', authorId)
        .where('is_available', '!=', isAvailable)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Locks the post and its comments, so that no report of them comes in between. */
    async lockForDeletion(postId: string, trx: Transaction): Promise<OwnedPost | undefined> {
      const post = await trx
        .selectFrom('posts')
        .select(['author_id', 'images'])
        .where('id', '=', postId)
        .forUpdate()
        .executeTakeFirst();
      if (!post) return undefined;
      await trx
        .selectFrom('comments')
        .select('id')
        .where('post_id', '=', postId)
        .orderBy('id')
        .forUpdate()
        .execute();
      return { authorId: post.author_id, images: post.images as StoredImage[] };
    },

    /** Foreign keys change the post’s offers and deals last, at the end of the deletion. */
    async deletePost(postId: string, authorId: string, trx: Transaction): Promise<void> {
      await trx
        .updateTable('users')
        .set((eb) => ({ total_posts: eb('total_posts', '-', 1) }))
        .where('id', '=', authorId)
        .execute();
      await trx.deleteFrom('posts').where('id', '=', postId).execute();
    },
  };
}

export type PostsStore = ReturnType<typeof postsStore>;
