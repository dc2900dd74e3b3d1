import { canMeet } from '#src/people/access.ts';
import type { Database } from '#src/platform/db/connect.ts';

export interface NotifiedComment {
  id: string;
  authorId: string;
  createdAt: Date;
  postId: string;
  sellerId: string;
  title: string;
}

const latestCommenters = 100;

export const tradeNotificationsStore = {
  /** Locks the posts, so that they are not deleted before their notifications are added. */
  async lockPosts(trx: Database, postIds: readonly string[]): Promise<{ id: string; authorId: string }[]> {
    return trx
      .selectFrom('posts')
      .select(['id', 'author_id as authorId'])
      .where('id', 'in', postIds)
      .orderBy('id')
      .forKeyShare()
      .execute();
  },

  /** Locks the comment and its post, so that they are not deleted before their notifications are added. */
  async lockComment(trx: Database, commentId: string): Promise<NotifiedComment | undefined> {
    return trx
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .select([
        'comments.id',
        'comments.author_id as authorId',
        'comments.created_at as createdAt',
        'posts.id as postId',
        'posts.author_id as sellerId',
        'posts.title',
      ])
      .where('comments.id', '=', commentId)
      .where('comments.removed_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
  },

  /** The authors of the latest comments on the post. */
  async findCommenters(trx: Database, postId: string): Promise<string[]> {
    const latest = trx
      .selectFrom('comments')
      .select('author_id')
      .where('post_id', '=', postId)
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(latestCommenters);
    const rows = await trx.selectFrom(latest.as('latest')).select('author_id').distinct().execute();
    return rows.map((row) => row.author_id);
  },

  async findThoseWhoCanMeet(trx: Database, personId: string, userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const rows = await trx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', userIds)
      .where(canMeet(personId))
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  },
};
