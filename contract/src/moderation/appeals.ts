import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { caseKinds } from './case-kinds.ts';
import { decisionSchema } from './decisions.ts';

/** What a decision shows to the person whom it is about. */
export const ownDecisionSchema = z.extend(z.omit(decisionSchema, { moderatorUsername: true, caseId: true }), {
  kind: z.enum(caseKinds),
  /** The title of the thing that the decision is about; '' when it is about the account. */
  title: z.string(),
  /** A person can appeal once, while the decision stands. */
  canAppeal: z.boolean(),
  /** True when the appeal was dismissed. */
  isUpheld: z.boolean(),
});
export type OwnDecision = z.infer<typeof ownDecisionSchema>;

export const appealFormSchema = z.object({ text: requiredText('appealRequired', limits.decision.text) });
export type AppealForm = z.infer<typeof appealFormSchema>;

/** A link to an appeal is valid for this many days. */
export const appealLinkLasts = 30;

/** The screen reads the token from the address's fragment, which browsers do not send to servers. */
export const appealPath = (token: string) => `/appeal#${token}` as const;

const linkSchema = z.object({ token: z.string(say('invalid')).check(z.maxLength(200, say('invalid'))) });
const limitsOfLinks = [{ name: 'appeal-links', points: 120, minutes: 60, by: 'address' }] as const;

export const appealEndpoints = {
  /** Only the person whom the decision is about can read it. */
  'GET /api/v1/appeals/:decisionId': {
    params: z.object({ decisionId: idSchema }),
    response: envelope(ownDecisionSchema),
  },
  /** A moderator other than the first one decides the appeal. */
  'POST /api/v1/appeals': {
    whenRestricted: 'open',
    body: z.extend(appealFormSchema, { decisionId: idSchema }),
    response: envelope(ownDecisionSchema),
    limits: [{ name: 'appeals', points: 20, minutes: 60, by: 'member' }],
  },
  /** Shows the decision that suspended the account to a person who cannot log in. */
  'POST /api/v1/appeals/link': {
    whenRestricted: 'open',
    body: linkSchema,
    response: envelope(ownDecisionSchema),
    limits: limitsOfLinks,
  },
  'POST /api/v1/appeals/link/send': {
    whenRestricted: 'open',
    body: z.extend(linkSchema, appealFormSchema.shape),
    response: envelope(ownDecisionSchema),
    limits: limitsOfLinks,
  },
} as const;
