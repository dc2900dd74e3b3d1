import { describeQuery, type SavedQuery } from '@upaj/contract/trade/saved-query';
import { useCropName } from './crop-names.ts';
import { getT, usePlaceName, useT } from './locale.ts';

interface Names {
  crop: (cropType: string) => string;
  place: (english: string) => string;
}

/** Describes a saved search, such as 'Onion · Nashik · up to ₹50'. */
export function queryText(query: SavedQuery, { crop, place }: Names): string {
  const t = getT('notifications');
  return describeQuery(query, {
    crop: (cropType) => crop(cropType),
    place,
    category: (category) => getT('names')(`category.${category}`),
    price: (range) => t(`priceTexts.${range}`),
    organic: t('organic'),
    within: (values) => t('within', values),
  });
}

export function useQueryText(): (query: SavedQuery) => string {
  useT('notifications');
  const names = { crop: useCropName(), place: usePlaceName() };
  return (query) => queryText(query, names);
}
