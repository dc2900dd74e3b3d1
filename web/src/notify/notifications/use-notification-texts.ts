import { nameIn } from '@upaj/contract/texts';
import type {
  FollowData,
  NotificationContent,
  PriceAlertData,
  ReviewData,
} from '@upaj/contract/notify/notifications';
import { getT, useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useCrops } from '#i18n/crop-names.ts';

interface NotificationTexts {
  headline: string;
  reason?: string;
  from?: string;
  arrived: string;
}

export function useNotificationTexts(): (notice: NotificationContent) => NotificationTexts {
  const t = useT('notifications');
  const priceTextsOf = usePriceTexts();
  return (notice) => {
    switch (notice.kind) {
      case 'price-alert':
        return priceTextsOf(notice.data);
      case 'comment': {
        const { title, isAnswer, name, text } = notice.data;
        const headline = t(isAnswer ? 'answer' : 'comment', { title });
        const reason = name && text ? `${name}: ${text}` : undefined;
        return { headline, ...(reason && { reason }), arrived: reason ? `${headline}. ${reason}` : headline };
      }
      case 'like':
        return alone(t('liked', { people: peopleOf(notice.data), title: notice.data.title }));
      case 'follow':
        return alone(t('followed', { people: peopleOf(notice.data) }));
      case 'review':
        return alone(reviewText(notice.data));
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

function usePriceTexts(): (notice: PriceAlertData) => NotificationTexts {
  const tNames = useT('names');
  const t = useT('notifications');
  const locale = useLocale();
  const placeName = usePlaceName();
  // English needs no crop catalogue, which would otherwise load on every screen.
  const known = useCrops(locale !== 'en');
  return (notice) => {
    const unit = tNames(`unit.per ${notice.unit}`);
    const price = `${formatMoney(notice.price)} ${unit}`;
    const side = notice.price === notice.targetPrice ? 'exactly' : notice.type;
    const found = notice.crop ? known?.findCrop(notice.crop) : undefined;
    const crop = found ? nameIn(locale, found) : notice.commodity;
    const headline = t('headline', { crop, price, market: placeName(notice.market) });
    const reason = t(`target.${side}`, { price: `${formatMoney(notice.targetPrice)} ${unit}` });
    return {
      headline,
      reason,
      from: [
        `${placeName(notice.district)}, ${placeName(notice.state)}`,
        formatDay(notice.arrivalDate, locale),
        notice.isSample ? t('sample') : 'AGMARKNET',
      ].join(' · '),
      arrived: t('arrived', { headline, reason }),
    };
  };
}

export function targetOf(notice: NotificationContent) {
  switch (notice.kind) {
    case 'price-alert':
      return { to: '/Market/rates/$rateId', params: { rateId: notice.data.rateId } } as const;
    case 'comment':
      return { to: '/post/$postId', params: { postId: notice.data.postId }, hash: 'comments' } as const;
    case 'like':
      return { to: '/post/$postId', params: { postId: notice.data.postId } } as const;
    case 'follow':
      return followersOf(notice.data);
    case 'review':
      return { to: '/Profile', search: { tab: 'reviews' } } as const;
  }
}

function followersOf({ count, username, owner }: FollowData) {
  return count === 1 && username
    ? ({ to: '/user/$username', params: { username } } as const)
    : ({ to: '/user/$username/followers', params: { username: owner } } as const);
}
