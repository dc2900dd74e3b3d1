import { sql, type Expression } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { ModerationNotifications } from '@upaj/contract/moderation/notifications';
import { caseTitle } from '#src/moderation/cases/rows.ts';
import {
  asSentence,
  dataId,
  type NotificationKinds,
  type OfNotification,
} from '#src/notify/notifications.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { datesInIndia } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';

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

export const moderationNotifications: NotificationKinds<ModerationNotifications> = {
  'moderation-decision': {
    isShown: (eb) => eb.exists(ownDecision(eb).select('decisions.id')),
    data: decisionData,
    title: ({ event }, language) =>
      textsIn(language, 'push-and-email')('title.moderation-decision', { event }),
    /** What was decided, the reason, and what the moderator wrote. */
    sentence({ event, action, reason, text, kind, title, until }, language) {
      const date = until ? datesInIndia[language].format(new Date(until)) : '';
      const values = { kind, title, date };
      const what = textsIn(language, 'notifications')(
        `decision.${event === 'made' ? action : event}`,
        values,
      );
      const why = textsIn(language, 'decisions')(`reason.${reason}`);
      return [asSentence(what, language), asSentence(why, language), text].filter(Boolean).join(' ');
    },
  },
};
