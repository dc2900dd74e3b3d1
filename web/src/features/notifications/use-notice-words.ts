import type { Notice, PriceNotice } from '@upaj/contract/notifications';
import { useLocale, usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useCrops } from '#lib/use-crop-name.ts';

interface NoticeWords {
  headline: string;
  reason: string;
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
    if (notice.kind === 'price-alert') return priceWordsOf(notice.data);
    const { title, isAnswer } = notice.data;
    const { headline, reason, arrived } = isAnswer ? texts.answer : texts.comment;
    return { headline: headline(title), reason, arrived: arrived(title) };
  };
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
