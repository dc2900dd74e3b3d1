import type { Database } from '#src/platform/db/connect.ts';
import type { TakedownStore } from './store.ts';

/**
 * Posts and comments that moderation takes from the market. All functions run in its transaction; the feed's pages must
 * be dropped after the commit.
 */
export interface TakedownService {
  /** Hides the post from everyone except its author. @returns false without such a post. */
  hidePost(postId: string, trx: Database): Promise<boolean>;
  showPost(postId: string, trx: Database): Promise<boolean>;
  /** Locks the posts of an author, before the author as everywhere. */
  lockPostsOf(authorId: string, trx: Database): Promise<void>;
  /** Hides an author's posts, or shows those that are not hidden themselves. */
  setAuthorSuspended(authorId: string, isSuspended: boolean, trx: Database): Promise<void>;
  /** Only moderators still see the comment. @returns false without such a comment. */
  hideComment(commentId: string, trx: Database): Promise<boolean>;
  /** Removes a user's posts, comments and likes. @returns the photos of the posts. */
  removeAllOf(userId: string, trx: Database): Promise<string[]>;
}

export function takedownService(store: TakedownStore): TakedownService {
  return {
    hidePost: (postId, trx) => store.setHidden(postId, true, trx),
    showPost: (postId, trx) => store.setHidden(postId, false, trx),
    lockPostsOf: store.lockPostsOf,
    setAuthorSuspended: store.setAuthorSuspended,
    hideComment: store.hideComment,

    async removeAllOf(userId, trx) {
      await store.lockPostsWith(userId, trx);
      await store.removeLikes(userId, trx);
      await store.removeComments(userId, trx);
      return store.removePosts(userId, trx);
    },
  };
}
