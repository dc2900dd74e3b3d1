import { queryOptions, useQuery } from '@tanstack/react-query';
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
  /** The crop of the catalogue, if it is one. */
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

/** Returns false also when the names cannot be loaded. What waits for the names is rendered in pieces. */
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

interface Quality {
  variety: string;
  grade: string;
  /** Says what 'FAQ' means. */
  fullGrade: string;
}

/** Many mandis report the crop's name as the variety. */
export function useQuality(): (rate: { variety: string; grade: string }) => Quality {
  const locale = useLocale();
  const known = useCrops(locale !== 'en');
  const words: Readonly<Record<string, string>> = textGroup('market', 'qualities');
  const grades: Readonly<Record<string, string>> = textGroup('market', 'grades');
  const wordOf = (name: string) => words[name.toLowerCase()] ?? name;
  return (rate) => {
    const crop = known?.findCrop(rate.variety);
    const variety = crop ? nameOfCrop(crop, locale) : wordOf(rate.variety);
    const grade = wordOf(rate.grade);
    return { variety, grade, fullGrade: grades[rate.grade.toLowerCase()] ?? grade };
  };
}

export function useQualityText(): (rate: { variety: string; grade: string }) => string {
  const qualityOf = useQuality();
  return (rate) => {
    const { variety, grade } = qualityOf(rate);
    return [variety, grade].filter(Boolean).join(' · ');
  };
}

/** 'Jaipur (F&V)', 'Khanna APMC': the place and what it trades. In AGMARKNET's English unless both are known. */
export function useMandiName(): (market: string) => string {
  const placeName = usePlaceName();
  return (market) => {
    const exact = placeName(market);
    if (exact !== market) return exact;
    const [, base = '', kind = ''] = /^(.*?)\s*(\([^()]*\))?(?:\s+APMC)?$/i.exec(market) ?? [];
    const [name, trades] = [placeName(base), placeName(kind)];
    const isKnown = name !== base && (kind === '' || trades !== kind);
    return isKnown ? `${name} ${trades}`.trim() : market;
  };
}
