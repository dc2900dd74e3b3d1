import * as z from 'zod/mini';

export const schemeIds = ['pm-kisan', 'crop-insurance', 'soil-health-card', 'kcc-loan'] as const;
export type SchemeId = (typeof schemeIds)[number];

export const schemeSchema = z.object({
  /** The web translates the texts by this id. */
  id: z.enum(schemeIds),
  name: z.string(),
  description: z.string(),
  amount: z.string(),
  eligibility: z.string(),
  status: z.enum(['open', 'closed']),
  icon: z.enum(['income', 'insurance', 'soil', 'loan']),
  /** The address of the government's page. */
  applyUrl: z.string(),
  /** The date on which the scheme was compared with the government's page: YYYY-MM-DD. */
  checkedOn: z.string(),
});
export type Scheme = z.infer<typeof schemeSchema>;
