import type { DealRecord } from '@upaj/contract/people/record';
import Handshake from 'lucide-react/icons/handshake';
import { useT } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';

/** Returns a text like '12 deals · 98% confirmed by both · usually pays in 2 days'. */
function useRecordText(): (record: DealRecord) => string {
  const t = useT('post');
  return ({ completed, confirmedPercent, paymentDays }) => {
    if (confirmedPercent === null)
      return completed === 0 ? t('record.new') : t('record.few', { count: completed });
    return [
      t('record.deals', { count: completed, shown: formatCount(completed) }),
      t('record.confirmed', { percent: confirmedPercent }),
      ...(paymentDays === null ? [] : [t('record.paysIn', { days: paymentDays })]),
    ].join(' · ');
  };
}

interface RecordProps {
  /** Feeds that an older version stored have no records. */
  record: DealRecord | undefined;
}

interface RecordLineProps extends RecordProps {
  /** Deals that the person cancelled alone after money, and that are not settled. Only profiles have it. */
  openDisputes?: number | undefined;
}

export function RecordLine({ record, openDisputes = 0 }: RecordLineProps) {
  const t = useT('post');
  const textOf = useRecordText();
  if (!record) return null;
  return (
    <span className="flex items-start gap-1.5">
      <Handshake size={16} aria-hidden className="mt-0.5 text-leaf" />
      <span>
        {textOf(record)}
        {openDisputes > 0 && (
          <span className="block text-mirch">{t('record.disputes', { count: openDisputes })}</span>
        )}
      </span>
    </span>
  );
}

/** Shows the number of deals, for people who have a record. */
export function RecordCount({ record }: RecordProps) {
  const textOf = useRecordText();
  if (!record || record.confirmedPercent === null) return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Handshake size={15} aria-hidden className="text-leaf" />
      <span aria-hidden>{formatCount(record.completed)}</span>
      <span className="sr-only">{textOf(record)}</span>
    </span>
  );
}
