import * as z from 'zod/mini';

/** What moderators check before they give the badge. */
export const personChecks = ['farm', 'document', 'gst'] as const;
export type PersonCheck = (typeof personChecks)[number];

/**
 * What moderators checked before they gave the badge; empty when that was not recorded. Responses that an earlier
 * release cached lack it.
 */
export const verifiedForSchema = z.optional(z.array(z.enum(personChecks)));
