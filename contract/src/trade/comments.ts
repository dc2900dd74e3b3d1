import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { idSchema, pageQueryFields, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { authorSchema, postParamsSchema } from './posts.ts';

/** The server stores one comment when a sender repeats a `clientId`. */
export const commentFormSchema = z.object({
  text: requiredText('commentRequired', limits.comment.max),
  clientId: idSchema,
});
export type CommentForm = z.infer<typeof commentFormSchema>;

export const commentSchema = z.object({
  _id: idSchema,
  text: z.string(),
  createdAt: z.string(),
  author: z.pick(authorSchema, {
    _id: true,
    username: true,
    fullName: true,
    avatar: true,
    isVerified: true,
    verifiedFor: true,
  }),
});
export type Comment = z.infer<typeof commentSchema>;

export function mayDeleteComment(viewerId: string, commentAuthorId: string, postAuthorId: string): boolean {
  return viewerId === commentAuthorId || viewerId === postAuthorId;
}

export const commentEndpoints = {
  /** Lists comments, latest first, without those of people between whom and the viewer there is a block. */
  'GET /api/v1/post/:postId/comments': {
    params: postParamsSchema,
    query: z.object(pageQueryFields),
    response: pagedEnvelope(commentSchema),
  },
  'POST /api/v1/post/:postId/comments': {
    whenRestricted: 'closed',
    params: postParamsSchema,
    body: commentFormSchema,
    response: envelope(commentSchema),
    limits: [{ name: 'comments', points: 60, minutes: 60, by: 'member' }],
  },
  'DELETE /api/v1/post/:postId/comments/:commentId': {
    whenRestricted: 'open',
    params: z.object({ postId: idSchema, commentId: idSchema }),
    response: envelope(z.null()),
  },
} as const;
