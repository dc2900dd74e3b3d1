import type { Source } from '@upaj/contract/mandi/market-page';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';

/** Says that a provider is down, and how old what is shown is. */
export function SourceTrouble({ source: { isFailing, freshness, updatedAt } }: { source: Source }) {
  const texts = useTexts('market');
  const format = useFormat();
  if (!isFailing || freshness === 'sample' || freshness === 'none') return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-haldi-wash px-3.5 py-2.5 text-note">
      <CloudOff size={18} aria-hidden className="mt-0.5 shrink-0" />
      {updatedAt ? texts.troubleSince(format.ago(updatedAt)) : texts.trouble}
    </p>
  );
}
