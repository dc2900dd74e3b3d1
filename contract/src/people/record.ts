import * as z from 'zod/mini';

/** The record of a user with fewer ended deals says "new" instead of the share and the days. */
export const dealsForRecord = 3;

/** Deals between the same two users count once a week. */
export const recordSchema = z.object({
  completed: z.number(),
  /** The percentage of ended deals that both sides confirmed, from 0 to 100; null for a new user. */
  confirmedPercent: z.nullable(z.number()),
  /** The median of days from the agreement to the payment; null for new users and for farmers. */
  paymentDays: z.nullable(z.number()),
});
export type DealRecord = z.infer<typeof recordSchema>;
