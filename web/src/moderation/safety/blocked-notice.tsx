import Ban from 'lucide-react/icons/ban';
import { useTexts } from '#i18n/locale.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { UnblockButton } from './unblock-button.tsx';
import type { Blockable } from './use-block.ts';

/** In place of the posts of somebody whom the reader has blocked. */
export function BlockedNotice({ person }: { person: Blockable }) {
  const texts = useTexts('trust');
  return (
    <EmptyState
      icon={<Ban size={30} />}
      title={texts.blockedTitle}
      text={texts.blockedText}
      action={<UnblockButton person={person} />}
    />
  );
}
