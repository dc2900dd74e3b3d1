import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sideOf } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import Handshake from 'lucide-react/icons/handshake';
import { langOf, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useNow } from '#lib/use-time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { EmptyState } from '#ui/states.tsx';
import { offersQuery, type OfferFilters } from './api.ts';
import { StatusBadge } from './offer-card.tsx';
import { lastRound, offerAt, partnerOf, useOfferTexts } from './offer-view.ts';

interface OfferListProps {
  viewerId: string;
  filters: OfferFilters;
  onShowAll: () => void;
}

/** The screen loads the sections 'offers' and 'wanted' of the texts. */
export function OfferList({ viewerId, filters, onShowAll }: OfferListProps) {
  const t = useT('offers');
  const list = useInfiniteQuery(offersQuery(filters));
  const now = useNow();
  const emptyTexts = {
    sent: { title: t('noneSent'), text: t('noneSentText') },
    received: { title: t('noneReceived'), text: t('noneReceivedText') },
    all: { title: t('none'), text: t('noneText') },
  }[filters.box ?? 'all'];
  return (
    <PagedList
      list={list}
      renderItem={(offer) => <OfferRow offer={offerAt(offer, now)} viewerId={viewerId} />}
      empty={
        filters.status ? (
          <EmptyState
            icon={<Handshake size={30} />}
            title={t('noneFound')}
            action={<Button onClick={onShowAll}>{t('showAll')}</Button>}
          />
        ) : (
          <EmptyState icon={<Handshake size={30} />} {...emptyTexts} />
        )
      }
      texts={{ failed: t('listFailed'), loading: t('loading'), more: t('more') }}
      skeletons={[1, 2, 3].map((row) => (
        <Card key={row} className="flex gap-3 p-3">
          <Skeleton shape="block" className="size-14" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </Card>
      ))}
      className="flex flex-col gap-2.5"
    />
  );
}

const rowClass = 'flex gap-3 rounded-card p-3 text-ink hover:bg-leaf-wash';

/** Leads to the deal of the offer or, without a deal, to the conversation, which has the offer's card. */
export function OfferRow({ offer, viewerId }: { offer: Offer; viewerId: string }) {
  const t = useT('offers');
  const { nameOf, termsText } = useOfferTexts(viewerId);
  const { goods } = offer;
  const partner = partnerOf(offer, viewerId);
  const side = sideOf(offer, viewerId);
  const round = lastRound(offer);
  const content = (
    <>
      <span className="relative size-14 shrink-0 overflow-hidden rounded-small">
        <Photo src={goods.image ?? undefined} alt="" sizes="3.5rem" widest={320} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-0.5">
          <span lang={langOf(goods.title)} className="line-clamp-2 font-semibold wrap-anywhere">
            {goods.title}
          </span>
          <StatusBadge offer={offer} isTurn={offer.turn === side} />
        </span>
        <span className="flex flex-wrap gap-x-2 text-note">
          {termsText(round)} <b>{formatMoney(round.total)}</b>
        </span>
        <span className="truncate text-note text-soft">
          {offer.rounds[0]?.by === side
            ? t('to', { name: nameOf(partner) })
            : t('from', { name: nameOf(partner) })}
        </span>
      </span>
    </>
  );
  return (
    <Card>
      {offer.dealId ? (
        <Link to="/deals/$dealId" params={{ dealId: offer.dealId }} className={rowClass}>
          {content}
        </Link>
      ) : partner.username === null ? (
        <div className="flex gap-3 p-3">{content}</div>
      ) : (
        <Link to="/chat/$userId" params={{ userId: partner.username }} className={rowClass}>
          {content}
        </Link>
      )}
    </Card>
  );
}
