import type {
  FollowData,
  NotificationContent,
  OfferData,
  PriceAlertData,
  ReviewData,
  WantedData,
  WantedMatchData,
} from '@upaj/contract/notify/notifications';
import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import { savedQueryOf } from '@upaj/contract/trade/saved-query';
import { useAmount } from '#i18n/amount.ts';
import { getT, useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDate, formatDay, formatMoney } from '#lib/format.ts';
import { nameOfCrop, useCropName, useCrops } from '#i18n/crop-names.ts';
import { useQueryText } from '#i18n/query-text.ts';

interface NotificationTexts {
  headline: string;
  reason?: string;
  from?: string;
  arrived: string;
}

export function useNotificationTexts(): (notification: NotificationContent) => NotificationTexts {
  const t = useT('notifications');
  const locale = useLocale();
  const priceTextsOf = usePriceTexts();
  const describe = useQueryText();
  const cropName = useCropName();
  const termsOf = useOfferTerms();
  return (notification) => {
    switch (notification.kind) {
      case 'price-alert':
        return priceTextsOf(notification.data);
      case 'comment': {
        const { title, isAnswer, name, text } = notification.data;
        const headline = t(isAnswer ? 'answer' : 'comment', { title });
        const reason = name && text ? `${name}: ${text}` : undefined;
        return { headline, ...(reason && { reason }), arrived: reason ? `${headline}. ${reason}` : headline };
      }
      case 'like':
        return alone(t('liked', { people: peopleOf(notification.data), title: notification.data.title }));
      case 'follow':
        return alone(t('followed', { people: peopleOf(notification.data) }));
      case 'review':
        return alone(reviewText(notification.data));
      case 'saved-search': {
        const { count, query } = notification.data;
        return alone(t('found', { count, search: describe(query) }));
      }
      case 'wanted': {
        const { crops, count, name, cropType } = notification.data;
        const values = { count, name: name ?? t('someone'), crop: cropName(cropType) };
        return alone(t(crops > 1 ? 'wantedMore' : 'wanted', values));
      }
      case 'wanted-match': {
        const { count, title, cropType } = notification.data;
        return alone(t('wantedMatch', { count, title, crop: cropName(cropType) }));
      }
      case 'offer': {
        const { event, name, title } = notification.data;
        const values = { name: name ?? t('someone'), title, terms: termsOf(notification.data) };
        return alone(t(`offer.${event}`, values));
      }
      case 'deal': {
        const { event, by, name, number, title, pickupDate } = notification.data;
        const date = pickupDate ? formatDate(pickupDate, locale) : '';
        return alone(t(`deal.${event}`, { by, name: name ?? t('someone'), number, title, date }));
      }
      case 'upi':
        return alone(t('upi', notification.data));
      case 'second-factor':
        return alone(t('secondFactor', notification.data));
      case 'moderation-decision': {
        const { event, action, kind, title, until } = notification.data;
        const date = until ? formatDate(until, locale) : '';
        return alone(t(`decision.${event === 'made' ? action : event}`, { kind, title, date }));
      }
    }
  };
}

function peopleOf({ name, count }: { name: string | null; count: number }): string {
  const t = getT('notifications');
  return name === null ? t('unnamedPeople', { count }) : t('people', { name, count });
}

function reviewText({ name, rating }: ReviewData): string {
  const t = getT('notifications');
  const values = { name: name ?? t('someone') };
  return rating ? t('rated', { ...values, rating }) : t('reviewed', values);
}

function alone(headline: string): NotificationTexts {
  return { headline, arrived: headline };
}

function useOfferTerms(): (offer: OfferData) => string {
  const t = useT('notifications');
  const tNames = useT('names');
  const amountOf = useAmount();
  return ({ quantity, unit, price, priceUnit }) =>
    t('terms', {
      amount: amountOf({ quantity, unit }),
      price: `${formatMoney(price)} ${tNames(`unit.${priceUnit}`)}`,
    });
}

function usePriceTexts(): (notification: PriceAlertData) => NotificationTexts {
  const tNames = useT('names');
  const t = useT('notifications');
  const locale = useLocale();
  const placeName = usePlaceName();
  // English needs no crop catalogue.
  const known = useCrops(locale !== 'en');
  return (notification) => {
    const unit = tNames(`unit.per ${notification.unit}`);
    const price = `${formatMoney(notification.price)} ${unit}`;
    const side = notification.price === notification.targetPrice ? 'exactly' : notification.type;
    const found = notification.crop ? known?.findCrop(notification.crop) : undefined;
    const crop = found ? nameOfCrop(found, locale) : notification.commodity;
    const headline = t('headline', { crop, price, market: nameOfMandi(notification.market, placeName) });
    const reason = t(`target.${side}`, { price: `${formatMoney(notification.targetPrice)} ${unit}` });
    return {
      headline,
      reason,
      from: [
        `${placeName(notification.district)}, ${placeName(notification.state)}`,
        formatDay(notification.arrivalDate, locale),
        notification.isSample ? t('sample') : 'AGMARKNET',
      ].join(' · '),
      arrived: t('arrived', { headline, reason }),
    };
  };
}

export function targetOf(notification: NotificationContent) {
  switch (notification.kind) {
    case 'price-alert':
      return { to: '/Market/rates/$rateId', params: { rateId: notification.data.rateId } } as const;
    case 'comment':
      return { to: '/post/$postId', params: { postId: notification.data.postId }, hash: 'comments' } as const;
    case 'like':
      return { to: '/post/$postId', params: { postId: notification.data.postId } } as const;
    case 'follow':
      return followersOf(notification.data);
    case 'review':
      return { to: '/Profile', search: { tab: 'reviews' } } as const;
    case 'saved-search':
      return { to: '/Crops', search: savedQueryOf(notification.data.query) } as const;
    case 'wanted':
      return wantedTarget(notification.data);
    case 'wanted-match':
      return matchTarget(notification.data);
    case 'offer': {
      const { event, dealId, userId } = notification.data;
      return event === 'accepted' && dealId
        ? dealTarget(dealId)
        : ({ to: '/chat/$userId', params: { userId } } as const);
    }
    case 'deal':
      return dealTarget(notification.data.dealId);
    case 'upi':
      return { to: '/settings', hash: 'upi' } as const;
    case 'second-factor':
      return { to: '/settings', hash: 'second-factor' } as const;
    case 'moderation-decision':
      return { to: '/decisions/$decisionId', params: { decisionId: notification.data.decisionId } } as const;
  }
}

function dealTarget(dealId: string) {
  return { to: '/deals/$dealId', params: { dealId } } as const;
}

function wantedTarget({ count, crops, wantedId, cropType }: WantedData) {
  if (count === 1 && crops === 1) return { to: '/wanted/$wantedId', params: { wantedId } } as const;
  return { to: '/wanted', search: crops === 1 ? { cropType } : {} } as const;
}

function matchTarget({ count, postId, cropType }: WantedMatchData) {
  return count === 1
    ? ({ to: '/post/$postId', params: { postId } } as const)
    : ({ to: '/Crops', search: { cropType } } as const);
}

function followersOf({ count, username, owner }: FollowData) {
  return count === 1 && username
    ? ({ to: '/user/$username', params: { username } } as const)
    : ({ to: '/user/$username/followers', params: { username: owner } } as const);
}
