import type { Freshness, Source } from '@upaj/contract/mandi/market-page';
import CloudOff from 'lucide-react/icons/cloud-off';
import FlaskConical from 'lucide-react/icons/flask-conical';
import History from 'lucide-react/icons/history';
import { useT } from '#i18n/locale.ts';
import { useFormat, useFormatDay } from '#lib/format.ts';
import { useNow } from '#lib/use-time.ts';
import { Badge } from '#ui/badge.tsx';

interface SourceBadgeProps {
  freshness: Freshness;
  date: string | null;
}

/** Says 'Live Data' only for recent data from a provider. */
export function SourceBadge({ freshness, date }: SourceBadgeProps) {
  const tCommon = useT('common');
  const t = useT('market');
  const { daysSince } = useFormatDay();
  const format = useFormat();
  if (freshness === 'live') {
    return (
      <Badge tone="leaf" className="rounded-full">
        <span aria-hidden className="size-2 rounded-full bg-leaf" />
        {t('liveData')}
      </Badge>
    );
  }
  if (freshness === 'sample') {
    return (
      <Badge tone="haldi">
        <FlaskConical size={15} aria-hidden />
        {date ? t('sampleOf', { date: format.date(date) }) : t('sampleData')}
      </Badge>
    );
  }
  if (freshness === 'none' || !date) return null;
  const age = daysSince(date);
  return (
    <Badge tone="plain">
      <History size={15} aria-hidden />
      {t('lastDataOf', { date: format.date(date) })}
      {age > 0 && ` (${tCommon('daysAgo', { days: age })})`}
    </Badge>
  );
}

export function SourceTrouble({ source: { isFailing, freshness, updatedAt } }: { source: Source }) {
  const t = useT('market');
  const format = useFormat();
  if (!isFailing || freshness === 'sample' || freshness === 'none') return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-haldi-wash px-3.5 py-2.5 text-note">
      <CloudOff size={18} aria-hidden className="mt-0.5 shrink-0" />
      {updatedAt ? t('troubleSince', { ago: format.ago(updatedAt) }) : t('trouble')}
    </p>
  );
}

const liveFor = 6 * 3_600_000;

/** Live data becomes old after it has been on the screen for some hours. */
export function useFreshness(freshness: Freshness, receivedAt: number): Freshness {
  const isLeftOver = useNow() - receivedAt > liveFor;
  return freshness === 'live' && isLeftOver ? 'old' : freshness;
}
