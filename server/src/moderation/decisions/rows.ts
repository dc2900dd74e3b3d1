import type { Decision, DecisionAction, DecisionReason } from '@upaj/contract/moderation/decisions';
import type { Database } from '#src/platform/db/connection.ts';

/** The staff role of a decision that no moderator made. */
export const automatic = 'automatic';

/** Returns whether a moderator or an operator has hidden the post, not only reports. */
export async function hasHideOf(db: Database, postId: string): Promise<boolean> {
  const hides = db
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select('cases.post_id')
    .where('cases.post_id', '=', postId)
    .where('action', '=', 'hide')
    .where('undone_at', 'is', null);
  const byOperator = db.selectFrom('removed_posts').select('post_id').where('post_id', '=', postId);
  return (await hides.unionAll(byOperator).executeTakeFirst()) !== undefined;
}

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
