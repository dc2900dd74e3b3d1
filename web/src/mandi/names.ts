import { queryOptions, useQuery } from '@tanstack/react-query';
import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import { useDeferredValue } from 'react';
import { textGroup, useLocale, usePlaceName } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { nameOfCrop, useAreCropsPending, useCrops } from '#i18n/crop-names.ts';
import { furtherCropsQuery, useFurtherCrops } from '#i18n/further-crops.ts';

export const commoditiesQuery = queryOptions({
  queryKey: ['market', 'commodities'],
  meta: { stored: { kind: 'commodities', most: 1, days: 90 } },
  queryFn: async ({ signal }) => (await api('GET /api/v1/market/commodities', { signal })).data,
  staleTime: 10 * 60_000,
});

interface Goods {
  commodity: string;
  /** Null when the commodity is not in the crop catalogue. */
  crop: string | null;
}

export interface CommodityName {
  name: string;
  official: string | undefined;
}

/**
 * Returns false also when the names cannot be loaded. The value changes in a deferred render, so that what waits for
 * the names is rendered in pieces.
 */
export function useAreNamesPending(): boolean {
  const locale = useLocale();
  const areCropsPending = useAreCropsPending();
  const { isPending } = useQuery({ ...furtherCropsQuery(locale), enabled: locale !== 'en' });
  const arePending = areCropsPending || (locale !== 'en' && isPending);
  const werePending = useDeferredValue(arePending);
  return arePending || werePending;
}

/** The name of a commodity without a crop stays in AGMARKNET's English. */
export function useCommodityName(): (goods: Goods) => CommodityName {
  const locale = useLocale();
  const known = useCrops();
  const findFurther = useFurtherCrops();
  return ({ commodity, crop }) => {
    const usual = crop ? known?.findCrop(crop) : undefined;
    const further = crop && known && !usual ? findFurther(crop) : undefined;
    const name = usual ? nameOfCrop(usual, locale) : (further?.name ?? commodity);
    return { name, official: name.toLowerCase() === commodity.toLowerCase() ? undefined : commodity };
  };
}

export function useSeasonName(): (season: string) => string {
  const names: Readonly<Record<string, string>> = textGroup('market', 'seasons');
  return (season) => season.replace(/^\w+/, (name) => names[name] ?? name);
}

export function useMandiName(): (market: string) => string {
  const placeName = usePlaceName();
  return (market) => nameOfMandi(market, placeName);
}
