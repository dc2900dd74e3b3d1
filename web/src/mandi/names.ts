import { queryOptions, useQuery } from '@tanstack/react-query';
import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import { useDeferredValue } from 'react';
import { textGroup, textsOf, useLocale, usePlaceName, type Locale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { nameOfCrop, useAreCropsPending, useCrops } from '#i18n/crop-names.ts';
import { moduleQuery, useLoaded } from '#lib/use-loaded.ts';

export const commoditiesQuery = queryOptions({
  queryKey: ['market', 'commodities'],
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

async function loadNames(locale: Locale): Promise<Readonly<Record<string, string>>> {
  const { commodities } = await textsOf(locale);
  return (await commodities?.())?.default ?? {};
}

const namesOf = (locale: Locale) => `commodities in ${locale}`;
const namesQuery = (locale: Locale) => moduleQuery(namesOf(locale), () => loadNames(locale));

/**
 * Returns false also when the names cannot be loaded. The value changes in a deferred render, so that what waits for
 * the names is rendered in pieces.
 */
export function useAreNamesPending(): boolean {
  const locale = useLocale();
  const areCropsPending = useAreCropsPending();
  const { isPending } = useQuery({ ...namesQuery(locale), enabled: locale !== 'en' });
  const arePending = areCropsPending || (locale !== 'en' && isPending);
  const werePending = useDeferredValue(arePending);
  return arePending || werePending;
}

/** A name that is in neither list stays in AGMARKNET's English. */
export function useCommodityName(): (goods: Goods) => CommodityName {
  const locale = useLocale();
  const known = useCrops();
  const others = useLoaded(namesOf(locale), () => loadNames(locale), locale !== 'en');
  return ({ commodity, crop }) => {
    const found = crop ? known?.findCrop(crop) : undefined;
    const name = found ? nameOfCrop(found, locale) : (others?.[commodity] ?? commodity);
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
