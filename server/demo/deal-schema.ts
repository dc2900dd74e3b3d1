import { dealSteps } from '@upaj/contract/deals/deal-machine';
import { sides } from '@upaj/contract/deals/offer-machine';
import * as z from 'zod/mini';

const roundSchema = z.strictObject({
  quantity: z.number(),
  unit: z.string(),
  price: z.number(),
  priceUnit: z.string(),
  delivery: z.string(),
  validDays: z.number(),
  note: z.string(),
  hoursAgo: z.number(),
});

/** The buyer makes the first round, then the two take turns. */
export const dealSchema = z.strictObject({
  buyer: z.string(),
  post: z.string(),
  rounds: z.array(roundSchema).check(z.minLength(1)),
  actions: z.array(
    z.strictObject({
      by: z.enum(sides),
      action: z.enum(['accept', ...dealSteps, 'cancel']),
      reason: z._default(z.string(), ''),
      hoursAgo: z.number(),
    }),
  ),
});
export type DemoDeal = z.infer<typeof dealSchema>;
