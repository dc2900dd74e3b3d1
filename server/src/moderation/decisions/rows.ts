import type { Decision, DecisionAction, DecisionReason } from '@upaj/contract/moderation/decisions';
import type { Database } from '#src/platform/db/connection.ts';

/** The staff role of a decision that no moderator made. */
export const automatic = 'automatic';

export function selectDecisions(executor: Database) {
  return executor
    .selectFrom('decisions')
    .leftJoin('users as moderators', 'moderators.id', 'decisions.moderator_id')
    .selectAll('decisions')
    .select('moderators.username as moderator')
    .select((eb) =>
      eb
        .exists(eb.selectFrom('cases').select('id').whereRef('cases.decision_id', '=', 'decisions.id'))
        .$castTo<boolean>()
        .as('is_appealed'),
    );
}

export function toDecision(
  row: Awaited<ReturnType<ReturnType<typeof selectDecisions>['execute']>>[number],
): Decision {
  const { undone_at: undoneAt } = row;
  return {
    _id: row.id,
    caseId: row.case_id,
    action: row.action as DecisionAction,
    reason: row.reason as DecisionReason,
    text: row.text,
    until: row.until?.toJSON() ?? null,
    createdAt: row.created_at.toJSON(),
    moderatorUsername: row.moderator,
    isAutomatic: row.moderator_role === automatic,
    isAppealed: row.is_appealed,
    undone: undoneAt && {
      at: undoneAt.toJSON(),
      reason: row.undo_reason as DecisionReason,
      text: row.undo_text,
    },
  };
}
