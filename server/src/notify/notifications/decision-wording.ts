import type { ModerationDecisionData } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import { datesInIndia } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';

/** What was decided, the reason, and what the moderator wrote. */
export function decisionSentences(decision: ModerationDecisionData, language: Language): string {
  const { event, action, reason, text, kind, title, until } = decision;
  const t = textsIn(language, 'notifications');
  const tSent = textsIn(language, 'push-and-email');
  const date = until ? datesInIndia[language].format(new Date(until)) : '';
  const headline = t(`decision.${event === 'made' ? action : event}`, { kind, title, date });
  const why = textsIn(language, 'decisions')(`reason.${reason}`);
  return [tSent('sentence', { text: headline }), tSent('sentence', { text: why }), text]
    .filter(Boolean)
    .join(' ');
}
