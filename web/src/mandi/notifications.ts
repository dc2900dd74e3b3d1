import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import type { MandiNotifications } from '@upaj/contract/mandi/notifications';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { getLocale, getT } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { alertsKey } from '#mandi/live.ts';
import type { NotificationViews } from '#notify/notifications/views.ts';

export const mandiNotifications: NotificationViews<MandiNotifications> = {
  'price-alert': {
    icon: ({ type }) => (type === 'above' ? TrendingUp : TrendingDown),
    texts(alert, names) {
      const t = getT('notifications');
      const unit = getT('names')(`unit.per ${alert.unit}`);
      const headline = t('headline', {
        crop: alert.crop ? names.crop(alert.crop, alert.commodity) : alert.commodity,
        price: `${formatMoney(alert.price)} ${unit}`,
        market: nameOfMandi(alert.market, names.place),
      });
      const side = alert.price === alert.targetPrice ? 'exactly' : alert.type;
      const reason = t(`target.${side}`, { price: `${formatMoney(alert.targetPrice)} ${unit}` });
      const from = [
        `${names.place(alert.district)}, ${names.place(alert.state)}`,
        formatDay(alert.arrivalDate, getLocale()),
        alert.isSample ? t('sample') : 'AGMARKNET',
      ].join(' · ');
      return { headline, reason, from, arrived: t('arrived', { headline, reason }) };
    },
    staleKeys: () => [alertsKey],
  },
};
