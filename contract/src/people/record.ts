import * as z from 'zod/mini';

/** A user with fewer deals is "new"; then the share and the days are shown. */
export const dealsForRecord = 3;

/** Deals between the same two users count once a week. */
export const recordSchema = z.object({
  completed: z.number(),
  /** Of the deals that ended, those that both confirmed, 0 to 100; null when new. */
  confirmedPercent: z.nullable(z.number()),
  /** Median days from the agreement to the payment; null when new and for farmers. */
  paymentDays: z.nullable(z.number()),
});
export type DealRecord = z.infer<typeof recordSchema>;
