import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { useBlock, type Blockable } from './use-block.ts';

export function UnblockButton({ person }: { person: Blockable }) {
  const texts = useTexts('trust');
  const { ask, isBusy } = useBlock(person);
  return (
    <Button busy={isBusy} onClick={() => void ask()}>
      {texts.unblock}
    </Button>
  );
}
