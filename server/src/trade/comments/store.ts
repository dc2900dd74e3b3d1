import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { v7 as uuidv7 } from 'uuid';
import type { PersonCheck } from '@upaj/contract/people/checks';
import type { Comment, CommentForm } from '@upaj/contract/trade/comments';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import { idOf, isActivePerson, isBlockedBetween } from '#src/people/access.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import { statement } from '#src/platform/db/statement.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { canSeePost } from '#src/trade/access.ts';
import { lockVisiblePost } from '#src/trade/rows.ts';

const commentJson = jsonBuildObject({
  _id: sql.ref<string>('comments.id'),
  text: sql.ref<string>('comments.text'),
  createdAt: isoTime('comments.created_at'),
  author: jsonBuildObject({
    _id: sql.ref<string>('users.id'),
    username: sql.ref<string>('users.username'),
    fullName: sql.ref<string>('users.full_name'),
    avatar: sql.ref<string | null>('users.avatar'),
    isVerified: sql.ref<boolean>('users.is_verified'),
    verifiedFor: sql.ref<PersonCheck[]>('users.verified_for'),
  }),
}) as RawBuilder<Comment>;

export interface CommentOwners {
  authorId: string;
  postAuthorId: string;
}

export interface NewComment extends CommentForm {
  postId: string;
  authorId: string;
  createdAt: Date;
}

interface PageRequest {
  limit: number;
  beforeId: string | undefined;
}

const addComment = statement<NewComment & { id: string }>()(
  (db, { id, postId, authorId, clientId, text, createdAt }) =>
    lockVisiblePost(db, authorId, postId)
      .with('comments', (query) =>
        query
          .insertInto('comments')
          .columns(['id', 'post_id', 'author_id', 'client_id', 'text', 'created_at'])
          .expression((eb) =>
            eb
              .selectFrom('post')
              .select((of) => [
                idOf(id).as('id'),
                'post.id as post_id',
                idOf(authorId).as('author_id'),
                idOf(clientId).as('client_id'),
                text.as('text'),
                of.cast<Date>(createdAt, 'timestamptz').as('created_at'),
              ]),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returningAll(),
      )
      .with('counted', (query) =>
        query
          .updateTable('post_counts')
          .set((eb) => ({ comments: eb('comments', '+', 1) }))
          .where('post_id', 'in', (eb) => eb.selectFrom('comments').select('comments.post_id')),
      )
      .with('event', (query) =>
        query
          .insertInto('events')
          .columns(['kind', 'data'])
          .expression((eb) =>
            eb
              .selectFrom('comments')
              .select((of) => eventColumns('comment.added', { commentId: of.ref('comments.id') })),
          ),
      )
      .selectFrom('post')
      .select((of) =>
        of
          .selectFrom('comments')
          .innerJoin('users', 'users.id', 'comments.author_id')
          .select(commentJson.as('comment'))
          .as('comment'),
      ),
);

/** Posts are locked before their comments and counts, as their deletion does. */
export function commentsStore({ db }: { db: Database }) {
  const withAuthors = () => db.selectFrom('comments').innerJoin('users', 'users.id', 'comments.author_id');

  return {
    async findSeller(postId: string, viewerId: string): Promise<string | undefined> {
      const post = await db
        .selectFrom('posts')
        .select('author_id')
        .where('id', '=', postId)
        .where(canSeePost(viewerId))
        .executeTakeFirst();
      return post?.author_id;
    },

    /** Leaves out blocked authors, except for the seller, who must see what others read and may delete it. */
    async findPage(postId: string, viewer: { id: string; isSeller: boolean }, request: PageRequest) {
      const { limit, beforeId } = request;
      const shown = withAuthors()
        .where('comments.post_id', '=', postId)
        .where('comments.removed_at', 'is', null)
        .where(isActivePerson)
        .$if(!viewer.isSeller, (query) =>
          query.where((eb) => eb.not(isBlockedBetween(viewer.id, sql.ref('users.id')))),
        );
      const rows = await shown
        .$if(beforeId !== undefined, (query) => query.where('comments.id', '<', beforeId ?? ''))
        .select(['comments.id', commentJson.as('item'), sql.lit(0).as('at')])
        .orderBy('comments.id', 'desc')
        .limit(limit + 1)
        .execute();
      return { rows, total: beforeId ? 0 : await countUpTo(db, shown.select('comments.id')) };
    },

    /**
     * Adds a comment. Returns undefined for a post that the author may not see. `comment` is null when it was added
     * before.
     * @throws database error 23503 for a deleted user
     */
    async addComment(comment: NewComment): Promise<{ comment: Comment | null } | undefined> {
      const id = uuidv7({ msecs: comment.createdAt.getTime() });
      return addComment.executeTakeFirst(db, { ...comment, id });
    },

    async findByClientId({ postId, authorId, clientId }: NewComment): Promise<Comment | undefined> {
      const found = await withAuthors()
        .select(commentJson.as('comment'))
        .where('comments.author_id', '=', authorId)
        .where('comments.post_id', '=', postId)
        .where('comments.client_id', '=', clientId)
        .executeTakeFirst();
      return found?.comment;
    },

    async findOwners(postId: string, commentId: string): Promise<CommentOwners | undefined> {
      return db
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.post_id')
        .select(['comments.author_id as authorId', 'posts.author_id as postAuthorId'])
        .where('comments.id', '=', commentId)
        .where('comments.post_id', '=', postId)
        .where('comments.removed_at', 'is', null)
        .executeTakeFirst();
    },

    /** Returns undefined when the comment was removed meanwhile. */
    async lockComment(
      postId: string,
      commentId: string,
      trx: Transaction,
    ): Promise<{ isReported: SqlBool } | undefined> {
      await trx.selectFrom('posts').select('id').where('id', '=', postId).forKeyShare().execute();
      return trx
        .selectFrom('comments')
        .select((eb) =>
          eb
            .exists(eb.selectFrom('reports').select('reports.id').where('reports.comment_id', '=', commentId))
            .as('isReported'),
        )
        .where('id', '=', commentId)
        .where('post_id', '=', postId)
        .where('removed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
    },

    async hideComment(commentId: string, trx: Transaction): Promise<void> {
      await trx
        .updateTable('comments')
        .set({ removed_at: sql<Date>`now()` })
        .where('id', '=', commentId)
        .execute();
    },

    async deleteComment(commentId: string, trx: Transaction): Promise<void> {
      await trx.deleteFrom('comments').where('id', '=', commentId).execute();
    },

    async countRemoved(postId: string, trx: Transaction): Promise<void> {
      await trx
        .updateTable('post_counts')
        .set((eb) => ({ comments: eb('comments', '-', 1) }))
        .where('post_id', '=', postId)
        .execute();
    },
  };
}

export type CommentsStore = ReturnType<typeof commentsStore>;
