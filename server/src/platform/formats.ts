import { inEachLanguage, intlTag, textsIn, placeNamesIn } from './texts.ts';
import type { Amount } from '@upaj/contract/trade/amounts';
import type { Quantity } from '@upaj/contract/trade/quantity';
import { writeAmount } from '@upaj/contract/trade/write-amount';
import type { Language } from '@upaj/contract/texts';
import { nameOfCrop } from '@upaj/contract/crop-names';
import { findCrop } from '@upaj/contract/catalogue';
import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';

export const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

export const datesInIndia = inEachLanguage(
  (language) => new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'Asia/Kolkata' }),
);

/** Formats of days, which do not depend on a time zone. */
export const longDates = inEachLanguage(
  (language) => new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'UTC' }),
);

const counts = new Intl.NumberFormat('en-IN');

/** Writes an amount, such as '20.5 tonnes'. */
export function amountText(amount: Amount | Quantity, language: Language): string {
  const t = textsIn(language, 'names');
  return writeAmount(amount, {
    unitText: (unit, count, shown) => t(`amount.${unit}`, { count, amount: shown }),
    format: (number) => counts.format(number),
  });
}

const names = inEachLanguage<Readonly<Record<string, string>>>((language) =>
  language === 'en' ? {} : placeNamesIn(language),
);

export function placeNameIn(language: Language): (english: string) => string {
  return (english) => names[language][english] ?? english;
}

export function mandiNameIn(language: Language, market: string): string {
  return nameOfMandi(market, placeNameIn(language));
}

/** A crop outside the catalogue is named as it was typed. */
export function cropNameIn(language: Language): (cropType: string) => string {
  return (cropType) => {
    const crop = findCrop(cropType);
    return crop ? nameOfCrop(crop, language) : cropType;
  };
}
