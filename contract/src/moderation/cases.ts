import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, optionalText, pageQueryFields, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { caseKinds, caseStatuses } from './case-kinds.ts';
import { cautionFields, personChecks } from '../people/checks.ts';
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
  /** The author of the content, the reported person, or the side of the deal that the case is about. */
  person: personSchema,
  /** The sum of the weights of the open reports and of the flags. */
  weight: z.number(),
  reportsCount: z.number(),
  flagsCount: z.number(),
  openedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** The moderator who works on the case, and the time until which nobody else can decide it. */
  claim: z.nullable(z.object({ username: z.string(), isMine: z.boolean(), until: z.string() })),
});
export type ListedCase = z.infer<typeof listedCaseSchema>;

/**
 * Why a post was not hidden without a moderator, although the reports or a copy would be enough: a moderator found
 * nothing wrong before, these reporters have hidden another post that a moderator has not looked at, or too many posts
 * were hidden today.
 */
export const heldReasons = ['allowed-before', 'reporter-budget', 'market-budget'] as const;
export type HeldFor = (typeof heldReasons)[number];

/** An account that a flag links to the person. At most ten are listed, those with the same device first. */
export const linkedAccountSchema = z.object({
  _id: idSchema,
  username: z.string(),
  rule: z.enum(linkRules),
  /** Both accounts were opened from one address within this many hours. Null when the link is a device. */
  hours: z.nullable(z.number()),
});
export type LinkedAccount = z.infer<typeof linkedAccountSchema>;

/** What moderators see of a person. */
export const caseRecordSchema = z.object({
  createdAt: z.string(),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  verifiedFor: z.array(z.enum(personChecks)),
  badgeReview: cautionFields.badgeReview,
  /** The name and firm that the badge was given for. Null when that was not recorded. */
  verifiedAs: z.nullable(z.object({ fullName: z.string(), businessName: z.string() })),
  isSuspended: z.boolean(),
  /** Null when the person is not restricted now. */
  restrictedUntil: z.nullable(z.string()),
  posts: z.number(),
  dealsCompleted: z.number(),
  dealsEnded: z.number(),
  /** Counts the reports about the person in all cases. */
  reports: z.number(),
  /** The latest 20 decisions about the person that were not undone. */
  decisions: z.array(decisionSchema),
  linkedAccounts: z.array(linkedAccountSchema),
});

export const casePageSchema = z.extend(listedCaseSchema, {
  /**
   * Of `post`, `comment` and `deal`, the one that the case's kind names has the reported thing, or null when it was
   * deleted. The others are null.
   */
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
  heldFor: z.nullable(z.enum(heldReasons)),
  /**
   * True when there are messages, photos of a hidden post, a request for the badge or linked accounts which are left
   * out here: only the moderator who works on the case, or on an appeal against its decision, sees them.
   */
  hidesEvidence: z.boolean(),
  /** What the case was about when the person deleted the post or the account. It stays until `until`. */
  evidence: z.nullable(
    z.object({
      username: z.string(),
      fullName: z.string(),
      title: z.string(),
      text: z.string(),
      images: z.array(z.string()),
      until: z.string(),
    }),
  ),
  /** The reported message and those that reporters attached, oldest first. Moderators see nothing else of a chat. */
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
  /** The 50 reports with the highest weights. */
  reports: z.array(
    z.object({
      _id: idSchema,
      reason: z.enum([...reportReasons, 'problem', 'cancelled']),
      details: z.string(),
      weight: z.number(),
      /** Null when the report was made because one side cancelled a deal alone. */
      username: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  /** Findings of the automatic rules, those with the highest weight first. */
  flags: z.array(flagSchema),
  /** Decisions about this thing, latest first. */
  decisions: z.array(decisionSchema),
  /** The open request for the badge. Its photo is at `/api/v1/moderation/cases/:caseId/photo`. */
  verification: z.nullable(z.object({ check: z.enum(personChecks), gstNumber: z.nullable(z.string()) })),
  /** The person's appeal, and the decision that it is about. */
  appeal: z.nullable(z.object({ text: z.string(), decision: decisionSchema })),
  record: caseRecordSchema,
});
export type CasePage = z.infer<typeof casePageSchema>;

export const caseParamsSchema = z.object({ caseId: idSchema });

export const decisionFormSchema = z.object({
  action: z.enum(decisionActions, say('invalid')),
  reason: z.enum(decisionReasons, say('reasonRequired')),
  /** The person reads this text. Dismissing and verifying need none. */
  text: optionalText(limits.decision.text),
  /** The URLs of the photos to remove; all photos are removed when it is absent. */
  photos: z.optional(
    z
      .array(z.string(say('invalid')).check(z.maxLength(200, say('invalid'))), say('invalid'))
      .check(z.maxLength(limits.image.perPost, say('invalid'))),
  ),
  /** What the moderator checked before `verify`. When it is absent, it is what the person asked to have checked. */
  checked: emptyAsAbsent(z.enum(personChecks, say('invalid'))),
  /** The days that a restriction lasts. */
  days: emptyAsAbsent(wholeNumber(1).check(z.lte(limits.decision.days, say('invalid')))),
});
export type DecisionForm = z.infer<typeof decisionFormSchema>;

export const undoFormSchema = z.object({
  reason: z.enum(decisionReasons, say('reasonRequired')),
  text: optionalText(limits.decision.text),
});
export type UndoForm = z.infer<typeof undoFormSchema>;

/** Only moderators can make these calls. Others get NOT_FOUND. */
export const caseEndpoints = {
  /** Lists open cases by weight, and the oldest first when it is equal. Decided cases are listed latest first. */
  'GET /api/v1/moderation/cases': {
    query: z.object({
      status: emptyAsAbsent(z.enum(caseStatuses, say('invalid'))),
      kind: emptyAsAbsent(z.enum(caseKinds, say('invalid'))),
      ...pageQueryFields,
    }),
    response: pagedEnvelope(listedCaseSchema),
  },
  /**
   * The server records who looks at messages of a chat, at a request for the badge and at linked accounts. Moderators
   * who are a party of the case get ANOTHER_MODERATOR, also when they claim or decide it.
   */
  'GET /api/v1/moderation/cases/:caseId': {
    params: caseParamsSchema,
    response: envelope(casePageSchema),
  },
  /**
   * Claims the case for 15 minutes, which each action extends. Responds with CASE_CLAIMED while another moderator has
   * it.
   */
  'POST /api/v1/moderation/cases/:caseId/claim': {
    whenRestricted: 'open',
    params: caseParamsSchema,
    response: envelope(listedCaseSchema),
  },
  'POST /api/v1/moderation/cases/:caseId/decisions': {
    whenRestricted: 'open',
    params: caseParamsSchema,
    body: decisionFormSchema,
    response: envelope(decisionSchema),
  },
  /** Reverses what the decision changed. */
  'POST /api/v1/moderation/decisions/:decisionId/undo': {
    whenRestricted: 'open',
    params: z.object({ decisionId: idSchema }),
    body: undoFormSchema,
    response: envelope(decisionSchema),
  },
} as const;
