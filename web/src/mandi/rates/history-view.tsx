import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { RatePoint } from '@upaj/contract/mandi/rates';
import type { SupportPrice } from '@upaj/contract/mandi/support-prices';
import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { useSeasonName } from '#mandi/names.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import type { PriceChartProps } from './price-chart.tsx';

interface HistoryViewProps {
  points: readonly RatePoint[];
  support: SupportPrice | undefined;
  unit: WeightUnit;
  Chart: ComponentType<PriceChartProps>;
}

/** The chart has a slider: touch and arrow keys move the day, which screen readers read out. */
export function HistoryView({ points, support, unit, Chart }: HistoryViewProps) {
  const t = useT('market');
  const format = useFormat();
  const seasonName = useSeasonName();
  const last = points.length - 1;
  const [wanted, setIndex] = useState(last);
  const index = Math.min(wanted, last);
  const point = points[index];
  if (!point) return null;
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  const pointText = t('pointText', {
    date: format.date(point.date),
    modal: price(point.modalPrice),
    min: price(point.minPrice),
    max: price(point.maxPrice),
  });

  const move = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - 7,
      PageUp: index + 7,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setIndex(Math.max(0, Math.min(last, target)));
  };

  return (
    <div className="flex flex-col gap-2">
      {/* The text has room for two lines on phones, so that the chart does not jump. */}
      <p className="min-h-12 font-medium sm:min-h-6">{pointText}</p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('chart')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={pointText}
        onKeyDown={move}
        className="rounded-small"
      >
        <Chart points={points} support={support?.price} unit={unit} index={index} onIndex={setIndex} />
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-note">
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-0.75 w-6 rounded-full bg-leaf" />
          {t('modalPrice')}
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-3.5 w-6 rounded-small bg-leaf/20" />
          {t('range')}
        </li>
        {support && (
          <li className="flex items-center gap-2">
            <span aria-hidden className="w-6 border-t-3 border-dashed border-haldi" />
            {t('supportOf', { season: seasonName(support.season) })}: {price(support.price)}
          </li>
        )}
      </ul>
      <p className="text-note text-soft">{points.length === 1 ? t('historyOne') : t('chartHint')}</p>
    </div>
  );
}
