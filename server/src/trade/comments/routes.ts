import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { CommentsService } from './service.ts';

export function commentsRoutes(comments: CommentsService): Route[] {
  return [
    memberRoute('GET /api/v1/post/:postId/comments', async ({ params, query, viewer }) => ({
      message: 'Comments',
      ...(await comments.findPage(params.postId, viewer.id, query)),
    })),

    memberRoute('POST /api/v1/post/:postId/comments', async ({ params, body, viewer }) => {
      const data = await comments.addComment(params.postId, viewer.id, body);
      return { statusCode: 201, message: 'Comment added', data };
    }),

    memberRoute('DELETE /api/v1/post/:postId/comments/:commentId', async ({ params, viewer }) => {
      await comments.deleteComment(params.postId, params.commentId, viewer.id);
      return { message: 'Comment deleted', data: null };
    }),
  ];
}
