import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from './envelope.ts';
import { personSchema } from './follows.ts';
import { pageQueryFields } from './fields.ts';
import { usernameParamsSchema } from './profiles.ts';

/** Between the two there is no chat and no follow, and neither sees the other's posts. Both calls are idempotent. */
const blockAnswer = envelope(z.object({ isBlocked: z.boolean() }));

export const blockEndpoints = {
  /** Those whom the viewer has blocked, latest first. */
  'GET /api/v1/blocks': { query: z.object(pageQueryFields), response: pagedEnvelope(personSchema) },
  'POST /api/v1/blocks/:username': { params: usernameParamsSchema, response: blockAnswer },
  'DELETE /api/v1/blocks/:username': { params: usernameParamsSchema, response: blockAnswer },
} as const;
