import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Overview } from '@upaj/contract/mandi/market-page';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { Pins } from './pins.tsx';
import { RateRows } from './rates-table.tsx';

const shownAtFirst = 4;

interface OwnRatesProps {
  overview: Overview;
  unit: WeightUnit;
  pins: Pins;
}

/** Shows the viewer's own crops above all others. */
export function OwnRates({ overview: { own, rates }, unit, pins }: OwnRatesProps) {
  const t = useT('market');
  const [isWhole, setWhole] = useState(false);
  if (own.length === 0) return null;
  const isCut = !isWhole && own.length > shownAtFirst;
  return (
    <>
      <h3 className="-mb-1.5 font-semibold">{t('own')}</h3>
      <Card className="overflow-x-auto">
        <RateRows
          rates={own.slice(0, isCut ? shownAtFirst : undefined).map(({ rate }) => rate)}
          unit={unit}
          latest={rates.lastUpdated}
          location={rates.location}
          pins={pins}
          caption={t('own')}
        />
      </Card>
      {isCut && (
        <Button variant="quiet" className="self-center" onClick={() => setWhole(true)}>
          {t('moreRates')}
        </Button>
      )}
      <h3 className="-mb-1.5 font-semibold">{t('allRates')}</h3>
    </>
  );
}
