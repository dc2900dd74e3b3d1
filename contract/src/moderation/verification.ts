import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { choice, emptyAsAbsent } from '../fields.ts';
import type { CallLimit } from '../rate-limits.ts';
import { cautionFields, personChecks } from '../people/checks.ts';
import { gstNumberSchema } from '../people/gst-number.ts';

/** A request for the badge. Only the check `gst` has a GST number. */
export const verificationFormSchema = z
  .object({
    check: choice(personChecks, say('checkRequired'), say('invalid')),
    gstNumber: emptyAsAbsent(gstNumberSchema),
  })
  .check(
    z.refine(({ check, gstNumber }) => check !== 'gst' || gstNumber !== undefined, {
      error: say('gstNumberRequired'),
      path: ['gstNumber'],
    }),
  );
export type VerificationForm = z.infer<typeof verificationFormSchema>;

export const ownVerificationSchema = z.object({
  isVerified: z.boolean(),
  verifiedFor: z.array(z.enum(personChecks)),
  badgeReview: cautionFields.badgeReview,
  /** The request that waits for a moderator. It lapses when nobody decides it in time. */
  open: z.nullable(z.object({ check: z.enum(personChecks), askedAt: z.string(), lapsesAt: z.string() })),
  /** How many more requests the person can make this month. */
  left: z.number(),
});
export type OwnVerification = z.infer<typeof ownVerificationSchema>;

const changes: CallLimit[] = [{ name: 'verification', points: 20, minutes: 60, by: 'member' }];

export const verificationEndpoints = {
  'GET /api/v1/verification': { response: envelope(ownVerificationSchema) },
  /**
   * Responds with TOO_MANY_VERIFICATIONS while a request is open, and after `verificationLimits.aMonth` requests in 30
   * days.
   */
  'POST /api/v1/verification': {
    whenRestricted: 'closed',
    body: verificationFormSchema,
    files: { photo: 1 },
    response: envelope(ownVerificationSchema),
    limits: changes,
  },
  /** Withdraws the open request and deletes its photo. */
  'DELETE /api/v1/verification': {
    whenRestricted: 'open',
    response: envelope(ownVerificationSchema),
    limits: changes,
  },
} as const;
