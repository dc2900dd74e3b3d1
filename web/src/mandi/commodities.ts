import { nameIn } from '@upaj/contract/texts';
import { queryOptions } from '@tanstack/react-query';
import { useLocale, textGroup } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { useCrops } from '#i18n/crop-names.ts';

/** What mandis have reported lately; another ingestion may bring something new. */
export const commoditiesQuery = queryOptions({
  queryKey: ['market', 'commodities'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/market/commodities', { signal })).data,
  staleTime: 10 * 60_000,
});

interface Goods {
  /** AGMARKNET's name. */
  commodity: string;
  /** The catalogue's crop, where it is one. */
  crop: string | null;
}

interface CommodityName {
  /** In the reader's language, where Upaj knows the crop. */
  name: string;
  /** AGMARKNET's, where it is another one. */
  official: string | undefined;
}

/** Names what a mandi trades in the reader's language; what is no crop of Upaj keeps AGMARKNET's name. */
export function useCommodityName(): (goods: Goods) => CommodityName {
  const locale = useLocale();
  const known = useCrops();
  return ({ commodity, crop }) => {
    const found = crop ? known?.findCrop(crop) : undefined;
    const name = found ? nameIn(locale, found) : commodity;
    return { name, official: name.toLowerCase() === commodity.toLowerCase() ? undefined : commodity };
  };
}

/** 'Rabi 2026-27' in the reader's language. */
export function useSeasonName(): (season: string) => string {
  const names: Readonly<Record<string, string>> = textGroup('market', 'seasons');
  return (season) => season.replace(/^\w+/, (name) => names[name] ?? name);
}
