import { listRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { LikesService } from './service.ts';

export function likesRoutes(likes: LikesService): Route[] {
  return [
    listRoute('GET /api/v1/post/liked', async ({ query, viewer }) => ({
      message: 'Liked posts',
      ...(await likes.findLiked(viewer, query)),
    })),

    memberRoute('POST /api/v1/like/like/:postId', async ({ params: { postId }, viewer }) => ({
      message: 'Post liked',
      data: await likes.addLike(viewer.id, postId),
    })),

    memberRoute('DELETE /api/v1/like/unlike/:postId', async ({ params: { postId }, viewer }) => ({
      message: 'Like removed',
      data: await likes.removeLike(viewer.id, postId),
    })),
  ];
}
