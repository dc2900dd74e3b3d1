import { nameOfCrop } from '@upaj/contract/crop-names';
import { findCrop } from '@upaj/contract/crops';
import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import type { Language } from '@upaj/contract/texts';
import { inEachLanguage, placeNamesIn } from './texts.ts';

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
