import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import type { Comment, CommentForm } from '@upaj/contract/trade/comments';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { isBlockedBetween, isActivePerson } from '#src/people/access.ts';
import { canSeePost } from '#src/trade/access.ts';

const commentJson = sql<Comment>`json_build_object(
  '_id', comments.id, 'text', comments.text, 'createdAt', ${isoTime('comments.created_at')},
  'author', json_build_object('_id', users.id, 'username', users.username, 'fullName', users.full_name,
    'avatar', users.avatar, 'isVerified', users.is_verified))`;

export interface CommentOwners {
  authorId: string;
  postAuthorId: string;
}

export interface NewComment extends CommentForm {
  postId: string;
  authorId: string;
  createdAt: Date;
}

export interface AddedComment {
  comment: Comment;
  /** False for a repeated call. */
  isNew: boolean;
  hasNotified: boolean;
  /** The author has unread notifications of comments on this post. */
  hasUnread: boolean;
}

const isShown = sql`comments.removed_at is null and ${isActivePerson}`;

/** One transaction with the post's count. Posts are locked before their comments. */
export function commentsStore(db: Database) {
  return {
    async findSeller(postId: string, viewerId: string): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`select author_id as id from posts
        where id = ${postId} and ${canSeePost(viewerId)}`.execute(db);
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

    /** Undefined for posts that the author may not see. @throws database error 23503 for a deleted user. */
    async addComments(batch: readonly NewComment[]): Promise<(AddedComment | undefined)[]> {
      const { rows } = await db.transaction().execute(async (trx) => {
        await lockCounts(
          batch.map(({ postId }) => postId),
          trx,
        );
        return insertComments(batch, trx);
      });
      const added = new Map(rows.map(({ place, ...row }) => [place, row]));
      return batch.map((_, index) => added.get(index + 1));
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
        await lockCounts([postId], trx);
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

/** One after the other on each post, and after its deletion or before it. */
async function lockCounts(postIds: readonly string[], trx: Database): Promise<void> {
  await sql`
    with locked as materialized (
      select id from posts where id = any(${postIds}::uuid[]) order by id for key share
    )
    select from post_counts where post_id = any(array(select id from locked))
    order by post_id for no key update`.execute(trx);
}

function insertComments(batch: readonly NewComment[], trx: Database) {
  const ids = batch.map(({ createdAt }) => uuidv7({ msecs: createdAt.getTime() }));
  return sql<AddedComment & { place: number }>`
    with asked as (
      select * from unnest(${ids}::uuid[], ${batch.map(({ postId }) => postId)}::uuid[],
        ${batch.map(({ authorId }) => authorId)}::uuid[], ${batch.map(({ clientId }) => clientId)}::uuid[],
        ${batch.map(({ text }) => text)}::text[], ${batch.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
        with ordinality as asked (id, post_id, author_id, client_id, text, created_at, place)
    ), allowed as materialized (
      select asked.*, posts.author_id as seller_id, posts.title from asked join posts on posts.id = asked.post_id
      where ${canSeePost(sql`asked.author_id`)}
    ), added as (
      insert into comments (id, post_id, author_id, client_id, text, created_at)
      select id, post_id, author_id, client_id, text, created_at from allowed
      order by author_id, post_id, client_id
      on conflict (author_id, post_id, client_id) do nothing returning *
    ), counted as (
      update post_counts set comments = post_counts.comments + steps.count
      from (select post_id, count(*)::int from added group by post_id) steps
      where post_counts.post_id = steps.post_id
    ), notified as (${addOfComments(notifiedPeople)})
    select place::int, comments.id = allowed.id as "isNew", exists (select from notified) as "hasNotified",
      exists (
        select from notifications where user_id = allowed.author_id and not is_read and kind = 'comment'
          and notifications.post_id = allowed.post_id) as "hasUnread",
      ${commentJson} as comment
    from allowed
    join (select * from added union all select comments.* from comments
        join allowed using (author_id, post_id, client_id)) comments
      using (author_id, post_id, client_id)
    join users on users.id = allowed.author_id`.execute(trx);
}

/**
 * `people` gives `user_id`, and of the comment `comment_id`, `post_id`, `author_id`, `created_at`, `title` and
 * `is_answer`. Notifies those who may meet the author, unless they have an unread notification of this post: the
 * caller's transaction has locked the post's counts before this statement.
 */
function addOfComments(people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into notifications (id, user_id, kind, post_id, comment_id, created_at, data)
    select ${newRowId}, user_id, 'comment', post_id, comment_id, created_at,
      jsonb_build_object('title', title, 'isAnswer', is_answer)
    from (
      select distinct on (user_id, post_id) person.* from (${people}) person
      join users on users.id = person.user_id
      where ${isActivePerson} and not ${isBlockedBetween(sql`author_id`, sql`users.id`)}
        and not exists (
          select from notifications open where open.user_id = users.id and not open.is_read
            and open.kind = 'comment' and open.post_id = person.post_id)
      order by user_id, post_id, comment_id
    ) notified
    returning id`;
}

const latestNotified = 100;

/** The seller; of the seller's own comment the earlier commenters. */
const notifiedPeople = sql`
  select case when is_answer then earlier.author_id else seller_id end as user_id, added.id as comment_id,
    added.post_id, added.author_id, added.created_at, title, is_answer
  from added join (select id, seller_id, title, author_id = seller_id as is_answer from allowed) allowed using (id)
  left join lateral (
    select distinct author_id from (
      select author_id from comments where post_id = added.post_id and removed_at is null
      order by id desc limit ${sql.lit(latestNotified)}) latest
    where is_answer and author_id <> seller_id
  ) earlier on true
  where not is_answer or earlier.author_id is not null`;

interface PageRequest {
  limit: number;
  beforeId: string | undefined;
}

export type CommentsStore = ReturnType<typeof commentsStore>;
