import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CommentForm } from '@upaj/contract/comments';
import type { Database } from '#src/db/connect.ts';
import { newRowId } from '#src/db/ids.ts';
import { isoTime } from '#src/db/json.ts';
import { unlessOrphaned } from '#src/db/orphans.ts';
import { isBlockedBetween, isPostVisible, isThere } from '#src/db/people.ts';

/** A comment as JSON text in the contract's shape, from `comments` joined with its author in `users`. */
const commentJson = sql<string>`json_build_object(
  '_id', comments.id, 'text', comments.text, 'createdAt', ${isoTime('comments.created_at')},
  'author', json_build_object('_id', users.id, 'username', users.username, 'fullName', users.full_name,
    'avatar', users.avatar, 'isVerified', users.is_verified))::text`;

/** Whether the author of the row `posts` has a notice of a comment under it that they have not read. */
const isTold = sql`exists (
  select from notifications where user_id = posts.author_id and not is_read
    and kind = 'comment' and data ->> 'postId' = posts.id::text)`;

/** Whose a comment is, and whose the post that it stands under. */
export interface CommentOwners {
  authorId: string;
  postAuthorId: string;
}

/** The row and the count of its post change together, so the count cannot drift; posts are held before their comments. */
export function commentsStore(db: Database) {
  return {
    /** How many comments a post that the viewer may see has; undefined where there is none such. */
    async findCount(postId: string, viewerId: string): Promise<number | undefined> {
      const { rows } = await sql<{ count: number }>`select comments_count as count from posts
        where id = ${postId} and ${isPostVisible(viewerId)}`.execute(db);
      return rows[0]?.count;
    },

    /** Latest first, and one more than the limit where the list goes on. */
    async findPage(postId: string, viewerId: string, limit: number, beforeId: string | undefined) {
      const { rows } = await sql<{ id: string; json: string }>`
        select comments.id, ${commentJson} as json
        from comments join users on users.id = comments.author_id
        where comments.post_id = ${postId} and ${isThere} and not ${isBlockedBetween(viewerId, sql`users.id`)}
          ${beforeId ? sql`and comments.id < ${beforeId}::uuid` : sql``}
        order by comments.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    /**
     * Tells the seller too, unless they are yet to read of another comment under this post.
     * @returns the comment as JSON text and whether it is new; undefined where the viewer sees no such post.
     */
    async addComment(
      postId: string,
      authorId: string,
      { text, clientId }: CommentForm,
    ): Promise<{ json: string; isNew: boolean } | undefined> {
      const work = db.transaction().execute(async (trx) => {
        const { rows: posts } = await sql`select id from posts
          where id = ${postId} and ${isPostVisible(authorId)} for no key update`.execute(trx);
        if (posts.length === 0) return undefined;
        const { rows: added } = await sql`
          with added as (
            insert into comments (id, post_id, author_id, client_id, text)
            values (${uuidv7()}, ${postId}, ${authorId}, ${clientId}, ${text})
            on conflict (author_id, client_id) do nothing returning id, post_id
          ), told as (
            insert into notifications (id, user_id, kind, data)
            select ${newRowId}, posts.author_id, 'comment',
              jsonb_build_object('postId', posts.id, 'commentId', added.id, 'title', posts.title)
            from added join posts on posts.id = added.post_id
            where posts.author_id <> ${authorId} and not ${isTold}
          )
          update posts set comments_count = comments_count + 1 from added where posts.id = added.post_id
          returning posts.id`.execute(trx);
        const { rows } = await sql<{ json: string }>`select ${commentJson} as json
          from comments join users on users.id = comments.author_id
          where comments.author_id = ${authorId} and comments.client_id = ${clientId}`.execute(trx);
        return rows[0] && { json: rows[0].json, isNew: added.length > 0 };
      });
      return unlessOrphaned(work);
    },

    async findOwners(postId: string, commentId: string): Promise<CommentOwners | undefined> {
      const { rows } = await sql<CommentOwners>`
        select comments.author_id as "authorId", posts.author_id as "postAuthorId"
        from comments join posts on posts.id = comments.post_id
        where comments.id = ${commentId} and comments.post_id = ${postId}`.execute(db);
      return rows[0];
    },

    /** @returns whether it was there. */
    async deleteComment(postId: string, commentId: string): Promise<boolean> {
      const { rows } = await sql`
        with held as (select id from posts where id = ${postId} for no key update),
        removed as (
          delete from comments using held where comments.id = ${commentId} and comments.post_id = held.id
          returning comments.post_id
        )
        update posts set comments_count = comments_count - 1 from removed where posts.id = removed.post_id
        returning posts.id`.execute(db);
      return rows.length > 0;
    },
  };
}

export type CommentsStore = ReturnType<typeof commentsStore>;
