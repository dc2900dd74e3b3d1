import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from './envelope.ts';
import { idSchema, pageQueryFields, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { authorSchema, postParamsSchema } from './posts.ts';

/** What is said under a post. `clientId` is made by the sender's client: the same one from the same sender is the same comment. */
export const commentFormSchema = z.object({
  text: requiredText('commentRequired', limits.comment.max),
  clientId: idSchema,
});
export type CommentForm = z.infer<typeof commentFormSchema>;

/** A question or remark under a post, seen by everybody who sees the post. */
export const commentSchema = z.object({
  _id: idSchema,
  text: z.string(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  author: z.pick(authorSchema, { _id: true, username: true, fullName: true, avatar: true, isVerified: true }),
});
export type Comment = z.infer<typeof commentSchema>;

/** Whoever wrote it, and whoever's post it stands under. */
export function mayDeleteComment(viewerId: string, commentAuthorId: string, postAuthorId: string): boolean {
  return viewerId === commentAuthorId || viewerId === postAuthorId;
}

export const commentEndpoints = {
  /** Latest first, but for those of people with whom the viewer has a block. */
  'GET /api/v1/post/:postId/comments': {
    params: postParamsSchema,
    query: z.object(pageQueryFields),
    response: pagedEnvelope(commentSchema),
  },
  'POST /api/v1/post/:postId/comments': {
    params: postParamsSchema,
    body: commentFormSchema,
    response: envelope(commentSchema),
  },
  'DELETE /api/v1/post/:postId/comments/:commentId': {
    params: z.object({ postId: idSchema, commentId: idSchema }),
    response: envelope(z.null()),
  },
} as const;
