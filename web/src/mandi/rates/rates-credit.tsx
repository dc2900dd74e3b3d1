import type { Source } from '@upaj/contract/mandi/market-page';
import { useTexts } from '#i18n/locale.ts';

/** Where the rates are from; of what is made up, that it is. */
export function RatesCredit({ source }: { source: Source }) {
  const texts = useTexts('market');
  if (source.freshness === 'sample') return <p className="text-note text-soft">{texts.sampleCredit}</p>;
  return (
    <p className="text-note text-soft">
      {texts.credit}{' '}
      {source.url && (
        <a href={source.url} target="_blank" rel="noopener noreferrer" className="text-leaf underline">
          {source.name}
          <span className="sr-only"> ({texts.opensElsewhere})</span>
        </a>
      )}
    </p>
  );
}
