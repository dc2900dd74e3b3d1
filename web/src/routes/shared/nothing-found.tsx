import Search from 'lucide-react/icons/search';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={<Search size={28} />}
      title={t.feed.cropsEmpty}
      text={t.feed.cropsEmptyText}
      action={<Button onClick={onClear}>{t.feed.clearAll}</Button>}
    />
  );
}
