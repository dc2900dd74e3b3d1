import ArrowDown from 'lucide-react/icons/arrow-down';
import { useTexts } from '#i18n/locale.ts';
import { CountBadge } from '#ui/count-badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';

export function JumpButton({ count, onPress }: { count: number; onPress: () => void }) {
  const texts = useTexts('chat');
  return (
    <span className="absolute right-4 bottom-3">
      <IconButton
        label={count > 0 ? texts.toLatestNew(count) : texts.toLatest}
        onClick={onPress}
        className="border border-line bg-card text-leaf shadow-lg"
      >
        <ArrowDown size={22} aria-hidden />
        <CountBadge count={count} className="absolute -top-1.5 -right-1" />
      </IconButton>
    </span>
  );
}
