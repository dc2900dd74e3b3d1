import { useInfiniteQuery } from '@tanstack/react-query';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Location } from '@upaj/contract/mandi/market-page';
import type { Rate } from '@upaj/contract/mandi/rates';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { textGroup, usePlaceName, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useFormat } from '#lib/format.ts';
import { useMandiName } from '#mandi/names.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { Card } from '#ui/card.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { ErrorState } from '#ui/states.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { offersQuery } from './api.ts';
import { Change } from './rate-facts.tsx';
import { MoreButton } from './more-button.tsx';
import { useOfferText } from './offer-text.ts';
import { useQuality } from './quality.ts';

interface OtherMandisProps {
  rate: Rate;
  unit: WeightUnit;
  from: Required<Location>;
  location: string | undefined;
}

const shownAtOnce = 8;

export function OtherMandis({ rate, unit, from, location }: OtherMandisProps) {
  const t = useT('market');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const quality = useQuality();
  const format = useFormat();
  const offerTexts = useOfferText();
  const [sort, setSort] = useState<'price' | 'distance'>('price');
  const list = useInfiniteQuery(
    offersQuery({ commodity: rate.crop ?? rate.commodity, ...from, sort, limit: shownAtOnce }),
  );
  const offers = list.data?.pages
    .flatMap((page) => page.data)
    .filter((offer) => !isSameMandi(offer.rate, rate));

  if (list.isPending) {
    return (
      <Card className="flex flex-col gap-3 p-4">
        <span role="status" className="sr-only">
          {t('offersLoading')}
        </span>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-10 w-full" />
        ))}
      </Card>
    );
  }
  if (!offers) {
    return (
      <Card>
        <ErrorState
          heading="h3"
          title={t('offersFailed')}
          text={errorText(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      </Card>
    );
  }
  if (offers.length === 0 && !list.hasNextPage)
    return <Card className="p-4 text-soft">{t('otherNone')}</Card>;
  const { price, distance } = textGroup('market', 'offerSorts');
  return (
    <div className="flex flex-col gap-3">
      <ChipGroup
        label={t('sort')}
        options={toOptions({ price, distance })}
        value={sort}
        onChange={(chosen) => setSort(chosen as typeof sort)}
      />
      {offers.length > 0 && (
        <Card>
          <ul className="divide-y divide-line">
            {offers.map((offer) => (
              <li
                key={offer.rate._id}
                className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3"
              >
                <div>
                  <Link
                    to="/Market/rates/$rateId"
                    params={{ rateId: offer.rate._id }}
                    search={{ location }}
                    className="rounded-small font-semibold after:absolute after:inset-0 hover:underline"
                  >
                    {mandiName(offer.rate.market)}
                  </Link>
                  <p className="text-note text-soft">
                    {placeName(offer.rate.district)}, {placeName(offer.rate.state)} ·{' '}
                    {offerTexts.distance(offer, placeName(from.district))}
                  </p>
                  <p className="text-note text-soft">
                    {quality(offer.rate).variety} · {format.date(offer.rate.arrivalDate)}
                  </p>
                </div>
                <div className="text-right">
                  <p className="text-lead font-bold">{formatPrice(offer.rate.modalPrice, unit)}</p>
                  <p className="text-note">
                    <Change rate={offer.rate} unit={unit} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MoreButton list={list} label={t('moreMandis')} />
    </div>
  );
}

/** Compares the names, because a mandi reports each variety and grade separately. */
function isSameMandi(one: Rate, other: Rate): boolean {
  return one.market === other.market && one.district === other.district && one.state === other.state;
}
