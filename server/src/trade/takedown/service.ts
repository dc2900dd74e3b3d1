import type { Database } from '#src/platform/db/connect.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { ChangedPost, TakedownStore } from './store.ts';

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

export function takedownService(store: TakedownStore, media: Pick<MediaService, 'showTo'>): TakedownService {
  /** Photos of hidden posts are for their author only. */
  async function showPhotos(authorId: string, posts: readonly ChangedPost[], trx: Database): Promise<void> {
    const photosOf = (isHidden: boolean) =>
      posts.filter((post) => post.isHidden === isHidden).flatMap(({ photos }) => photos);
    await media.showTo([authorId], photosOf(true), trx);
    await media.showTo('everyone', photosOf(false), trx);
  }

  async function setHidden(postId: string, isHidden: boolean, trx: Database): Promise<boolean> {
    const post = await store.setHidden(postId, isHidden, trx);
    if (post) await showPhotos(post.authorId, [post], trx);
    return post !== undefined;
  }

  return {
    hidePost: (postId, trx) => setHidden(postId, true, trx),
    showPost: (postId, trx) => setHidden(postId, false, trx),
    lockPostsOf: store.lockPostsOf,
    hideComment: store.hideComment,

    async setAuthorSuspended(authorId, isSuspended, trx) {
      await showPhotos(authorId, await store.setAuthorSuspended(authorId, isSuspended, trx), trx);
    },

    async removeAllOf(userId, trx) {
      await store.lockPostsWith(userId, trx);
      await store.removeLikes(userId, trx);
      await store.removeComments(userId, trx);
      return store.removePosts(userId, trx);
    },
  };
}
