import type { PriceNotice } from '@upaj/contract/notifications';
import { useLocale, usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useCropName } from '#lib/use-crop-name.ts';

/** A notice in words, the same in the list and when it arrives. */
export function useNoticeWords() {
  const t = useT();
  const texts = useTexts('notices');
  const locale = useLocale();
  const placeName = usePlaceName();
  const cropName = useCropName();
  return (notice: PriceNotice) => {
    const unit = t.names.unit[`per ${notice.unit}`];
    const price = `${formatMoney(notice.price)} ${unit}`;
    const side = notice.price === notice.targetPrice ? 'exactly' : notice.type;
    const reason = texts[side](`${formatMoney(notice.targetPrice)} ${unit}`);
    return {
      headline: texts.headline(cropName(notice.crop ?? notice.commodity), price, placeName(notice.market)),
      reason,
      from: [
        `${placeName(notice.district)}, ${placeName(notice.state)}`,
        formatDay(notice.arrivalDate, locale),
        notice.isSample ? texts.sample : 'AGMARKNET',
      ].join(' · '),
    };
  };
}
