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

/** Lists what moderators can decide about a case of this kind. They grant an appeal by undoing the decision. */
export function actionsFor(kind: CaseKind): DecisionAction[] {
  return decisionActions.filter((action) => kindsFor[action].includes(kind));
}

/** Reasons for and against a decision. Those after 'copy' say why nothing is wrong, or why a decision is undone. */
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
  /** The time when a restriction ends; null for other decisions. */
  until: z.nullable(z.string()),
  createdAt: z.string(),
  /** Null for an automatic decision, and when the moderator's account was deleted. */
  moderatorUsername: z.nullable(z.string()),
  /** True when a copy of a removed post was hidden without a moderator. */
  isAutomatic: z.boolean(),
  isAppealed: z.boolean(),
  undone: z.nullable(z.object({ at: z.string(), reason: z.enum(decisionReasons), text: z.string() })),
});
export type Decision = z.infer<typeof decisionSchema>;
