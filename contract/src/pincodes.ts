import * as z from 'zod/mini';
import { envelope } from './envelope.ts';

export const pincodePlaceSchema = z.object({ pincode: z.string(), state: z.string(), district: z.string() });
export type PincodePlace = z.infer<typeof pincodePlaceSchema>;

export const pincodeEndpoints = {
  /** The place of a pincode. One of several districts is in the one with most post offices. */
  'GET /api/v1/pincodes/:pincode': {
    // A pincode that is not six digits is an invalid field, not a missing page.
    params: z.object({ pincode: z.string() }),
    response: envelope(pincodePlaceSchema),
    // Many phones share one address of their network.
    limits: [{ name: 'pincodes-of-address', points: 300, minutes: 1, by: 'address' }],
  },
} as const;
