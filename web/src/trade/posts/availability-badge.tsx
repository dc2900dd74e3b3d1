import { useT } from '#i18n/locale.ts';
import { Badge } from '#ui/badge.tsx';

export function AvailabilityBadge({ isAvailable }: { isAvailable: boolean }) {
  const t = useT('post');
  return <Badge tone={isAvailable ? 'leaf' : 'mirch'}>{isAvailable ? t('available') : t('soldOut')}</Badge>;
}
