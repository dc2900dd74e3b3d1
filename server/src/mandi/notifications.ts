import type { MandiNotifications, PriceAlertData } from '@upaj/contract/mandi/notifications';
import type { Language } from '@upaj/contract/texts';
import type { NotificationKinds } from '#src/notify/notifications.ts';
import { longDates, rupees, cropNameIn, mandiNameIn } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';

export const mandiNotifications: NotificationKinds<MandiNotifications> = {
  'price-alert': {
    title(alert, language) {
      const values = { crop: nameOf(alert, language), price: priceOf(alert, language) };
      return markSample(alert, textsIn(language, 'push-and-email')('title.price-alert', values), language);
    },
    sentence(alert, language) {
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
    },
    several: {
      title: (count, language) => textsIn(language, 'push-and-email')('several.price-alert', { count }),
      action: (language) => textsIn(language, 'push-and-email')('action.prices'),
      target: { to: '/Market' },
    },
  },
};

function nameOf({ crop, commodity }: PriceAlertData, language: Language): string {
  return crop ? cropNameIn(language)(crop) : commodity;
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
