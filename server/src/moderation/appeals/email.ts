import { appealLinkLasts as days } from '@upaj/contract/moderation/appeals';
import { writeLinkEmail, type Recipient } from '#src/platform/mail/link-email.ts';
import type { Mail } from '#src/platform/mail/transport.ts';
import { textsIn } from '#src/platform/texts.ts';

/** It does not say why: others may read the mailbox. */
export function writeSuspendedEmail(to: Recipient, link: string): Mail {
  return writeLinkEmail(to, link, (language) => {
    const t = textsIn(language, 'emails');
    return {
      subject: t('suspended.subject'),
      action: t('suspended.action'),
      before: t('suspended.before'),
      after: t('suspended.after', { days }),
    };
  });
}
