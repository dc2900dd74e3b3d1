import type { DealRecord } from '@upaj/contract/deals/record';
import Handshake from 'lucide-react/icons/handshake';
import { useT } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';

/** '12 deals · 98% confirmed by both · usually pays in 2 days'. */
function useRecordText(): (record: DealRecord) => string {
  const t = useT('record');
  return ({ completed, confirmedPercent, paymentDays }) => {
    if (confirmedPercent === null) {
      return [t('new'), ...(completed > 0 ? [t('few', { count: completed })] : [])].join(' · ');
    }
    return [
      t('deals', { count: completed, shown: formatCount(completed) }),
      t('confirmed', { percent: confirmedPercent }),
      ...(paymentDays === null ? [] : [t('paysIn', { days: paymentDays })]),
    ].join(' · ');
  };
}

/** A stored feed of an older version has no records. */
export function RecordLine({ record }: { record: DealRecord | undefined }) {
  const textOf = useRecordText();
  if (!record) return null;
  return (
    <span className="flex items-start gap-1.5">
      <Handshake size={16} aria-hidden className="mt-0.5 text-leaf" />
      <span>{textOf(record)}</span>
    </span>
  );
}
