import * as z from 'zod/mini';
import { AppError } from '#src/platform/http/errors.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { PostsService } from './service.ts';

const uuid = z.uuid();

export function postsRoutes(posts: PostsService): Route[] {
  return [
    memberRoute('POST /api/v1/post/create-post', async ({ body, files, viewer, request }) => {
      const photos = files.map(({ path }) => path);
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
      const id = await posts.createPost(body, photos, { authorId: viewer.id, idempotencyKey });
      const data = await posts.findPost(id, viewer.id);
      return { statusCode: 201, message: 'Post created successfully! 🎉', data };
    }),

    memberRoute('GET /api/v1/post/:postId', async ({ params: { postId }, viewer }) => ({
      message: 'Post',
      data: await posts.viewPost(postId, viewer.id),
    })),

    memberRoute('PATCH /api/v1/post/:postId', async ({ params: { postId }, body, files, viewer }) => {
      const photos = files.map(({ path }) => path);
      await posts.editPost(postId, body, photos, viewer.id);
      return { message: 'Post updated', data: await posts.findPost(postId, viewer.id) };
    }),

    memberRoute('PATCH /api/v1/post/:postId/availability', async ({ params: { postId }, body, viewer }) => {
      await posts.setAvailability(postId, body.isAvailable, viewer.id);
      const message = body.isAvailable ? 'Marked as available' : 'Marked as sold out';
      return { message, data: { isAvailable: body.isAvailable } };
    }),

    memberRoute('DELETE /api/v1/post/:postId', async ({ params: { postId }, viewer }) => {
      await posts.deletePost(postId, viewer.id);
      return { message: 'Post deleted', data: null };
    }),
  ];
}

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.safeParse(header).success) throw new AppError('MALFORMED_REQUEST');
  return header.toLowerCase();
}
