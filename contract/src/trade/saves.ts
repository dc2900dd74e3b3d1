import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { pageQueryFields } from '../fields.ts';
import { listedPostSchema, postParamsSchema } from './posts.ts';

const change = {
  params: postParamsSchema,
  response: envelope(z.object({ isSaved: z.boolean() })),
  limits: [{ name: 'saves', points: 120, minutes: 1, by: 'member' }],
} as const;

/** Only the user who saved a post sees it; its author sees the count. */
export const saveEndpoints = {
  /** Lists the posts that the viewer saved, latest first, without hidden posts and those of blocked people. */
  'GET /api/v1/users/saved-posts': {
    query: z.object(pageQueryFields),
    response: pagedEnvelope(listedPostSchema),
  },
  'PUT /api/v1/post/:postId/save': { whenRestricted: 'open', ...change },
  'DELETE /api/v1/post/:postId/save': { whenRestricted: 'open', ...change },
} as const;
