import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Offer } from '@upaj/contract/mandi/rates';
import Store from 'lucide-react/icons/store';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { formatMoney, useFormat } from '#lib/format.ts';
import { useMandiName } from '#mandi/names.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { offersQuery, type OffersWanted } from './api.ts';
import { MoreButton } from './more-button.tsx';
import { useOfferText } from './offer-text.ts';
import { useQualityText } from './quality.ts';

interface OfferListProps {
  wanted: OffersWanted & { transportCost: number };
  name: string;
  location: string;
}

export function OfferList({ wanted, name, location }: OfferListProps) {
  const t = useT('market');
  const list = useInfiniteQuery(offersQuery(wanted));
  const offers = list.data?.pages.flatMap((page) => page.data);
  if (list.isPending) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">{t('offersLoading')}</span>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} shape="block" className="h-28 w-full" />
        ))}
      </div>
    );
  }
  if (!offers) {
    return (
      <ErrorState
        title={t('offersFailed')}
        text={errorText(list.error)}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (offers.length === 0)
    return <EmptyState icon={<Store size={28} />} title={t('sellNone', { commodity: name })} />;
  const isByNet = (wanted.sort ?? 'net') === 'net' && !list.isPlaceholderData;
  return (
    <>
      {offers[0]?.rate.isSample && <p className="text-note text-soft">{t('sampleCredit')}</p>}
      <ol
        aria-busy={list.isPlaceholderData}
        className={cx('flex flex-col gap-3', list.isPlaceholderData && 'opacity-60')}
      >
        {offers.map((offer, index) => (
          <li key={offer.rate._id}>
            <OfferCard
              offer={offer}
              cost={wanted.transportCost}
              from={wanted.district}
              location={location}
              rank={index + 1}
              isBest={isByNet && index === 0 && offer.net !== null}
            />
          </li>
        ))}
      </ol>
      <MoreButton list={list} label={t('moreMandis')} />
    </>
  );
}

interface OfferCardProps {
  offer: Offer;
  cost: number;
  from: string;
  location: string;
  rank: number;
  isBest: boolean;
}

function OfferCard({ offer, cost, from, location, rank, isBest }: OfferCardProps) {
  const tNames = useT('names');
  const t = useT('market');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const qualityText = useQualityText();
  const format = useFormat();
  const offerTexts = useOfferText();
  const { rate, net } = offer;
  const left = net ?? rate.modalPrice;
  return (
    <Card className={cx('grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 p-4', isBest && 'border-leaf')}>
      {isBest && (
        <p className="col-span-2">
          <Badge tone="leaf">{t('sellBest')}</Badge>
        </p>
      )}
      <div>
        <h2 className="text-lead font-semibold">
          <span className="font-normal text-soft">{rank}. </span>
          <Link
            to="/Market/rates/$rateId"
            params={{ rateId: rate._id }}
            search={{ location }}
            className="rounded-small hover:underline"
          >
            {mandiName(rate.market)}
          </Link>
        </h2>
        <p className="text-note text-soft">
          {placeName(rate.district)}, {placeName(rate.state)} · {offerTexts.distance(offer, placeName(from))}
        </p>
        <p className="text-note text-soft">
          {qualityText(rate)} · {format.date(rate.arrivalDate)}
        </p>
      </div>
      <div className="text-right">
        <p className="text-title font-bold tracking-tight">{formatMoney(left)}</p>
        <p className="text-note text-soft">{tNames('unit.per quintal')}</p>
        <p className="text-note text-soft">{net === null ? t('beforeTransport') : t('afterTransport')}</p>
      </div>
      <p className="col-span-2 rounded-small bg-leaf-wash px-3 py-2 text-note">
        {offerTexts.sum(offer, cost)}
        <span className="text-soft"> ({t('perKg', { price: formatPrice(left, 'kg') })})</span>
      </p>
    </Card>
  );
}
