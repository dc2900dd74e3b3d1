import { jsonBuildObject } from 'kysely/helpers/postgres';
import { sql, type Expression } from 'kysely';
import { caseTitle } from '#src/moderation/cases/rows.ts';
import { dataId, type NotificationKinds, type OfNotification } from '#src/notify/notifications/rows.ts';
import { isoTime } from '#src/platform/db/times.ts';

function ownDecision(eb: OfNotification) {
  return eb
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .where('decisions.id', '=', dataId('decisionId'));
}

const isUndone = sql<boolean>`(notification.data ->> 'event' = 'undone')`;

function decisionData(eb: OfNotification): Expression<unknown> {
  return ownDecision(eb).select((of) =>
    jsonBuildObject({
      action: of.ref('decisions.action'),
      reason: sql`case when ${isUndone} then decisions.undo_reason else decisions.reason end`,
      text: sql`case when ${isUndone} then decisions.undo_text else decisions.text end`,
      until: isoTime('decisions.until'),
      kind: of.ref('cases.kind'),
      title: of.fn.coalesce(caseTitle, sql.lit('')),
    }).as('decision'),
  );
}

export const moderationNotifications: NotificationKinds = {
  'moderation-decision': {
    isShown: (eb) => eb.exists(ownDecision(eb).select('decisions.id')),
    data: decisionData,
  },
};
