import Ban from 'lucide-react/icons/ban';
import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useBlock, type Blockable } from './use-block.ts';

/** In place of the posts of somebody whom the reader has blocked. */
export function BlockedNotice({ person }: { person: Blockable }) {
  const texts = useTexts('trust');
  const { ask, isBusy } = useBlock(person);
  return (
    <EmptyState
      icon={<Ban size={30} />}
      title={texts.blockedTitle}
      text={texts.blockedText}
      action={
        <Button busy={isBusy} onClick={() => void ask()}>
          {texts.unblock}
        </Button>
      }
    />
  );
}
