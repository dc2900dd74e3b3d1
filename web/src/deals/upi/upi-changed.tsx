import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';

/** Shows the buyer when the seller confirmed another UPI ID in this deal. */
export function UpiChanged({ name, at }: { name: string; at: string }) {
  const t = useT('deals');
  const { date } = useFormat();
  return (
    <p className="flex gap-3 rounded-control bg-haldi-wash px-4 py-3 font-medium">
      <TriangleAlert size={22} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-break-word">{t('upi.changedOn', { name, date: date(at) })}</span>
    </p>
  );
}
