import * as z from 'zod/mini';
import { say } from '../field-messages.ts';

export const rateIdSchema = z.string(say('invalid')).check(z.regex(/^[1-9]\d{0,8}$/, say('invalid')));

/** The price at a mandi near the seller, with which farmers compare their own price. */
export const marketPriceSchema = z.object({
  rateId: rateIdSchema,
  commodity: z.string(),
  variety: z.string(),
  market: z.string(),
  district: z.string(),
  state: z.string(),
  modalPrice: z.number(),
  arrivalDate: z.string(),
  /** Estimated kilometres by road; 0 within the district. */
  distanceKm: z.number(),
  isSample: z.boolean(),
});
export type MarketPrice = z.infer<typeof marketPriceSchema>;

/** The median price of the deals on Upaj that were completed in a week and a district, in rupees. */
export const agreedPriceSchema = z.object({
  perQuintal: z.number(),
  deals: z.number(),
  /** The Monday of the week, YYYY-MM-DD. */
  week: z.string(),
});
export type AgreedPrice = z.infer<typeof agreedPriceSchema>;
