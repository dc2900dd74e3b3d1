import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { languageSchema, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { priceUnits, quantityUnits } from './units.ts';

/**
 * What a sentence says about goods to sell, for the seller to check. What it does not say, and what is in doubt, is null.
 */
export const spokenPostSchema = z.object({
  /** The English name of a crop of the catalogue. */
  cropType: z.nullable(z.string()),
  /** As it was said. */
  variety: z.nullable(z.string()),
  quantity: z.nullable(z.number()),
  unit: z.nullable(z.enum(quantityUnits)),
  /** In rupees. */
  price: z.nullable(z.number()),
  priceUnit: z.nullable(z.enum(priceUnits)),
});
export type SpokenPost = z.infer<typeof spokenPostSchema>;

export const spokenPostEndpoints = {
  /** `lang` is the language of words in Latin letters, such as 'dhai'. Scripts of India say theirs themselves. */
  'POST /api/v1/understand-post': {
    whenRestricted: 'open',
    body: z.object({ text: requiredText('invalid', limits.spokenPost.max), lang: languageSchema }),
    response: envelope(spokenPostSchema),
    limits: [{ name: 'spoken-posts', points: 30, minutes: 1, by: 'member' }],
  },
} as const;
