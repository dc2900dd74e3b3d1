import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { idSchema, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { caseKinds } from './case-kinds.ts';
import { decisionSchema } from './decisions.ts';

/** What the person whom a decision is about sees of it. */
export const ownDecisionSchema = z.extend(z.omit(decisionSchema, { moderatorUsername: true, caseId: true }), {
  kind: z.enum(caseKinds),
  /** What it is about; '' for the account itself. */
  title: z.string(),
  /** Once, while the decision stands. */
  canAppeal: z.boolean(),
  /** The appeal was dismissed. */
  isUpheld: z.boolean(),
});
export type OwnDecision = z.infer<typeof ownDecisionSchema>;

export const appealEndpoints = {
  /** Only of the person whom it is about. */
  'GET /api/v1/appeals/:decisionId': {
    params: z.object({ decisionId: idSchema }),
    response: envelope(ownDecisionSchema),
  },
  /** Another moderator than the first decides. */
  'POST /api/v1/appeals': {
    body: z.object({ decisionId: idSchema, text: requiredText('appealRequired', limits.decision.text) }),
    response: envelope(ownDecisionSchema),
    limits: [{ name: 'appeals', points: 20, minutes: 60, by: 'member' }],
  },
} as const;
