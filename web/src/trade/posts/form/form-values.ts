import type { Language } from '@upaj/contract/texts';
import { findCrop } from '@upaj/contract/crops';
import type { Post } from '@upaj/contract/trade/posts';
import { plainNumber } from '#lib/format.ts';
import { findTypedCrop } from '#mandi/crops/crop-search.ts';
import { nameOfCrop } from '#i18n/crop-names.ts';

/** Values are as typed; the schema converts them. `tags` is comma-separated, as in the request. */
export interface PostFormValues {
  title: string;
  description: string;
  price: string;
  category: string;
  cropType: string;
  quantity: string;
  state: string;
  district: string;
  city: string;
  village: string;
  pincode: string;
  shelLife: string;
  priceUnit: string;
  originalPrice: string;
  variety: string;
  harvestDate: string;
  minorderQunatity: string;
  packaging: string;
  tags: string;
  isOrganic: boolean;
  isFeatured: boolean;
}

export type FieldName = keyof PostFormValues;
export type Place = Pick<PostFormValues, 'state' | 'district' | 'city' | 'village' | 'pincode'>;

/** The keys are in the schema's order, because the first error in that order is reported. */
export const emptyValues: PostFormValues = {
  title: '',
  description: '',
  price: '',
  category: '',
  cropType: '',
  quantity: '',
  state: '',
  district: '',
  city: '',
  village: '',
  pincode: '',
  shelLife: '',
  priceUnit: 'per kg',
  originalPrice: '',
  variety: '',
  harvestDate: '',
  minorderQunatity: '',
  packaging: '',
  tags: '',
  isOrganic: false,
  isFeatured: false,
};

export const fieldOrder = Object.keys(emptyValues) as FieldName[];

export const requiredFields: ReadonlySet<FieldName> = new Set(
  fieldOrder.slice(0, fieldOrder.indexOf('shelLife') + 1),
);

export function placeOf({ state, district, city, village, pincode }: Place): Place {
  return { state, district, city, village, pincode };
}

export function valuesOf(post: Post, locale: Language): PostFormValues {
  const { specifications, location, originalPrice } = post;
  const crop = findCrop(post.cropType);
  return {
    title: post.title,
    description: post.description,
    price: String(post.price),
    category: post.category,
    cropType: crop ? nameOfCrop(crop, locale) : post.cropType,
    quantity: post.quantity,
    ...placeOf(location),
    shelLife: specifications.shelLife,
    priceUnit: post.priceUnit,
    originalPrice: originalPrice === null ? '' : String(originalPrice),
    variety: specifications.variety,
    harvestDate: specifications.harvestDate ?? '',
    minorderQunatity: specifications.minorderQunatity,
    packaging: specifications.packaging,
    tags: post.tags.join(','),
    isOrganic: post.isOrganic,
    isFeatured: post.isFeatured,
  };
}

/** Crops of the catalogue are sent by their English name. */
export function plainValues(values: PostFormValues): PostFormValues {
  return {
    ...values,
    price: plainNumber(values.price),
    originalPrice: plainNumber(values.originalPrice),
    pincode: plainNumber(values.pincode),
    cropType: findTypedCrop(values.cropType)?.en ?? values.cropType,
  };
}
