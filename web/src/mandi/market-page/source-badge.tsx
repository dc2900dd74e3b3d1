import type { Freshness } from '@upaj/contract/mandi/market-page';
import FlaskConical from 'lucide-react/icons/flask-conical';
import History from 'lucide-react/icons/history';
import { useT, useTexts } from '#i18n/locale.ts';
import { useFormatDay } from '#lib/format-day.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';

interface SourceBadgeProps {
  freshness: Freshness;
  /** The latest day there is anything of. */
  date: string | null;
}

/** How far the rates are to be believed. 'Live Data' is said of nothing but what a provider delivered, and lately. */
export function SourceBadge({ freshness, date }: SourceBadgeProps) {
  const t = useT();
  const texts = useTexts('market');
  const { daysSince } = useFormatDay();
  const format = useFormat();
  if (freshness === 'live') {
    return (
      <Badge tone="leaf" className="rounded-full">
        <span aria-hidden className="size-2 rounded-full bg-leaf" />
        {texts.liveData}
      </Badge>
    );
  }
  if (freshness === 'sample') {
    return (
      <Badge tone="haldi">
        <FlaskConical size={15} aria-hidden />
        {date ? texts.sampleOf(format.date(date)) : texts.sampleData}
      </Badge>
    );
  }
  if (freshness === 'none' || !date) return null;
  const age = daysSince(date);
  return (
    <Badge tone="plain">
      <History size={15} aria-hidden />
      {texts.lastDataOf(format.date(date))}
      {age > 0 && ` (${t.common.daysAgo(age)})`}
    </Badge>
  );
}
