import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Crop } from '@upaj/contract/crops';
import { cropNamesIn, textsOf, useLocale, type Locale } from './locale.ts';
import { moduleQuery, useLoaded } from '#lib/use-loaded.ts';

const loadCrops = () => import('@upaj/contract/crops');
export const cropsQuery = moduleQuery('crops', loadCrops);

/** Loads the names of crops separately, because they are as large as half of a list screen. */
export function useCrops(isNeeded = true) {
  return useLoaded('crops', loadCrops, isNeeded);
}

/** Returns false also when the names cannot be loaded. */
export function useAreCropsPending(): boolean {
  return useQuery(cropsQuery).isPending;
}

async function loadFurther(locale: Locale) {
  const { furtherCrops } = await textsOf(locale);
  const { default: crops } = await furtherCrops();
  const keyed = crops.flatMap((crop) =>
    [crop.id, crop.en.toLowerCase(), crop.name.toLowerCase()].map((key) => [key, crop] as const),
  );
  return new Map(keyed);
}

export const furtherCropsQuery = (locale: Locale) =>
  moduleQuery(`further crops in ${locale}`, () => loadFurther(locale));

/**
 * Finds crops that are not usual. Most screens show none, so the function loads them when it is called for the first
 * time, and the component is rendered again when they are there.
 */
export function useFurtherCrops() {
  const client = useQueryClient();
  const query = furtherCropsQuery(useLocale());
  const { data } = useQuery({ ...query, enabled: false });
  return (name: string) => {
    if (!data) queueMicrotask(() => void client.prefetchQuery(query));
    return data?.get(name.toLowerCase());
  };
}

export function nameOfCrop(crop: Crop, locale: Locale): string {
  if (locale === 'en' || locale === 'hi') return crop[locale];
  return cropNamesIn(locale)[crop.id] ?? crop.en;
}

/** For a crop that is not in the catalogue, the function returns `otherwise`, or the name as it was typed. */
export function useCropName(): (cropType: string, otherwise?: string) => string {
  const locale = useLocale();
  const known = useCrops(locale !== 'en');
  const findFurther = useFurtherCrops();
  return (cropType, otherwise = cropType) => {
    const crop = known?.findCrop(cropType);
    if (crop) return nameOfCrop(crop, locale);
    // English names are stored as they are shown.
    const further = known && findFurther(cropType);
    return further?.name ?? otherwise;
  };
}
