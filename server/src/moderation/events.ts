import type { ModerationDecisionData } from '@upaj/contract/moderation/notifications';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /**
     * A moderator made or undid a decision, or decided an appeal. The person whom the decision is about is notified.
     */
    'decision.made': { decisionId: string; event: ModerationDecisionData['event'] };
  }
}
