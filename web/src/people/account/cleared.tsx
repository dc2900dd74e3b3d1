import type { ClearedPart } from '@upaj/contract/people/address-proof';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { MessagePage } from './message-page.tsx';

interface ClearedProps {
  parts: readonly ClearedPart[];
  children: ReactNode;
}

/** Says what was removed when the address was proved for the first time. */
export function Cleared({ parts, children }: ClearedProps) {
  const t = useT('password');
  return (
    <MessagePage icon={<ShieldCheck size={28} />} title={t('clearedTitle')}>
      <p role="status">{t('clearedText')}</p>
      <ul className="list-disc pl-5 font-medium">
        {parts.map((part) => (
          <li key={part}>{t(`cleared.${part}`)}</li>
        ))}
      </ul>
      <p>{t('clearedNext')}</p>
      {children}
    </MessagePage>
  );
}
