import type { DealsNotifications } from '@upaj/contract/deals/notifications';
import Handshake from 'lucide-react/icons/handshake';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import { amountText } from '#i18n/amount.ts';
import { getLocale, getT } from '#i18n/locale.ts';
import { dealKeys } from '#deals/live.ts';
import { formatDate, formatMoney } from '#lib/format.ts';
import { alone, type NotificationViews } from '#notify/notifications/views.ts';

const badOffers: readonly string[] = ['declined', 'withdrawn', 'expiring', 'soldOut'];
const badDeals: readonly string[] = ['cancel', 'cancelled', 'lapsed', 'due'];

export const dealsNotifications: NotificationViews<DealsNotifications> = {
  review: {
    icon: () => Star,
    texts({ name, rating }) {
      const t = getT('notifications');
      const values = { name: name ?? t('someone') };
      return alone(rating ? t('rated', { ...values, rating }) : t('reviewed', values));
    },
  },

  // The chat gets the change as a message, so nothing is stale.
  offer: {
    icon: () => Tag,
    texts({ event, name, title, quantity, unit, price, priceUnit }) {
      const t = getT('notifications');
      const terms = t('terms', {
        amount: amountText({ quantity, unit }),
        price: `${formatMoney(price)} ${getT('names')(`unit.${priceUnit}`)}`,
      });
      return alone(t(`offer.${event}`, { name: name ?? t('someone'), title, terms }));
    },
    isBadNews: ({ event }) => badOffers.includes(event),
    // In the chat, a change by the other side is a message, which is shown and announced there.
    isShownAt: (path, { event }) => /^\/chat(\/|$)/.test(path) && event !== 'expiring' && event !== 'soldOut',
  },

  deal: {
    icon: () => Handshake,
    texts({ event, by, name, number, title, pickupDate }) {
      const t = getT('notifications');
      const date = pickupDate ? formatDate(pickupDate, getLocale()) : '';
      return alone(t(`deal.${event}`, { by, name: name ?? t('someone'), number, title, date }));
    },
    // The open page of the deal fetches it again, which marks the notification as read.
    staleKeys: () => [dealKeys.all],
    isBadNews: ({ event }) => badDeals.includes(event),
  },

  upi: {
    icon: () => ShieldAlert,
    texts: (data) => alone(getT('notifications')('upi', data)),
    staleKeys: () => [dealKeys.all],
    isBadNews: () => true,
    // The form on this screen says by itself that the change was saved.
    isShownAt: (path) => path === '/settings',
  },
};
