import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { AgreedPrice as Agreed } from '@upaj/contract/mandi/market-prices';
import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';

interface AgreedPriceProps {
  agreed: Agreed | null | undefined;
  district: string;
  unit: WeightUnit;
}

/** Shows the price of completed deals, also where the mandi's rate is sample data. */
export function AgreedPrice({ agreed, district, unit }: AgreedPriceProps) {
  const tNames = useT('names');
  const t = useT('mandi');
  const locale = useLocale();
  const placeName = usePlaceName();
  if (!agreed) return null;
  return (
    <Card className="p-4">
      <p className="text-note font-semibold text-soft">{t('agreed')}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="text-title font-bold tracking-tight">
          {formatMoney(unit === 'kg' ? agreed.perQuintal / 100 : agreed.perQuintal)}
        </b>
        <span className="text-soft">{tNames(`unit.per ${unit}`)}</span>
      </p>
      <p className="text-note text-soft">
        {t('agreedOf', {
          count: agreed.deals,
          district: placeName(district),
          week: formatDay(agreed.week, locale),
        })}
      </p>
    </Card>
  );
}
