import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, optionalText, pageQueryFields, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { caseKinds, caseStatuses } from './case-kinds.ts';
import { personChecks } from '../people/checks.ts';
import { userTypeSchema } from '../people/credentials.ts';
import { postSchema } from '../trade/posts.ts';
import { decisionActions, decisionReasons, decisionSchema } from './decisions.ts';
import { flagSchema, linkRules } from './flags.ts';
import { reportReasons } from './reports.ts';

const personSchema = z.object({ _id: idSchema, username: z.string(), fullName: z.string() });

export const listedCaseSchema = z.object({
  _id: idSchema,
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  /** The title of the post or deal, or the text of the comment or message; '' when it was deleted. */
  title: z.string(),
  /** Whose thing it is. */
  person: personSchema,
  /** The sum of the weights of the open reports and of the flags. */
  weight: z.number(),
  reportsCount: z.number(),
  flagsCount: z.number(),
  openedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** The moderator who works on it, until a time. */
  claim: z.nullable(z.object({ username: z.string(), isMine: z.boolean(), until: z.string() })),
});
export type ListedCase = z.infer<typeof listedCaseSchema>;

/** An account that a flag names together with the person. At most ten are listed, those of a device first. */
export const linkedAccountSchema = z.object({
  _id: idSchema,
  username: z.string(),
  rule: z.enum(linkRules),
  /** Both were opened from one address within so many hours. Null for a device. */
  hours: z.nullable(z.number()),
});
export type LinkedAccount = z.infer<typeof linkedAccountSchema>;

/** What moderators see of a person. */
export const caseRecordSchema = z.object({
  createdAt: z.string(),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  verifiedFor: z.array(z.enum(personChecks)),
  isSuspended: z.boolean(),
  /** Null when nothing is restricted now. */
  restrictedUntil: z.nullable(z.string()),
  posts: z.number(),
  dealsCompleted: z.number(),
  dealsEnded: z.number(),
  /** Reports about what the person did, in all cases. */
  reports: z.number(),
  /** The latest 20 decisions about the person, without undone ones. */
  decisions: z.array(decisionSchema),
  linkedAccounts: z.array(linkedAccountSchema),
});

export const casePageSchema = z.extend(listedCaseSchema, {
  /** The reported thing. All are null when it was deleted, and of a person or message. */
  post: z.nullable(postSchema),
  comment: z.nullable(
    z.object({
      text: z.string(),
      createdAt: z.string(),
      isHidden: z.boolean(),
      postId: idSchema,
      postTitle: z.string(),
    }),
  ),
  deal: z.nullable(
    z.object({
      number: z.string(),
      title: z.string(),
      buyer: z.string(),
      seller: z.string(),
      endedAt: z.nullable(z.string()),
    }),
  ),
  profile: z.object({
    avatar: z.nullable(z.string()),
    bio: z.string(),
    state: z.string(),
    district: z.string(),
  }),
  isHidden: z.boolean(),
  /** The reported message, and those that reporters attached: nothing else of a chat. Oldest first. */
  messages: z.array(
    z.object({
      _id: idSchema,
      username: z.string(),
      text: z.string(),
      images: z.array(z.string()),
      createdAt: z.string(),
      isReported: z.boolean(),
    }),
  ),
  /** The heaviest 50. */
  reports: z.array(
    z.object({
      _id: idSchema,
      reason: z.enum([...reportReasons, 'problem', 'cancelled']),
      details: z.string(),
      weight: z.number(),
      /** Null for a deal that one side cancelled alone. */
      username: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  /** What automatic rules found, the heaviest first. */
  flags: z.array(flagSchema),
  /** The latest decision about this thing is first. */
  decisions: z.array(decisionSchema),
  /** What the person wants checked, until it is decided. Its photo is at `/api/v1/moderation/cases/:caseId/photo`. */
  verification: z.nullable(z.object({ check: z.enum(personChecks), gstNumber: z.nullable(z.string()) })),
  /** The decision that the person appeals against, and what they write. */
  appeal: z.nullable(z.object({ text: z.string(), decision: decisionSchema })),
  record: caseRecordSchema,
});
export type CasePage = z.infer<typeof casePageSchema>;

export const caseParamsSchema = z.object({ caseId: idSchema });

export const decisionFormSchema = z.object({
  action: z.enum(decisionActions, say('invalid')),
  reason: z.enum(decisionReasons, say('reasonRequired')),
  /** The person reads it. Dismissing and verifying need none. */
  text: optionalText(limits.decision.text),
  /** The addresses of the photos to remove; absent: all. */
  photos: z.optional(
    z
      .array(z.string(say('invalid')).check(z.maxLength(200, say('invalid'))), say('invalid'))
      .check(z.maxLength(limits.image.perPost, say('invalid'))),
  ),
  /** What was checked, for `verify`; absent: what the person wanted checked, if anything. */
  checked: emptyAsAbsent(z.enum(personChecks, say('invalid'))),
  /** How long a restriction lasts. */
  days: emptyAsAbsent(wholeNumber(1).check(z.lte(limits.decision.days, say('invalid')))),
});
export type DecisionForm = z.infer<typeof decisionFormSchema>;

export const undoFormSchema = z.object({
  reason: z.enum(decisionReasons, say('reasonRequired')),
  text: optionalText(limits.decision.text),
});
export type UndoForm = z.infer<typeof undoFormSchema>;

/** Only for moderators: others get NOT_FOUND. */
export const caseEndpoints = {
  /** Open ones: the heaviest first, of equal weight the oldest. Decided ones: the latest first. */
  'GET /api/v1/moderation/cases': {
    query: z.object({
      status: emptyAsAbsent(z.enum(caseStatuses, say('invalid'))),
      kind: emptyAsAbsent(z.enum(caseKinds, say('invalid'))),
      ...pageQueryFields,
    }),
    response: pagedEnvelope(listedCaseSchema),
  },
  /** A look at messages of a chat, at a request for the badge and at linked accounts is recorded. */
  'GET /api/v1/moderation/cases/:caseId': {
    params: caseParamsSchema,
    response: envelope(casePageSchema),
  },
  /** For 15 minutes, longer with each action. CASE_CLAIMED while another moderator has it. */
  'POST /api/v1/moderation/cases/:caseId/claim': {
    params: caseParamsSchema,
    response: envelope(listedCaseSchema),
  },
  'POST /api/v1/moderation/cases/:caseId/decisions': {
    params: caseParamsSchema,
    body: decisionFormSchema,
    response: envelope(decisionSchema),
  },
  /** Restores what the decision changed. */
  'POST /api/v1/moderation/decisions/:decisionId/undo': {
    params: z.object({ decisionId: idSchema }),
    body: undoFormSchema,
    response: envelope(decisionSchema),
  },
} as const;
