import { inMegabytes, limits } from './limits.ts';
import type { SectionValues, TextKey } from './texts.ts';

/**
 * Keys of the section "fields". The server responds with the English text, the web shows the reader's
 * language.
 */
export type FieldMessageKey = TextKey<'fields'>;

const amounts = new Intl.NumberFormat('en-IN');

/** Numbers in the texts. */
export const fieldValues: SectionValues<'fields'> = {
  fullNameShort: { min: limits.fullName.min },
  usernameShort: { min: limits.username.min },
  passwordShort: { min: limits.password.min },
  priceTooHigh: { max: amounts.format(limits.price.max) },
  tagsTooMany: { max: limits.tags.max },
  imagesTooMany: { max: limits.image.perPost },
  imageTooLarge: { max: inMegabytes(limits.image.maxBytes) },
  imageTooManyPixels: { max: limits.image.maxPixels / 1_000_000 },
  certificationsTooMany: { max: limits.certifications.max },
  commentShort: { min: limits.review.min },
  targetPriceTooHigh: { max: amounts.format(limits.targetPrice.max) },
  endDateInvalid: { days: limits.wanted.days },
  quantityTooHigh: { max: amounts.format(limits.wanted.quantity) },
  validDaysInvalid: limits.offer.days,
  pickupDateInvalid: { days: limits.offer.pickupDays },
  bagsInvalid: { max: amounts.format(limits.offer.bags) },
  totalTooHigh: { max: amounts.format(limits.price.max) },
  transportInvalid: { max: limits.transport.max },
};

/** An unknown key does not compile. */
export function say(key: FieldMessageKey): FieldMessageKey {
  return key;
}
