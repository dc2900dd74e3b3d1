import { nameIn } from '@upaj/contract/texts';
import { queryOptions } from '@tanstack/react-query';
import { useLocale, textGroup } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { useCrops } from '#i18n/crop-names.ts';

export const commoditiesQuery = queryOptions({
  queryKey: ['market', 'commodities'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/market/commodities', { signal })).data,
  staleTime: 10 * 60_000,
});

interface Goods {
  commodity: string;
  /** The crop of the catalogue, if it is one. */
  crop: string | null;
}

interface CommodityName {
  name: string;
  official: string | undefined;
}

/** Names without a crop stay in AGMARKNET's English. */
export function useCommodityName(): (goods: Goods) => CommodityName {
  const locale = useLocale();
  const known = useCrops();
  return ({ commodity, crop }) => {
    const found = crop ? known?.findCrop(crop) : undefined;
    const name = found ? nameIn(locale, found) : commodity;
    return { name, official: name.toLowerCase() === commodity.toLowerCase() ? undefined : commodity };
  };
}

export function useSeasonName(): (season: string) => string {
  const names: Readonly<Record<string, string>> = textGroup('market', 'seasons');
  return (season) => season.replace(/^\w+/, (name) => names[name] ?? name);
}
