import * as z from 'zod/mini';
import { categories } from '../crops.ts';
import { envelope } from '../envelope.ts';
import { emptyAsAbsent, pageQueryFields, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { searchBursts } from '../rate-limits.ts';
import { cropSearches, langSchema } from './rates.ts';

export const foundCropSchema = z.object({
  id: z.string(),
  en: z.string(),
  hi: z.string(),
  /** In the language of `lang`, English by default. */
  name: z.string(),
  category: z.enum(categories),
  /** The unit that its price is usually for. */
  unit: z.string(),
});
export type FoundCrop = z.infer<typeof foundCropSchema>;

export const cropSearchEndpoints = {
  /** Finds at most 10 crops by any name that people use, likeliest first. Names may be incomplete or have mistakes. */
  'GET /api/v1/crops': {
    query: z.object({
      q: emptyAsAbsent(requiredText('invalid', limits.search.max)),
      limit: pageQueryFields.limit,
      lang: langSchema,
    }),
    response: envelope(z.array(foundCropSchema)),
    limits: [cropSearches, searchBursts],
  },
} as const;
