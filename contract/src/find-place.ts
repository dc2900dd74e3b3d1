import * as z from 'zod/mini';
import { envelope } from './envelope.ts';
import { say } from './field-messages.ts';
import { numberOfText } from './fields.ts';
import type { CallLimit } from './rate-limits.ts';

export const pincodePlaceSchema = z.object({ pincode: z.string(), state: z.string(), district: z.string() });
export type PincodePlace = z.infer<typeof pincodePlaceSchema>;

/** The limit is high because mobile networks give many phones one address. */
const searches: CallLimit = { name: 'place-searches-of-address', points: 300, minutes: 1, by: 'address' };

const degrees = (most: number) =>
  z.pipe(
    numberOfText,
    z.number(say('invalid')).check(z.gte(-most, say('invalid')), z.lte(most, say('invalid'))),
  );

export const placeEndpoints = {
  /** Finds the place of a pincode. A pincode of several districts belongs to the one with most post offices. */
  'GET /api/v1/pincodes/:pincode': {
    // A pincode that is not six digits is an invalid field, not a missing page.
    params: z.object({ pincode: z.string() }),
    response: envelope(pincodePlaceSchema),
    limits: [searches],
  },
  /** Finds the district whose centre is nearest. The position is not stored. */
  'GET /api/v1/places/nearest': {
    query: z.object({ latitude: degrees(90), longitude: degrees(180) }),
    response: envelope(z.object({ state: z.string(), district: z.string() })),
    limits: [searches],
  },
} as const;
