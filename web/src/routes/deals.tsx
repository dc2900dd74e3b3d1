import { getRouteApi } from '@tanstack/react-router';
import { dealStatuses } from '@upaj/contract/deals/deal-machine';
import { offerStatuses } from '@upaj/contract/deals/offer-machine';
import { offerBoxes } from '@upaj/contract/deals/offers';
import { DealList } from '#deals/deals/deal-list.tsx';
import { OfferList } from '#deals/offers/offer-list.tsx';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { useUser } from '#people/users/session.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { Tabs } from '#ui/tabs.tsx';

const route = getRouteApi('/members/deals');

export function DealsScreen() {
  const t = useT('deals');
  const user = useUser();
  const { tab, status } = route.useSearch();
  const change = useChange();
  useTitle(t('sections'));
  if (!user) return null;
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-3">
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('sections')}</h1>
      <p className="text-soft">{t('intro')}</p>
      <Tabs
        label={t('sections')}
        value={tab ?? 'deals'}
        onChange={(id) => change(id === 'offers' ? { tab: id } : {})}
        tabs={[
          {
            id: 'deals',
            label: t('tabs.deals'),
            content: (
              <DealList
                viewerId={user._id}
                status={dealStatuses.find((one) => one === status)}
                onStatus={(chosen) => change(chosen ? { status: chosen } : {})}
              />
            ),
          },
          { id: 'offers', label: t('tabs.offers'), content: <Offers viewerId={user._id} /> },
        ]}
      />
    </div>
  );
}

function Offers({ viewerId }: { viewerId: string }) {
  const t = useT('deals');
  const tOffers = useT('offers');
  const search = route.useSearch();
  const change = useChange();
  const box = offerBoxes.find((one) => one === search.box);
  const status = offerStatuses.find((one) => one === search.status);
  const filter = (next: { box?: string | undefined; status?: string | undefined }) => {
    const chosen = { box, status, ...next };
    change({
      tab: 'offers',
      ...(chosen.box && { box: chosen.box }),
      ...(chosen.status && { status: chosen.status }),
    });
  };
  return (
    <div className="flex flex-col gap-3">
      <ChipGroup
        label={t('box')}
        layout="row"
        options={[
          { value: '', label: t('all') },
          ...offerBoxes.map((value) => ({ value, label: t(`boxes.${value}`) })),
        ]}
        value={box ?? ''}
        onChange={(value) => filter({ box: value })}
      />
      <ChipGroup
        label={t('filter')}
        layout="row"
        options={[
          { value: '', label: t('all') },
          ...offerStatuses.map((value) => ({ value, label: tOffers(`status.${value}`) })),
        ]}
        value={status ?? ''}
        onChange={(value) => filter({ status: value })}
      />
      <OfferList viewerId={viewerId} filters={{ box, status }} onShowAll={() => change({ tab: 'offers' })} />
    </div>
  );
}

function useChange() {
  const navigate = route.useNavigate();
  return (search: { tab?: string; box?: string; status?: string }) =>
    void navigate({ search, replace: true, resetScroll: false });
}
