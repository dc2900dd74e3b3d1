import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { requiredText } from '../fields.ts';
import { rateSchema } from './rates.ts';

/** A crop that the viewer pinned, or has in a post, wanted post or price alert. */
export const ownCropSchema = z.object({
  isPinned: z.boolean(),
  /** The highest of the latest rates of the place, or of the state or the country when the place has none. */
  rate: rateSchema,
});
export type OwnCrop = z.infer<typeof ownCropSchema>;

export const ownCropEndpoints = {
  'PUT /api/v1/market/pins': {
    whenRestricted: 'open',
    body: z.object({
      /** An AGMARKNET name or a crop of the catalogue. */
      commodity: requiredText('commodityRequired'),
      isPinned: z.boolean(say('invalid')),
    }),
    response: envelope(z.null()),
    limits: [{ name: 'pins', points: 120, minutes: 60, by: 'member' }],
  },
} as const;
