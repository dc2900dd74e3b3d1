import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { PriceComparison } from '@upaj/contract/trade/compare-price';
import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDate, formatDay, formatMoney } from '#lib/format.ts';

export function useComparisonTexts() {
  const tNames = useT('names');
  const t = useT('post');
  const locale = useLocale();
  const placeName = usePlaceName();
  return (
    { mandiPrice, unit, side, percent, isOld }: PriceComparison,
    { market, distanceKm, arrivalDate, isSample }: MarketPrice,
  ) => {
    const money = `${formatMoney(mandiPrice)} ${tNames(`unit.${unit}`)}`;
    const price = t('mandi.price', { price: money, market: nameOfMandi(market, placeName), km: distanceKm });
    const day = isOld
      ? t('mandi.old', { date: formatDate(arrivalDate, locale) })
      : formatDay(arrivalDate, locale);
    return {
      difference: side === 'same' ? t('mandi.same') : t(`mandi.${side}`, { percent }),
      price,
      line: t('mandi.line', { price }),
      source: `${day} · ${isSample ? t('mandi.sample') : 'AGMARKNET'}`,
    };
  };
}
