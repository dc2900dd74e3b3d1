import { getRouteApi, Link } from '@tanstack/react-router';
import { schemes } from '@upaj/contract/mandi/scheme-list';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Landmark from 'lucide-react/icons/landmark';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { MarketBack } from '#mandi/market-page/layout.tsx';
import { SchemeDetails } from '#mandi/schemes/scheme-details.tsx';
import { SchemesCard } from '#mandi/schemes/schemes-card.tsx';
import { SupportTable } from '#mandi/schemes/support-table.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';

const listRoute = getRouteApi('/members/Market/schemes');
const route = getRouteApi('/members/Market/schemes/$schemeId');

export function MarketSchemesScreen() {
  const t = useT('schemes');
  const { location } = listRoute.useSearch();
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-3">
      <MarketBack location={location} />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <SchemesCard schemes={schemes} heading="h2" location={location} />
      <div className="pt-5">
        <SupportTable />
      </div>
    </div>
  );
}

export function MarketSchemeScreen() {
  const t = useT('schemes');
  const { schemeId } = route.useParams();
  const { location } = route.useSearch();
  const scheme = schemes.find(({ id }) => id === schemeId);
  useTitle(scheme ? t(`scheme.${scheme.id}.name`) : t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-3">
      <Link to="/Market/schemes" search={{ location }} className={buttonClass('quiet', '-ml-5 self-start')}>
        <ArrowLeft size={20} aria-hidden />
        {t('back')}
      </Link>
      {scheme ? (
        <SchemeDetails scheme={scheme} />
      ) : (
        <EmptyState heading="h1" icon={<Landmark size={28} />} title={t('notFound')} />
      )}
    </div>
  );
}
