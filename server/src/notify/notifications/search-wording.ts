import { nameOfCrop } from '@upaj/contract/crop-names';
import { findCrop } from '@upaj/contract/crops';
import type { SavedSearchData } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import { describeQuery } from '@upaj/contract/trade/saved-query';
import { textsIn } from '#src/platform/texts.ts';
import { placeNameIn } from '#src/platform/formats.ts';

export function describeSearch({ query, count }: SavedSearchData, language: Language) {
  const tNames = textsIn(language, 'names');
  const t = textsIn(language, 'notifications');
  const search = describeQuery(query, {
    crop(cropType) {
      const crop = findCrop(cropType);
      return crop ? nameOfCrop(crop, language) : cropType;
    },
    place: placeNameIn(language),
    category: (category) => tNames(`category.${category}`),
    price: (range) => t(`priceTexts.${range}`),
    organic: t('organic'),
    within: (values) => t('within', values),
  });
  return { count, search };
}
