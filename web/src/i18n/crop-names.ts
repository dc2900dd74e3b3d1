import { useQuery } from '@tanstack/react-query';
import type { Crop } from '@upaj/contract/crops';
import { cropNamesIn, langOf, useLocale, type Locale } from './locale.ts';
import { useFurtherCrops } from './further-crops.ts';
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

export function nameOfCrop(crop: Crop, locale: Locale): string {
  if (locale === 'en' || locale === 'hi') return crop[locale];
  return cropNamesIn(locale)[crop.id] ?? crop.en;
}

interface NamedCrop {
  cropType: string;
  cropKey?: string | undefined;
}

/**
 * Names a crop by its id, where the language has its names at hand, and else by its name. In English only names in
 * another script are looked up.
 */
export function useNameOfCrop({ cropType, cropKey = '' }: NamedCrop): string {
  const locale = useLocale();
  const name = cropNamesIn(locale)[cropKey];
  const known = useCrops(!name && (locale !== 'en' || langOf(cropType) !== 'en'));
  const findFurther = useFurtherCrops();
  if (name || !known) return name ?? cropType;
  const crop = known.crops.find(({ id }) => id === cropKey) ?? known.findCrop(cropType);
  if (crop) return nameOfCrop(crop, locale);
  return (cropKey && findFurther(cropKey)?.name) || cropType;
}

/** For a crop that is not in the catalogue, the function returns `otherwise`, or the name as it was typed. */
export function useCropName(): (cropType: string, otherwise?: string) => string {
  const locale = useLocale();
  const known = useCrops(locale !== 'en');
  const findFurther = useFurtherCrops();
  return (cropType, otherwise = cropType) => {
    if (!known) return otherwise;
    const crop = known.findCrop(cropType);
    return crop ? nameOfCrop(crop, locale) : (findFurther(cropType)?.name ?? otherwise);
  };
}
