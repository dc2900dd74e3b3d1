import { useQuery } from '@tanstack/react-query';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { HistoryDays, Rate } from '@upaj/contract/mandi/rates';
import { findSupportPrice } from '@upaj/contract/mandi/support-prices';
import { useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Card } from '#ui/card.tsx';
import { Chip, ChipGroup } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { historyQuery } from './api.ts';
import { HistoryTable } from './history-table.tsx';
import { HistoryView } from './history-view.tsx';
import { useChart } from './use-chart.ts';

interface PriceHistoryProps {
  rate: Rate;
  unit: WeightUnit;
  days: HistoryDays;
  onDays: (days: HistoryDays) => void;
}

export function PriceHistory({ rate, unit, days, onDays }: PriceHistoryProps) {
  const t = useT();
  const texts = useTexts('market');
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
  return (
    <Card className="flex flex-col gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChipGroup
          label={texts.historyRange}
          options={toOptions(texts.days)}
          value={days}
          onChange={(chosen) => onDays(chosen as HistoryDays)}
        />
        {chart.state !== 'failed' && (
          <Chip pressed={isTable} onPress={() => setTable(!isTable)}>
            {texts.asTable}
          </Chip>
        )}
      </div>
      {!points && error ? (
        <ErrorState
          heading="h3"
          title={texts.historyFailed}
          text={errorText(error, t)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : isEmpty ? (
        <p className="py-10 text-center text-soft">{texts.historyNone}</p>
      ) : !points || (chart.state === 'loading' && !isTable) ? (
        <div role="status">
          <span className="sr-only">{texts.historyLoading}</span>
          <Skeleton shape="block" className="h-89 w-full" />
        </div>
      ) : (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
          {chart.state === 'failed' && <p className="pb-3 text-soft">{texts.chartFailed}</p>}
          {chart.state === 'ready' && !isTable ? (
            <HistoryView
              // Another range begins at its last day.
              key={`${points[0]?.date} ${points.length}`}
              points={points}
              support={findSupportPrice(rate)}
              unit={unit}
              Chart={chart.Chart}
            />
          ) : (
            <HistoryTable points={points} unit={unit} />
          )}
        </div>
      )}
    </Card>
  );
}
