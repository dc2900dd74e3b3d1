import { useT } from '#i18n/locale.ts';
import { Badge } from '#ui/badge.tsx';

interface AvailabilityBadgeProps {
  isAvailable: boolean;
  className?: string;
}

export function AvailabilityBadge({ isAvailable, className }: AvailabilityBadgeProps) {
  const t = useT('post');
  return (
    <Badge tone={isAvailable ? 'leaf' : 'mirch'} className={className}>
      {isAvailable ? t('available') : t('soldOut')}
    </Badge>
  );
}
