import * as z from 'zod/mini';
import { idSchema } from '../fields.ts';
import type { CaseKind } from './case-kinds.ts';
import { reportReasons } from './reports.ts';

export const decisionActions = [
  'dismiss',
  'ask-change',
  'hide',
  'remove-photo',
  'warn',
  'restrict',
  'suspend',
  'verify',
  'refuse',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

const forReports: readonly CaseKind[] = ['post', 'user', 'message', 'comment', 'deal'];
const forThings: readonly CaseKind[] = [...forReports, 'verification'];

const kindsFor: Readonly<Record<DecisionAction, readonly CaseKind[]>> = {
  dismiss: [...forReports, 'appeal'],
  'ask-change': forThings,
  hide: ['post', 'comment'],
  'remove-photo': ['post', 'user'],
  warn: forThings,
  restrict: forThings,
  suspend: forThings,
  verify: ['user', 'verification'],
  refuse: ['user', 'verification'],
};

/** What moderators can decide about a case of this kind. An appeal is granted by undoing the decision. */
export function actionsFor(kind: CaseKind): DecisionAction[] {
  return decisionActions.filter((action) => kindsFor[action].includes(kind));
}

/** Those after 'copy' say why nothing is wrong, or why a decision is undone. */
export const decisionReasons = [
  ...reportReasons,
  'copy',
  'proven',
  'not-proven',
  'allowed',
  'mistake',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

export const decisionSchema = z.object({
  _id: idSchema,
  caseId: idSchema,
  action: z.enum(decisionActions),
  reason: z.enum(decisionReasons),
  text: z.string(),
  /** When a restriction ends. */
  until: z.nullable(z.string()),
  createdAt: z.string(),
  /** Null after the moderator's account was deleted, and of an automatic decision. */
  moderatorUsername: z.nullable(z.string()),
  /** A copy of a removed post was hidden without a moderator. */
  isAutomatic: z.boolean(),
  isAppealed: z.boolean(),
  undone: z.nullable(z.object({ at: z.string(), reason: z.enum(decisionReasons), text: z.string() })),
});
export type Decision = z.infer<typeof decisionSchema>;
