import * as z from 'zod/mini';

export const schemeIds = ['pm-kisan', 'crop-insurance', 'soil-health-card', 'kcc-loan'] as const;
export type SchemeId = (typeof schemeIds)[number];

export const schemeSchema = z.object({
  /** By it the web says the texts in the reader's language. */
  id: z.enum(schemeIds),
  name: z.string(),
  description: z.string(),
  amount: z.string(),
  eligibility: z.string(),
  status: z.enum(['open', 'closed']),
  icon: z.enum(['income', 'insurance', 'soil', 'loan']),
  /** The government's own page. */
  applyUrl: z.string(),
  /** When somebody last held this against the government's page: YYYY-MM-DD. */
  checkedOn: z.string(),
});
export type Scheme = z.infer<typeof schemeSchema>;
