import { timings } from '@upaj/contract/limits';
import type { Language } from '@upaj/contract/texts';
import type { EmailText } from '#src/platform/mail/link-email.ts';
import { textsIn } from '#src/platform/texts.ts';
import type { LinkPurpose } from './store.ts';

const minutes = timings.resetLink / 60_000;
const hours = timings.verifyLink / 3_600_000;

/** Contains no name, because anyone may register any address. */
export function writeLinkText(purpose: LinkPurpose, language: Language): EmailText {
  const t = textsIn(language, 'emails');
  return {
    subject: t(`${purpose}.subject`),
    action: t(`${purpose}.action`),
    before: t(`${purpose}.before`),
    after:
      purpose === 'reset-password' ? t(`${purpose}.after`, { minutes }) : t(`${purpose}.after`, { hours }),
  };
}
