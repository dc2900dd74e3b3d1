import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import type { Comment, CommentForm } from '@upaj/contract/trade/comments';
import type { Database } from '#src/platform/db/connect.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { isBlockedBetween, isPostVisible, isActivePerson } from '#src/platform/db/visibility.ts';

const commentJson = sql<Comment>`json_build_object(
  '_id', comments.id, 'text', comments.text, 'createdAt', ${isoTime('comments.created_at')},
  'author', json_build_object('_id', users.id, 'username', users.username, 'fullName', users.full_name,
    'avatar', users.avatar, 'isVerified', users.is_verified))`;

export interface CommentOwners {
  authorId: string;
  postAuthorId: string;
}

export interface CommentedPost {
  id: string;
  sellerId: string;
  title: string;
}

const isShown = sql`comments.removed_at is null and ${isActivePerson}`;

/** One transaction with the post's count. Posts are locked before their comments. */
export function commentsStore(db: Database) {
  return {
    async findSeller(postId: string, viewerId: string): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`select author_id as id from posts
        where id = ${postId} and ${isPostVisible(viewerId)}`.execute(db);
      return rows[0]?.id;
    },

    /** Leaves out blocked authors, except for the seller, who must see what others read and may delete it. */
    async findPage(postId: string, viewer: { id: string; isSeller: boolean }, request: PageRequest) {
      const { limit, beforeId } = request;
      const isVisible = viewer.isSeller ? sql`true` : sql`not ${isBlockedBetween(viewer.id, sql`users.id`)}`;
      const shown = sql`from comments join users on users.id = comments.author_id
        where comments.post_id = ${postId} and ${isShown} and ${isVisible}`;
      const total = beforeId
        ? sql`null`
        : sql`(select count(*) from (select 1 ${shown} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<{ id: string | null; comment: Comment; total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select comments.id, ${commentJson} as comment ${shown}
            ${beforeId ? sql`and comments.id < ${beforeId}::uuid` : sql``}
          order by comments.id desc limit ${sql.lit(limit + 1)}
        ) page on true order by page.id desc`.execute(db);
      const found = rows.flatMap(({ id, comment }) => (id === null ? [] : [{ id, item: comment, at: 0 }]));
      return { rows: found, total: rows[0]?.total ?? 0 };
    },

    async addComment(
      postId: string,
      authorId: string,
      { text, clientId }: CommentForm,
      createdAt: Date,
      alongside: (post: CommentedPost, comment: Comment, trx: Database) => Promise<void>,
    ): Promise<{ comment: Comment; isNew: boolean } | undefined> {
      const id = uuidv7({ msecs: createdAt.getTime() });
      const work = db.transaction().execute(async (trx) => {
        const { rows: posts } = await sql<CommentedPost>`select id, author_id as "sellerId", title from posts
          where id = ${postId} and ${isPostVisible(authorId)} for key share`.execute(trx);
        const [post] = posts;
        if (!post) return undefined;
        const { rows: added } = await sql<{ comment: Comment }>`
          with comments as (
            insert into comments (id, post_id, author_id, client_id, text, created_at)
            values (${id}, ${postId}, ${authorId}, ${clientId}, ${text}, ${createdAt})
            on conflict (author_id, post_id, client_id) do nothing returning *
          ), counted as (
            update post_counts set comments = post_counts.comments + 1 where post_id in (select post_id from comments)
          )
          select ${commentJson} as comment from comments join users on users.id = comments.author_id`.execute(
          trx,
        );
        if (added[0]) {
          await alongside(post, added[0].comment, trx);
          return { comment: added[0].comment, isNew: true };
        }
        const { rows: earlier } = await sql<{ comment: Comment }>`select ${commentJson} as comment
          from comments join users on users.id = comments.author_id
          where comments.author_id = ${authorId} and comments.post_id = ${postId}
            and comments.client_id = ${clientId}`.execute(trx);
        return earlier[0] && { comment: earlier[0].comment, isNew: false };
      });
      return unlessOrphaned(work);
    },

    async findCommenters(postId: string, exceptId: string, latest: number, trx: Database): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct author_id as id from (
          select author_id from comments where post_id = ${postId} and id <> ${exceptId} and removed_at is null
          order by id desc limit ${sql.lit(latest)}) latest`.execute(trx);
      return rows.map(({ id }) => id);
    },

    async findOwners(postId: string, commentId: string): Promise<CommentOwners | undefined> {
      const { rows } = await sql<CommentOwners>`
        select comments.author_id as "authorId", posts.author_id as "postAuthorId"
        from comments join posts on posts.id = comments.post_id
        where comments.id = ${commentId} and comments.post_id = ${postId} and comments.removed_at is null`.execute(
        db,
      );
      return rows[0];
    },

    async deleteComment(postId: string, commentId: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await sql`select id from posts where id = ${postId} for key share`.execute(trx);
        const { rows } = await sql`
          with hidden as (
            update comments set removed_at = now()
            where id = ${commentId} and post_id = ${postId} and removed_at is null
              and exists (select from reports where comment_id = ${commentId}) returning post_id
          ), removed as (
            delete from comments
            where id = ${commentId} and post_id = ${postId} and removed_at is null
              and not exists (select from reports where comment_id = ${commentId}) returning post_id
          )
          update post_counts set comments = comments - 1
          where post_id in (select post_id from hidden union all select post_id from removed) returning post_id`.execute(
          trx,
        );
        return rows.length > 0;
      });
    },
  };
}

interface PageRequest {
  limit: number;
  beforeId: string | undefined;
}

export type CommentsStore = ReturnType<typeof commentsStore>;
