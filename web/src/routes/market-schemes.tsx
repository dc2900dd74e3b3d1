import { schemes } from '@upaj/contract/schemes';
import { SchemesCard } from '#features/schemes/schemes-card.tsx';
import { SupportTable } from '#features/schemes/support-table.tsx';
import { useTexts } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { MarketBack } from './shared/market-back.tsx';

export function MarketSchemesScreen() {
  const texts = useTexts('schemes');
  useTitle(texts.title);
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-3">
      <MarketBack />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{texts.title}</h1>
      <SchemesCard schemes={schemes} heading="h2" />
      <div className="pt-5">
        <SupportTable />
      </div>
    </div>
  );
}
