import { useQuery, useQueryClient } from '@tanstack/react-query';
import furtherCrops from 'virtual:further-crops';
import { moduleQuery } from '#lib/use-loaded.ts';
import { useLocale, type Locale } from './locale.ts';

async function loadFurther(locale: Locale) {
  const { default: crops } = await furtherCrops[locale]();
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
