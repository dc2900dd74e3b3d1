import * as z from 'zod/mini';
import { idSchema } from '../fields.ts';
import type { DataOf, TargetsOf } from '../notify/notifications.ts';
import { caseKinds } from './case-kinds.ts';
import { decisionActions, decisionReasons } from './decisions.ts';

export const moderationNotifications = () => ({
  /**
   * A decision about the user; 'upheld' means that another moderator dismissed the appeal. `title` is that of the post
   * or deal, or the text of the message or comment; '' for the account itself.
   */
  'moderation-decision': z.object({
    decisionId: idSchema,
    event: z.enum(['made', 'undone', 'upheld']),
    action: z.enum(decisionActions),
    reason: z.enum(decisionReasons),
    text: z.string(),
    /** When a restriction ends. */
    until: z.nullable(z.string()),
    kind: z.enum(caseKinds),
    title: z.string(),
  }),
});

export type ModerationNotifications = DataOf<ReturnType<typeof moderationNotifications>>;
export type ModerationDecisionData = ModerationNotifications['moderation-decision'];

export const moderationTargets = {
  'moderation-decision': ({ decisionId }) => ({ to: '/decisions/$decisionId', params: { decisionId } }),
} satisfies TargetsOf<ReturnType<typeof moderationNotifications>>;
