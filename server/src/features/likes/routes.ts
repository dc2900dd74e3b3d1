import type { Like } from '@upaj/contract/likes';
import type { FeedService } from '#src/features/feed/service.ts';
import { AppError } from '#src/http/errors.ts';
import { memberRoute, type Route } from '#src/http/route.ts';
import type { LikesStore } from './store.ts';

export function likesRoutes(likes: LikesStore, feed: FeedService): Route[] {
  function changed(postId: string, like: Like | undefined): Like {
    if (!like) throw new AppError('POST_NOT_FOUND');
    feed.dropPost(postId);
    return like;
  }

  return [
    memberRoute('POST /api/v1/like/like/:postId', async ({ params: { postId }, viewer }) => {
      const like = await likes.addLike(viewer.id, postId);
      return { message: 'Post liked', data: changed(postId, like) };
    }),

    memberRoute('DELETE /api/v1/like/unlike/:postId', async ({ params: { postId }, viewer }) => {
      const like = await likes.removeLike(viewer.id, postId);
      return { message: 'Like removed', data: changed(postId, like) };
    }),
  ];
}
