import { dayInIndia, readDay } from '@upaj/contract/days';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { Post } from '@upaj/contract/trade/posts';
import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDate, formatDay, formatMoney } from '#lib/format.ts';

interface PriceComparison {
  mandiPrice: number;
  unit: 'per kg' | 'per quintal';
  side: 'above' | 'below' | 'same';
  percent: number;
  /** The mandi's price is older than a week. */
  isOld: boolean;
}

type Offered = Pick<Post, 'price' | 'priceUnit' | 'marketPrice'>;

/** Prices within a mandi differ by this much. */
const sameWithin = 2;
const freshDays = 7;

/** Undefined without a mandi nearby, or when the price is not per weight. */
export function comparePrice(
  { price, priceUnit, marketPrice }: Offered,
  now: number = Date.now(),
): PriceComparison | undefined {
  if (!marketPrice || !(marketPrice.modalPrice > 0)) return undefined;
  if (priceUnit !== 'per kg' && priceUnit !== 'per quintal') return undefined;
  const mandiPrice = priceUnit === 'per kg' ? marketPrice.modalPrice / 100 : marketPrice.modalPrice;
  const percent = Math.round((Math.abs(price - mandiPrice) / mandiPrice) * 100);
  const side = percent <= sameWithin ? 'same' : price > mandiPrice ? 'above' : 'below';
  const age = dayInIndia(now) - readDay(marketPrice.arrivalDate);
  return { mandiPrice, unit: priceUnit, side, percent, isOld: age > freshDays };
}

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
    const price = t('mandi.price', { price: money, market: placeName(market), km: distanceKm });
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
