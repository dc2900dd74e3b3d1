import { appealLinkLasts as days } from '@upaj/contract/moderation/appeals';
import type { ModerationDecisionData } from '@upaj/contract/moderation/notifications';
import { writeLinkEmail, type Recipient } from '#src/platform/mail/link-email.ts';
import type { Mail } from '#src/platform/mail/transport.ts';
import { textsIn } from '#src/platform/texts.ts';

/**
 * Says that the account was suspended, or what became of the appeal. It does not say why: others may read the mailbox.
 */
export function writeSuspensionEmail(
  to: Recipient,
  event: ModerationDecisionData['event'],
  link: string,
): Mail {
  return writeLinkEmail(to, link, (language) => {
    const t = textsIn(language, 'emails');
    const after = t('suspended.after', { days });
    if (event === 'made')
      return {
        subject: t('suspended.subject'),
        action: t('suspended.action'),
        before: t('suspended.before'),
        after,
      };
    const tSent = textsIn(language, 'push-and-email');
    const about = { kind: 'user', title: '' } as const;
    return {
      subject: tSent('subject', { title: tSent('title.moderation-decision', { event }) }),
      action: tSent('action.moderation-decision'),
      before: tSent('sentence', { text: textsIn(language, 'notifications')(`decision.${event}`, about) }),
      after,
    };
  });
}
