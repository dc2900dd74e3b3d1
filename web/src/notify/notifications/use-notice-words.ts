import type { FollowNotice, Notice, PriceNotice } from '@upaj/contract/notify/notifications';
import { useLocale, usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useCrops } from '#i18n/crop-names.ts';

interface NoticeWords {
  headline: string;
  reason?: string;
  /** Whose word it is, where it is not a member's. */
  from?: string;
  /** All in one, as it is told when it comes. */
  arrived: string;
}

/** A notice in words, the same in the list and when it arrives. */
export function useNoticeWords(): (notice: Notice) => NoticeWords {
  const texts = useTexts('notices');
  const priceWordsOf = usePriceWords();
  return (notice) => {
    switch (notice.kind) {
      case 'price-alert':
        return priceWordsOf(notice.data);
      case 'comment': {
        const { title, isAnswer, name, text } = notice.data;
        const headline = (isAnswer ? texts.answer : texts.comment)(title);
        const reason = name && text ? `${name}: ${text}` : undefined;
        return { headline, ...(reason && { reason }), arrived: reason ? `${headline}. ${reason}` : headline };
      }
      case 'like':
        return alone(texts.liked(notice.data.name, notice.data.count - 1, notice.data.title));
      case 'follow':
        return alone(texts.followed(notice.data.name, notice.data.count - 1));
      case 'review':
        return alone(texts.reviewed(notice.data.name, notice.data.rating));
    }
  };
}

function alone(headline: string): NoticeWords {
  return { headline, arrived: headline };
}

function usePriceWords(): (notice: PriceNotice) => NoticeWords {
  const t = useT();
  const texts = useTexts('notices');
  const locale = useLocale();
  const placeName = usePlaceName();
  // In English the mandi's own name serves: what arrives must not bring all crops to every screen.
  const known = useCrops(locale !== 'en');
  return (notice) => {
    const unit = t.names.unit[`per ${notice.unit}`];
    const price = `${formatMoney(notice.price)} ${unit}`;
    const side = notice.price === notice.targetPrice ? 'exactly' : notice.type;
    const crop = (notice.crop && known?.findCrop(notice.crop)?.[locale]) ?? notice.commodity;
    const headline = texts.headline(crop, price, placeName(notice.market));
    const reason = texts[side](`${formatMoney(notice.targetPrice)} ${unit}`);
    return {
      headline,
      reason,
      from: [
        `${placeName(notice.district)}, ${placeName(notice.state)}`,
        formatDay(notice.arrivalDate, locale),
        notice.isSample ? texts.sample : 'AGMARKNET',
      ].join(' · '),
      arrived: texts.arrived(headline, reason),
    };
  };
}

/** Where a press on a notice leads. */
export function targetOf(notice: Notice) {
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

function followersOf({ count, username, owner }: FollowNotice) {
  return count === 1 && username
    ? ({ to: '/user/$username', params: { username } } as const)
    : ({ to: '/user/$username/followers', params: { username: owner } } as const);
}
