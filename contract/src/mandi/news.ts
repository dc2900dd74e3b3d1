import * as z from 'zod/mini';
import { pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, pageQueryFields } from '../fields.ts';

export const newsCategories = [
  'Policy',
  'Prices',
  'Weather',
  'Crops',
  'Schemes',
  'Technology',
  'General',
] as const;
export type NewsCategory = (typeof newsCategories)[number];
export const newsImpacts = ['positive', 'negative', 'neutral'] as const;
export type NewsImpact = (typeof newsImpacts)[number];

export const newsItemSchema = z.object({
  id: idSchema,
  /** The title and the summary are plain text. */
  title: z.string(),
  summary: z.string(),
  /** The time of publication, ISO 8601 in UTC. */
  time: z.string(),
  category: z.enum(newsCategories),
  impact: z.enum(newsImpacts),
  source: z.string(),
  /** A URL with http or https; null for sample news. */
  link: z.nullable(z.string()),
  isSample: z.boolean(),
});
export type NewsItem = z.infer<typeof newsItemSchema>;

export const newsEndpoints = {
  'GET /api/v1/market/news': {
    query: z.object({ category: emptyAsAbsent(z.enum(newsCategories, say('invalid'))), ...pageQueryFields }),
    response: pagedEnvelope(newsItemSchema),
  },
} as const;
