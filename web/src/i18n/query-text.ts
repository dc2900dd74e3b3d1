import { describeQuery, type SavedQuery } from '@upaj/contract/trade/saved-query';
import { useCropName } from './crop-names.ts';
import { usePlaceName, useT } from './locale.ts';

/** 'Onion · Nashik · up to ₹50' */
export function useQueryText(): (query: SavedQuery) => string {
  const tNames = useT('names');
  const t = useT('notifications');
  const [crop, place] = [useCropName(), usePlaceName()];
  return (query) =>
    describeQuery(query, {
      crop,
      place,
      category: (category) => tNames(`category.${category}`),
      price: (range) => t(`priceTexts.${range}`),
      organic: t('organic'),
      within: (values) => t('within', values),
    });
}
