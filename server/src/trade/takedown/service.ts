import type { Transaction } from '#src/platform/db/connection.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { ChangedPost, TakedownStore } from './store.ts';

interface TakedownDeps {
  store: TakedownStore;
  media: Pick<MediaService, 'showTo'>;
}

/**
 * Takes posts and comments from the market for moderation. All functions run in its transaction; the feed's pages must
 * be dropped after the commit.
 */
export function takedownService({ store, media }: TakedownDeps) {
  /** Lets only the author see the photos of hidden posts, and everyone those of the others. */
  async function showPhotos(
    authorId: string,
    posts: readonly ChangedPost[],
    trx: Transaction,
  ): Promise<void> {
    const photosOf = (isHidden: boolean) =>
      posts.filter((post) => post.isHidden === isHidden).flatMap(({ photos }) => photos);
    await media.showTo([authorId], photosOf(true), trx);
    await media.showTo('everyone', photosOf(false), trx);
  }

  async function setHidden(postId: string, isHidden: boolean, trx: Transaction): Promise<boolean> {
    const post = await store.setHidden(postId, isHidden, trx);
    if (post) await showPhotos(post.authorId, [post], trx);
    return post !== undefined;
  }

  return {
    /** Hides the post from everyone except its author. @returns false without such a post */
    hidePost: (postId: string, trx: Transaction) => setHidden(postId, true, trx),
    showPost: (postId: string, trx: Transaction) => setHidden(postId, false, trx),

    lockPostsOf: store.lockPostsOf,

    /** Hides the comment from everyone except moderators. @returns false without such a comment */
    hideComment: (commentId: string, trx: Transaction) => store.setCommentHidden(commentId, true, trx),
    showComment: (commentId: string, trx: Transaction) => store.setCommentHidden(commentId, false, trx),

    /**
     * Takes these photos, or all, from a post. Their files stay, for `putPhotosBack`. @returns undefined without such a
     * post
     */
    async takePhotos(
      postId: string,
      urls: readonly string[] | undefined,
      trx: Transaction,
    ): Promise<StoredImage[] | undefined> {
      const post = await store.lockPhotos(postId, trx);
      if (!post) return undefined;
      const isTaken = ({ url }: StoredImage) => !urls || urls.includes(url);
      const taken = post.photos.filter(isTaken);
      await store.setPhotos(
        postId,
        post.photos.filter((photo) => !isTaken(photo)),
        trx,
      );
      await media.showTo([post.authorId], taken.map(urlOf), trx);
      return taken;
    },

    /** Adds the photos after those that the post has now. */
    async putPhotosBack(postId: string, photos: readonly StoredImage[], trx: Transaction): Promise<void> {
      const post = await store.lockPhotos(postId, trx);
      if (!post) return;
      await store.setPhotos(postId, [...post.photos, ...photos], trx);
      await media.showTo(post.isHidden ? [post.authorId] : 'everyone', photos.map(urlOf), trx);
    },

    /** Hides an author's posts, or shows those that are not hidden themselves. */
    async setAuthorSuspended(authorId: string, isSuspended: boolean, trx: Transaction): Promise<void> {
      await showPhotos(authorId, await store.setAuthorSuspended(authorId, isSuspended, trx), trx);
    },

    /** Locks what `removeAllOf` removes, so that no report of it comes in between. */
    lockAllOf: store.lockAllOf,

    /** Removes a user's posts, comments and likes. @returns the photos of the posts */
    async removeAllOf(userId: string, trx: Transaction): Promise<string[]> {
      await store.removeLikes(userId, trx);
      await store.removeComments(userId, trx);
      return store.removePosts(userId, trx);
    },
  };
}

export type TakedownService = ReturnType<typeof takedownService>;

const urlOf = ({ url }: StoredImage) => url;
