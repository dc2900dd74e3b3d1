import { inMegabytes, limits } from './limits.ts';
import type { SectionValues, TextKey } from './texts.ts';

/**
 * A field error names a key of the section "fields". The server adds the English text, and the web shows the text in
 * the reader's language.
 */
export type FieldMessageKey = TextKey<'fields'>;

const amounts = new Intl.NumberFormat('en-IN');

/** Values of the placeholders in the fields' texts. */
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

/** Returns the key as it is, so that the compiler refuses an unknown one. */
export function say(key: FieldMessageKey): FieldMessageKey {
  return key;
}
