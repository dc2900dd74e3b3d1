import Star from 'lucide-react/icons/star';
import { useT } from '#i18n/locale.ts';

export function Rating({ value }: { value: number }) {
  const t = useT();
  const shown = value.toFixed(1);
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <Star size={15} aria-hidden fill="currentColor" className="text-haldi" />
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t.post.rating(shown)}</span>
    </span>
  );
}
