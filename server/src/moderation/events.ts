import type { ModerationDecisionData } from '@upaj/contract/moderation/notifications';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /** The person whom the decision of a moderator is about is notified. */
    'decision.made': { decisionId: string; event: ModerationDecisionData['event'] };
  }
}
