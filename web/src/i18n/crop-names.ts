import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@upaj/contract/texts';
import { useLocale } from './locale.ts';
import { moduleQuery, useLoaded } from '#lib/use-loaded.ts';

const loadCrops = () => import('@upaj/contract/crops');

/** Half of a list screen's weight, so loaded separately. */
export function useCrops(isNeeded = true) {
  return useLoaded('crops', loadCrops, isNeeded);
}

/** Returns false also when the names cannot be loaded. */
export function useAreCropsPending(): boolean {
  return useQuery(moduleQuery('crops', loadCrops)).isPending;
}

/** What a seller typed beyond the list stays as typed. */
export function useCropName(): (cropType: string) => string {
  const locale = useLocale();
  const known = useCrops(locale !== 'en');
  return (cropType) => {
    const crop = known?.findCrop(cropType);
    return crop ? nameIn(locale, crop) : cropType;
  };
}
