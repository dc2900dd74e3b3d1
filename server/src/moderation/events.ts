import type { ModerationDecisionData } from '@upaj/contract/moderation/notifications';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /**
     * A decision was made or undone, or its appeal was dismissed. The person whom the decision is about is notified.
     */
    'decision.made': { decisionId: string; event: ModerationDecisionData['event'] };
  }
}
