import { nameOfCrop } from '@upaj/contract/crop-names';
import { findCrop } from '@upaj/contract/crops';
import type { PriceAlertData } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import { longDates, rupees, mandiNameIn } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';

/** Unknown crops are named as they were typed. */
export function cropNameIn(name: string, language: Language): string {
  const known = findCrop(name);
  return known ? nameOfCrop(known, language) : name;
}

function nameOf({ crop, commodity }: PriceAlertData, language: Language): string {
  return crop ? cropNameIn(crop, language) : commodity;
}

function priceOf({ price, unit }: PriceAlertData, language: Language): string {
  return `${rupees.format(price)} ${textsIn(language, 'names')(`unit.per ${unit}`)}`;
}

function sideOf({ price, targetPrice }: PriceAlertData): 'above' | 'below' | 'equal' {
  if (price === targetPrice) return 'equal';
  return price > targetPrice ? 'above' : 'below';
}

function markSample({ isSample }: PriceAlertData, text: string, language: Language): string {
  return isSample ? textsIn(language, 'push-and-email')('price.sample', { text }) : text;
}

export function priceTitle(alert: PriceAlertData, language: Language): string {
  const values = { crop: nameOf(alert, language), price: priceOf(alert, language) };
  return markSample(alert, textsIn(language, 'push-and-email')('title.price-alert', values), language);
}

export function priceSentence(alert: PriceAlertData, language: Language): string {
  const t = textsIn(language, 'push-and-email');
  const name = mandiNameIn(language, alert.market);
  const text = t(`price.${sideOf(alert)}`, {
    crop: nameOf(alert, language),
    price: priceOf(alert, language),
    market: /mandi/i.test(alert.market) ? name : t('price.market', { name }),
    date: longDates[language].format(new Date(alert.arrivalDate)),
    target: rupees.format(alert.targetPrice),
  });
  return markSample(alert, text, language);
}
