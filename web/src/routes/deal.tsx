import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Deal } from '@upaj/contract/deals/deals';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { dealQuery } from '#deals/deals/api.ts';
import { DealPage } from '#deals/deals/deal-page.tsx';
import { Slip } from '#deals/slip/slip.tsx';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useTitle } from '#lib/use-title.ts';
import { useUser } from '#people/users/session.ts';
import { isMissing } from '#trade/posts/api.ts';
import { BackButton } from '#ui/back-button.tsx';
import { lazyListen } from '#ui/listen/lazy-listen.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';

const page = getRouteApi('/members/deals/$dealId');
const Listen = lazyListen('deal', async () => (await import('#deals/deals/listen-to-deal.tsx')).ListenToDeal);
const slip = getRouteApi('/members/deals/$dealId/slip');

export function DealScreen() {
  const { dealId } = page.useParams();
  return (
    <WithDeal dealId={dealId}>
      {(deal, viewerId) => (
        <>
          <div className="mx-auto flex max-w-[44rem] items-center justify-between pb-2">
            <BackButton to="/deals" />
            <Listen deal={deal} viewerId={viewerId} />
          </div>
          <DealPage key={deal._id} deal={deal} viewerId={viewerId} />
        </>
      )}
    </WithDeal>
  );
}

export function DealSlipScreen() {
  const t = useT('deals');
  const { dealId } = slip.useParams();
  return (
    <WithDeal dealId={dealId}>
      {(deal) => (
        <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
          <Link
            to="/deals/$dealId"
            params={{ dealId }}
            className="flex min-h-11 items-center gap-2 self-start font-semibold text-leaf"
          >
            <ArrowLeft size={18} aria-hidden />
            {t('slip.back')}
          </Link>
          <h1 className="text-title font-bold tracking-tight">{t('slip.title')}</h1>
          <Slip deal={deal} />
        </div>
      )}
    </WithDeal>
  );
}

interface WithDealProps {
  dealId: string;
  children: (deal: Deal, viewerId: string) => ReactNode;
}

function WithDeal({ dealId, children }: WithDealProps) {
  const t = useT('deals');
  const user = useUser();
  const { data: deal, error, isFetching, refetch } = useQuery(dealQuery(dealId));
  useTitle(deal ? t('number', { number: deal.number }) : t('title'));
  if (isMissing(error)) {
    return (
      <EmptyState
        heading="h1"
        icon={<SearchX size={30} />}
        title={t('missing')}
        text={t('missingText')}
        action={
          <Link to="/deals" className={buttonClass()}>
            {t('toList')}
          </Link>
        }
      />
    );
  }
  if (deal && user) return children(deal, user._id);
  if (!error) return <Spinner label={t('loading')} />;
  return (
    <ErrorState
      heading="h1"
      title={t('oneFailed')}
      text={errorText(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
