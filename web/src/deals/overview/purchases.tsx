import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useNow } from '#lib/use-time.ts';
import { DealCard } from '#deals/deals/deal-card.tsx';
import { OfferRow } from '#deals/offers/offer-list.tsx';
import { offerAt } from '#deals/offers/offer-view.ts';
import { ArrowLink } from '#ui/arrow-link.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';
import { purchasesQuery } from './api.ts';
import { SpentTable } from './spent-table.tsx';

/** The screen loads the sections 'overview', 'deals', 'offers' and 'wanted' of the texts. */
export function Purchases({ viewerId }: { viewerId: string }) {
  const t = useT('overview');
  const tCommon = useT('common');
  const { data, error, isFetching, refetch } = useQuery(purchasesQuery);
  const now = useNow();
  if (!data && error) {
    return (
      <ErrorState
        title={t('purchasesFailed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">{tCommon('loading')}</span>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  const { offers, deals, spent } = data;
  return (
    <>
      <Section title={t('due')} empty={deals.length === 0 && t('noDue')}>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 md:gap-4">
          {deals.map((deal) => (
            <li key={deal._id}>
              <DealCard deal={deal} viewerId={viewerId} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('openOffers')} empty={offers.length === 0 && t('noOffers')}>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 md:grid-cols-2 md:gap-4">
          {offers.map((offer) => (
            <li key={offer._id}>
              <OfferRow offer={offerAt(offer, now)} viewerId={viewerId} />
            </li>
          ))}
        </ul>
      </Section>
      <ArrowLink to="/deals">{t('allDeals')}</ArrowLink>
      <Section title={t('spent')} empty={spent.length === 0 && t('noSpent')}>
        <p className="text-soft">{t('spentText')}</p>
        <SpentTable spent={spent} />
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  /** This text is shown instead of the children. */
  empty: string | false;
  children: ReactNode;
}

function Section({ title, empty, children }: SectionProps) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">{title}</h2>
      {empty === false ? children : <p className="text-soft">{empty}</p>}
    </section>
  );
}
