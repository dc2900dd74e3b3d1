import * as z from 'zod/mini';

/** What moderators check before they give the badge. */
export const personChecks = ['farm', 'document', 'gst'] as const;
export type PersonCheck = (typeof personChecks)[number];

/**
 * What moderators checked before they gave the badge; empty when that was not recorded. Responses that an earlier
 * release cached lack it.
 */
export const verifiedForSchema = z.optional(z.array(z.enum(personChecks)));

/** What the badge was given for. A change of one takes the badge into review. */
export const badgeParts = ['name', 'firm', 'phone', 'avatar'] as const;
export type BadgePart = (typeof badgeParts)[number];

/** Says where the name alone would mislead. Responses that an earlier release cached lack these fields. */
export const cautionFields = {
  /**
   * Set while a moderator has not confirmed what changed since the badge was given. Then `isVerified` is false, and
   * `verifiedFor` is what was checked. `at` is null when the time was not recorded.
   */
  badgeReview: z.optional(
    z.nullable(z.object({ at: z.nullable(z.string()), changed: z.array(z.enum(badgeParts)) })),
  ),
  /** Whether the name looks like that of a verified person, and this person is not verified. */
  hasNameOfVerified: z.optional(z.boolean()),
};
