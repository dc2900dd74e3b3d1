import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { pageQueryFields } from '../fields.ts';
import { listedPostSchema, postParamsSchema } from './posts.ts';

export const likeSchema = z.object({ isLiked: z.boolean(), likesCount: z.number() });
export type Like = z.infer<typeof likeSchema>;

const change = {
  params: postParamsSchema,
  response: envelope(likeSchema),
  limits: [{ name: 'likes', points: 120, minutes: 1, by: 'member' }],
} as const;

export const likeEndpoints = {
  /** Lists the posts that the viewer liked, latest like first, without hidden posts and those of blocked people. */
  'GET /api/v1/post/liked': { query: z.object(pageQueryFields), response: pagedEnvelope(listedPostSchema) },
  'POST /api/v1/like/like/:postId': { whenRestricted: 'closed', ...change },
  'DELETE /api/v1/like/unlike/:postId': { whenRestricted: 'open', ...change },
} as const;
