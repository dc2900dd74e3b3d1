import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import { useT } from '#i18n/locale.ts';
import { Badge } from '#ui/badge.tsx';

const tones = {
  agreed: 'haldi',
  delivered: 'haldi',
  paid: 'haldi',
  completed: 'leaf',
  cancelled: 'mirch',
} as const;

export function StatusBadge({ status }: { status: DealStatus }) {
  const t = useT('deals');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
