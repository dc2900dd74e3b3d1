import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, pageQueryFields, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { usernameParamsSchema } from '../people/profiles.ts';

export const reviewFormSchema = z.object({
  rating: z
    .int(say('ratingRequired'))
    .check(z.gte(1, say('ratingRequired')), z.lte(5, say('ratingRequired'))),
  comment: requiredText('commentRequired', limits.review.max).check(
    z.minLength(limits.review.min, say('commentShort')),
  ),
});
export type ReviewForm = z.infer<typeof reviewFormSchema>;

/** `reviewerName` is 'Deleted account' when the account was deleted. */
export const reviewSchema = z.object({
  _id: idSchema,
  reviewerName: z.string(),
  reviewerPhoto: z.nullable(z.string()),
  /** Null when the account was deleted. */
  reviewerUsername: z.nullable(z.string()),
  rating: z.number(),
  /** Reviews by people who completed a deal with the reviewed person count twice in the rating. */
  isAfterDeal: z.boolean(),
  /**
   * False for a review without a deal by a new account, or from a browser of several accounts. Only its author sees it,
   * and it counts nowhere. Absent in responses of an earlier release.
   */
  isCounted: z.optional(z.boolean()),
  /** The text is '' when the account was deleted. The stars stay. */
  comment: z.string(),
  /** The time of the last change, ISO 8601 in UTC. */
  date: z.string(),
  /** The reviewed person's reply. */
  answer: z.nullable(z.object({ text: z.string(), date: z.string() })),
});
export type Review = z.infer<typeof reviewSchema>;

export const ownReviewSchema = z.object({
  /** True when the two have written to each other or have a deal, or when the viewer has already written a review. */
  canReview: z.boolean(),
  review: z.nullable(reviewSchema),
});
export type OwnReview = z.infer<typeof ownReviewSchema>;

const answerSchema = z.object({ text: requiredText('answerRequired', limits.review.max) });

const change = {
  params: usernameParamsSchema,
  limits: [{ name: 'reviews', points: 30, minutes: 60, by: 'member' }],
} as const;

export const reviewEndpoints = {
  'GET /api/v1/reviews/:username': {
    params: usernameParamsSchema,
    query: z.object(pageQueryFields),
    response: pagedEnvelope(reviewSchema),
  },
  'GET /api/v1/reviews/:username/mine': { params: usernameParamsSchema, response: envelope(ownReviewSchema) },
  'POST /api/v1/reviews/:username': {
    whenRestricted: 'closed',
    ...change,
    body: reviewFormSchema,
    response: envelope(reviewSchema),
  },
  'DELETE /api/v1/reviews/:username': { whenRestricted: 'open', ...change, response: envelope(z.null()) },
  'POST /api/v1/review/:reviewId/answer': {
    whenRestricted: 'closed',
    params: z.object({ reviewId: idSchema }),
    body: answerSchema,
    response: envelope(reviewSchema),
  },
} as const;
