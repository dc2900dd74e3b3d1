import type { Database } from '#src/platform/db/connect.ts';

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
};
