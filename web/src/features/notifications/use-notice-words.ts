import type { PriceNotice } from '@upaj/contract/notifications';
import { useLocale, usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useCrops } from '#lib/use-crop-name.ts';

/** A notice in words, the same in the list and when it arrives. */
export function useNoticeWords() {
  const t = useT();
  const texts = useTexts('notices');
  const locale = useLocale();
  const placeName = usePlaceName();
  // In English the mandi's own name serves: what arrives must not bring all crops to every screen.
  const known = useCrops(locale !== 'en');
  return (notice: PriceNotice) => {
    const unit = t.names.unit[`per ${notice.unit}`];
    const price = `${formatMoney(notice.price)} ${unit}`;
    const side = notice.price === notice.targetPrice ? 'exactly' : notice.type;
    const crop = (notice.crop && known?.findCrop(notice.crop)?.[locale]) ?? notice.commodity;
    const reason = texts[side](`${formatMoney(notice.targetPrice)} ${unit}`);
    return {
      headline: texts.headline(crop, price, placeName(notice.market)),
      reason,
      from: [
        `${placeName(notice.district)}, ${placeName(notice.state)}`,
        formatDay(notice.arrivalDate, locale),
        notice.isSample ? texts.sample : 'AGMARKNET',
      ].join(' · '),
    };
  };
}
