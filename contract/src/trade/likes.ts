import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { postParamsSchema } from './posts.ts';

export const likeSchema = z.object({ isLiked: z.boolean(), likesCount: z.number() });
export type Like = z.infer<typeof likeSchema>;

export const likeEndpoints = {
  'POST /api/v1/like/like/:postId': { params: postParamsSchema, response: envelope(likeSchema) },
  'DELETE /api/v1/like/unlike/:postId': { params: postParamsSchema, response: envelope(likeSchema) },
} as const;
