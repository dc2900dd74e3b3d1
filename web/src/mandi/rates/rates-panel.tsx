import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Location } from '@upaj/contract/mandi/market-page';
import type { Rate, RatesOfPlace } from '@upaj/contract/mandi/rates';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { countOf, formatCount } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { ratesQuery, type RateFilters } from './api.ts';
import { MoreButton } from './more-button.tsx';
import type { Pins } from './pins.tsx';
import { RateRows } from './rates-table.tsx';

/** Shows few rows at first, because weather and alerts come below them on phones. */
const shownAtFirst = 12;

interface RatesPanelProps {
  overview: RatesOfPlace;
  overviewAt: number;
  place: Location;
  filters: RateFilters;
  onClear: () => void;
  unit: WeightUnit;
  caption: string;
  pins: Pins;
  /** Offers another place when this one has no matching rates. */
  elsewhere?: ReactNode;
}

export function RatesPanel({ overview, overviewAt, place, filters, ...shown }: RatesPanelProps) {
  const t = useT('market');
  const locale = useLocale();
  const lang = locale === 'en' ? undefined : locale;
  const list = useInfiniteQuery(ratesQuery(overview, overviewAt, place, { ...filters, lang }));
  const total = list.isPlaceholderData ? undefined : list.data?.pages[0]?.page.total;
  return (
    <>
      <p role="status" className="sr-only">
        {list.isPending && t('loadingRates')}
        {total !== undefined &&
          t('ratesFound', {
            trend: t(`trends.${filters.trend ?? 'all'}`),
            total: countOf(total),
            shown: formatCount(total),
          })}
      </p>
      <RatesCard
        list={list}
        overview={overview}
        isNarrowed={Boolean(filters.trend || filters.commodity)}
        {...shown}
      />
    </>
  );
}

interface RatesCardProps extends Pick<
  RatesPanelProps,
  'overview' | 'onClear' | 'unit' | 'caption' | 'pins' | 'elsewhere'
> {
  list: UseInfiniteQueryResult<InfiniteData<{ data: Rate[] }>>;
  isNarrowed: boolean;
}

function RatesCard({ list, overview, isNarrowed, onClear, unit, caption, pins, elsewhere }: RatesCardProps) {
  const t = useT('market');
  const [isWhole, setWhole] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const rates = list.data?.pages.flatMap((page) => page.data);
  const isCut = !isWhole && (rates?.length ?? 0) > shownAtFirst;
  // The focus moves to the first new row.
  useEffect(() => {
    if (isWhole) card.current?.querySelectorAll('a')[shownAtFirst]?.focus();
  }, [isWhole]);

  if (list.isPending) {
    return (
      <Card className="flex flex-col gap-4 p-4">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-10 w-full" />
        ))}
      </Card>
    );
  }
  if (!rates) {
    return (
      <Card>
        <ErrorState
          heading="h3"
          title={t('ratesFailed')}
          text={errorText(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      </Card>
    );
  }
  if (rates.length === 0) {
    return (
      <Card>
        <EmptyState
          heading="h3"
          icon={<Search size={28} />}
          title={isNarrowed ? t('noneFound') : t('noneYet')}
          action={
            isNarrowed && (
              <div className="flex flex-wrap justify-center gap-2">
                <Button variant="line" onClick={onClear}>
                  {t('showAll')}
                </Button>
                {elsewhere}
              </div>
            )
          }
        />
      </Card>
    );
  }
  const shown = {
    rates: isCut ? rates.slice(0, shownAtFirst) : rates,
    unit,
    latest: overview.lastUpdated,
    location: overview.location,
    pins,
    caption,
  };
  return (
    <>
      <Card
        ref={card}
        aria-busy={list.isPlaceholderData}
        className={cx('overflow-x-auto transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        <RateRows {...shown} />
      </Card>
      <MoreButton list={list} label={t('moreRates')} onReveal={isCut ? () => setWhole(true) : undefined} />
    </>
  );
}
