import { getRouteApi } from '@tanstack/react-router';
import { usualTransport } from '@upaj/contract/limits';
import Scale from 'lucide-react/icons/scale';
import { textGroup, useT } from '#i18n/locale.ts';
import { useSettled } from '#lib/use-time.ts';
import { useTitle } from '#lib/use-title.ts';
import { useCommodityName } from '#mandi/names.ts';
import { MarketBack } from '#mandi/market-page/layout.tsx';
import { locationOf, splitLocation } from '#mandi/market-page/location.ts';
import { knownLocation } from '#mandi/market-page/known-location.ts';
import { PlacePicker } from '#mandi/market-page/place-picker.tsx';
import { oneOf } from '#mandi/market-page/search.ts';
import { CommodityField } from './shared/commodity-field.tsx';
import { CostField, readCost } from '#mandi/rates/cost-field.tsx';
import { OfferList } from '#mandi/rates/offer-list.tsx';
import { useUser } from '#people/users/session.ts';
import { Card } from '#ui/card.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';

const route = getRouteApi('/members/Market/where-to-sell');

export function WhereToSellScreen() {
  const t = useT('market');
  const own = locationOf(useUser());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useCommodityName();
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  const { commodity = '' } = search;
  const location = knownLocation(search.location) ?? own ?? '';
  const { state, district } = splitLocation(location);
  const cost = readCost(search.cost) ?? usualTransport;
  const transportCost = useSettled(cost);
  const sort = oneOf(textGroup('market', 'offerSorts'), search.sort) ?? 'net';
  useTitle(t('sell'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <MarketBack location={search.location} />
      <div>
        <h1 className="text-title font-bold tracking-tight md:text-hero">{t('sell')}</h1>
        <p className="text-soft">{t('sellText')}</p>
      </div>
      <Card className="flex flex-col gap-4 p-4">
        <CommodityField commodity={commodity} onChange={(chosen) => change({ commodity: chosen })} />
        <PlacePicker
          needsDistrict
          location={location}
          own={own}
          onChange={(place) => change({ location: place })}
        />
        <CostField cost={cost} onChange={(amount) => change({ cost: String(amount) })} />
      </Card>
      {commodity && district ? (
        <>
          <ChipGroup
            layout="row"
            label={t('sort')}
            options={toOptions(textGroup('market', 'offerSorts'))}
            value={sort}
            onChange={(chosen) => change({ sort: chosen })}
          />
          <OfferList
            wanted={{ commodity, state, district, sort, transportCost }}
            name={nameOf({ commodity, crop: commodity }).name}
            location={location}
          />
          <p className="text-note text-soft">{t('sellNote')}</p>
        </>
      ) : (
        <EmptyState
          icon={<Scale size={28} />}
          title={commodity ? t('sellChooseDistrict') : t('sellChoose')}
        />
      )}
    </div>
  );
}
