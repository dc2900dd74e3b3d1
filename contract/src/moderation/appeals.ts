import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
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

export const appealFormSchema = z.object({ text: requiredText('appealRequired', limits.decision.text) });
export type AppealForm = z.infer<typeof appealFormSchema>;

/** A link is valid for so many days. */
export const appealLinkLasts = 30;

/** The screen reads the token from the address. Servers do not see what is after `#`. */
export const appealPath = (token: string) => `/appeal#${token}` as const;

const linkSchema = z.object({ token: z.string(say('invalid')).check(z.maxLength(200, say('invalid'))) });
const limitsOfLinks = [{ name: 'appeal-links', points: 120, minutes: 60, by: 'address' }] as const;

export const appealEndpoints = {
  /** Only of the person whom it is about. */
  'GET /api/v1/appeals/:decisionId': {
    params: z.object({ decisionId: idSchema }),
    response: envelope(ownDecisionSchema),
  },
  /** Another moderator than the first decides. */
  'POST /api/v1/appeals': {
    body: z.extend(appealFormSchema, { decisionId: idSchema }),
    response: envelope(ownDecisionSchema),
    limits: [{ name: 'appeals', points: 20, minutes: 60, by: 'member' }],
  },
  /** A person who cannot log in reads the decision that suspended the account. */
  'POST /api/v1/appeals/link': {
    body: linkSchema,
    response: envelope(ownDecisionSchema),
    limits: limitsOfLinks,
  },
  'POST /api/v1/appeals/link/send': {
    body: z.extend(linkSchema, appealFormSchema.shape),
    response: envelope(ownDecisionSchema),
    limits: limitsOfLinks,
  },
} as const;
