import type { DealData, OfferData } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import { longDates, rupees, amountText } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';

export function offerTitle({ event, title }: OfferData, language: Language): string {
  return textsIn(language, 'push-and-email')(`title.offer.${event}`, { title });
}

export function dealTitle({ event, by, name, title }: DealData, language: Language): string {
  const values = { by, name: name ?? textsIn(language, 'notifications')('someone'), title };
  return textsIn(language, 'push-and-email')(`title.deal.${event}`, values);
}

function termsOf({ quantity, unit, price, priceUnit }: OfferData, language: Language): string {
  return textsIn(language, 'notifications')('terms', {
    amount: amountText({ quantity, unit }, language),
    price: `${rupees.format(price)} ${textsIn(language, 'names')(`unit.${priceUnit}`)}`,
  });
}

export function offerSentence(offer: OfferData, language: Language): string {
  const t = textsIn(language, 'notifications');
  const { event, title } = offer;
  const values = { name: offer.name ?? t('someone'), title, terms: termsOf(offer, language) };
  return t(`offer.${event}`, values);
}

export function dealSentence(deal: DealData, language: Language): string {
  const t = textsIn(language, 'notifications');
  const { event, by, name, number, title, pickupDate } = deal;
  const date = pickupDate ? longDates[language].format(new Date(pickupDate)) : '';
  return t(`deal.${event}`, { by, name: name ?? t('someone'), number, title, date });
}

export function dealPath(dealId: string): string {
  return `/deals/${dealId}`;
}

export function offerPath({ event, dealId, userId }: OfferData): string {
  return event === 'accepted' && dealId ? dealPath(dealId) : `/chat/${userId}`;
}
