import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { pageQueryFields } from '../fields.ts';
import { personSchema } from './follows.ts';
import { usernameParamsSchema } from './profiles.ts';

/**
 * Blocking ends the chat and the follows between two people, and hides their posts from each other. It is idempotent.
 */
const blockResponse = envelope(z.object({ isBlocked: z.boolean() }));

export const blockEndpoints = {
  'GET /api/v1/blocks': { query: z.object(pageQueryFields), response: pagedEnvelope(personSchema) },
  'POST /api/v1/blocks/:username': {
    whenRestricted: 'open',
    params: usernameParamsSchema,
    response: blockResponse,
  },
  'DELETE /api/v1/blocks/:username': {
    whenRestricted: 'open',
    params: usernameParamsSchema,
    response: blockResponse,
  },
} as const;
