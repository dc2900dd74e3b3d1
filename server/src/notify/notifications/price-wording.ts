import { findCrop } from '@upaj/contract/crops';
import type { PriceNotice } from '@upaj/contract/notify/notifications';
import { nameIn, type Language } from '@upaj/contract/texts';
import { inEachLanguage, textsIn } from '#src/platform/texts.ts';

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});
const dates = inEachLanguage(
  (language) => new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }),
);

function nameOf({ crop, commodity }: PriceNotice, language: Language): string {
  const known = crop ? findCrop(crop) : undefined;
  return known ? nameIn(language, known) : commodity;
}

function priceOf({ price, unit }: PriceNotice, language: Language): string {
  return `${rupees.format(price)} ${textsIn(language, 'names')(`unit.per ${unit}`)}`;
}

function sideOf({ price, targetPrice }: PriceNotice): 'above' | 'below' | 'equal' {
  if (price === targetPrice) return 'equal';
  return price > targetPrice ? 'above' : 'below';
}

function markSample({ isSample }: PriceNotice, text: string, language: Language): string {
  return isSample ? textsIn(language, 'push-and-email')('price.sample', { text }) : text;
}

export function priceTitle(notice: PriceNotice, language: Language): string {
  const values = { crop: nameOf(notice, language), price: priceOf(notice, language) };
  return markSample(notice, textsIn(language, 'push-and-email')('title.price-alert', values), language);
}

export function priceSentence(notice: PriceNotice, language: Language): string {
  const t = textsIn(language, 'push-and-email');
  const { market } = notice;
  const text = t(`price.${sideOf(notice)}`, {
    crop: nameOf(notice, language),
    price: priceOf(notice, language),
    market: /mandi/i.test(market) ? market : t('price.market', { name: market }),
    date: dates[language].format(new Date(notice.arrivalDate)),
    target: rupees.format(notice.targetPrice),
  });
  return markSample(notice, text, language);
}
