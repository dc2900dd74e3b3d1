import { useQuery } from '@tanstack/react-query';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { HistoryDays, Rate, RatePoint } from '@upaj/contract/mandi/rates';
import { findSupportPrice } from '@upaj/contract/mandi/support-prices';
import { useState, type ComponentType } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useFormat } from '#lib/format.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Chip, ChipGroup } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { ErrorState } from '#ui/states.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { formatPrice } from '#mandi/weight-unit.ts';
import { historyQuery } from './api.ts';
import { HistoryView } from './history-view.tsx';
import type { PriceChartProps } from './price-chart.tsx';

interface PriceHistoryProps {
  rate: Rate;
  unit: WeightUnit;
  days: HistoryDays;
  onDays: (days: HistoryDays) => void;
}

export function PriceHistory({ rate, unit, days, onDays }: PriceHistoryProps) {
  const t = useT('market');
  const [isTable, setTable] = useState(false);
  const {
    data: points,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(historyQuery(rate._id, days));
  const chart = useChart();
  const isEmpty = points?.length === 0;
  const plausible = points?.filter(({ isDoubtful }) => !isDoubtful) ?? [];
  // A price that is a hundred times the others would make them one flat line.
  const drawn = plausible.length > 0 ? plausible : (points ?? []);
  const doubtful = (points?.length ?? 0) - drawn.length;
  return (
    <Card className="flex flex-col gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChipGroup
          label={t('historyRange')}
          options={toOptions(textGroup('market', 'days'))}
          value={days}
          onChange={(chosen) => onDays(chosen as HistoryDays)}
        />
        {chart.state !== 'failed' && (
          <Chip pressed={isTable} onPress={() => setTable(!isTable)}>
            {t('asTable')}
          </Chip>
        )}
      </div>
      {!points && error ? (
        <ErrorState
          heading="h3"
          title={t('historyFailed')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : isEmpty ? (
        <p className="py-10 text-center text-soft">{t('historyNone')}</p>
      ) : !points || (chart.state === 'loading' && !isTable) ? (
        <div role="status">
          <span className="sr-only">{t('historyLoading')}</span>
          <Skeleton shape="block" className="h-89 w-full" />
        </div>
      ) : (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
          {chart.state === 'failed' && <p className="pb-3 text-soft">{t('chartFailed')}</p>}
          {chart.state === 'ready' && !isTable ? (
            <HistoryView
              // With a new key for each range, the view starts again at the last day.
              key={`${drawn[0]?.date} ${drawn.length}`}
              points={drawn}
              support={rate.unit === 'quintal' ? findSupportPrice(rate) : undefined}
              unit={unit}
              Chart={chart.Chart}
            />
          ) : (
            <HistoryTable points={points} unit={unit} />
          )}
          {doubtful > 0 && (
            <p className="pt-2 text-note text-soft">
              {isTable ? t('doubtfulText') : t('doubtfulDays', { count: doubtful })}
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

type ChartState =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; Chart: ComponentType<PriceChartProps> };

/** Loads the chart library. When it cannot be loaded, a table is shown instead. */
function useChart(): ChartState {
  const { data: Chart, isError } = useQuery(
    moduleQuery('price-chart', async () => (await import('./price-chart.tsx')).PriceChart),
  );
  if (Chart) return { state: 'ready', Chart };
  return { state: isError ? 'failed' : 'loading' };
}

function HistoryTable({ points, unit }: { points: readonly RatePoint[]; unit: WeightUnit }) {
  const tNames = useT('names');
  const t = useT('market');
  const format = useFormat();
  return (
    <div
      className="max-h-96 overflow-y-auto overscroll-contain"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={0}
      role="group"
      aria-label={t('history')}
    >
      <table className="w-full text-left text-note sm:text-base">
        <caption className="sr-only">
          {t('history')}, {tNames(`unit.per ${unit}`)}
        </caption>
        <thead className="sticky top-0 bg-card">
          <tr className="text-note text-soft *:px-2 *:py-2 *:font-semibold">
            <th scope="col">{t('date')}</th>
            <th scope="col" className="text-right">
              {t('modalPrice')}
            </th>
            <th scope="col" className="text-right">
              {t('lowest')}
            </th>
            <th scope="col" className="text-right">
              {t('highest')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map((point) => (
            <tr key={point.date} className="border-t border-line *:px-2 *:py-2">
              <th scope="row" className="font-normal">
                {format.date(point.date)}
                {point.isDoubtful && (
                  <Badge tone="haldi" className="ml-2">
                    {t('doubtful')}
                  </Badge>
                )}
              </th>
              <td className="text-right font-bold">{formatPrice(point.modalPrice, unit)}</td>
              <td className="text-right">{formatPrice(point.minPrice, unit)}</td>
              <td className="text-right">{formatPrice(point.maxPrice, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
