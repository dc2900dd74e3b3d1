import * as z from 'zod/mini';

/** What moderators check before they give the badge. */
export const personChecks = ['farm', 'document', 'gst'] as const;
export type PersonCheck = (typeof personChecks)[number];

/**
 * What was checked before the badge was given; empty when that is not recorded. Cards that were stored by an earlier release
 * lack it.
 */
export const verifiedForSchema = z.optional(z.array(z.enum(personChecks)));
