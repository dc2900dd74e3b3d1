import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { idSchema } from '../fields.ts';
import { feedQuerySchema } from './feed.ts';

/** A saved search has at least one field of the feed's query. */
export const savedQuerySchema = z.partial(
  z.omit(feedQuerySchema, {
    cursor: true,
    limit: true,
    sort: true,
    availability: true,
    following: true,
  }),
);

export const savedSearchSchema = z.object({
  _id: idSchema,
  query: savedQuerySchema,
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

const writes = { name: 'saved-search-writes', points: 120, minutes: 60, by: 'member' } as const;

export const savedSearchEndpoints = {
  /** Lists saved searches, latest first. */
  'GET /api/v1/saved-searches': { response: envelope(z.array(savedSearchSchema)) },
  /** Saving the same search again changes nothing. */
  'POST /api/v1/saved-searches': {
    whenRestricted: 'open',
    body: savedQuerySchema,
    response: envelope(savedSearchSchema),
    limits: [writes],
  },
  'DELETE /api/v1/saved-searches/:searchId': {
    whenRestricted: 'open',
    params: z.object({ searchId: idSchema }),
    response: envelope(z.null()),
    limits: [writes],
  },
} as const;
