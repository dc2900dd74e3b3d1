import * as z from 'zod/mini';
import { say } from '../field-messages.ts';

export const rateIdSchema = z.string(say('invalid')).check(z.regex(/^[1-9]\d{0,8}$/, say('invalid')));

/** Farmers compare it with their own price. */
export const marketPriceSchema = z.object({
  rateId: rateIdSchema,
  commodity: z.string(),
  variety: z.string(),
  market: z.string(),
  district: z.string(),
  state: z.string(),
  modalPrice: z.number(),
  arrivalDate: z.string(),
  /** By road, estimated; 0 within the district. */
  distanceKm: z.number(),
  isSample: z.boolean(),
});
export type MarketPrice = z.infer<typeof marketPriceSchema>;

/** The median of completed deals on Upaj in one week and district, in rupees. */
export const agreedPriceSchema = z.object({
  perQuintal: z.number(),
  deals: z.number(),
  /** The Monday, YYYY-MM-DD. */
  week: z.string(),
});
export type AgreedPrice = z.infer<typeof agreedPriceSchema>;
