import Unlink from 'lucide-react/icons/unlink';
import type { ReactNode } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { MessagePage } from './message-page.tsx';

/** The link of a mail that is used, too old or cut short, and the way to a new one. */
export function LinkInvalid({ text, action }: { text?: string; action: ReactNode }) {
  const t = useT();
  const texts = useTexts('password');
  return (
    <MessagePage isFailure icon={<Unlink size={26} />} title={texts.linkInvalidTitle}>
      <p role="alert">{t.errors.LINK_INVALID}</p>
      {text && <p className="text-soft">{text}</p>}
      {action}
    </MessagePage>
  );
}
