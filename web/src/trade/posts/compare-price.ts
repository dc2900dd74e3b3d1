import { dayInIndia, readDay } from '@upaj/contract/days';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { Post } from '@upaj/contract/trade/posts';
import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDate, formatDay, formatMoney } from '#lib/format.ts';

/** A seller's price beside a mandi's, in the seller's unit. */
interface PriceComparison {
  /** What the mandi pays, in rupees per `unit`. */
  mandiPrice: number;
  unit: 'per kg' | 'per quintal';
  side: 'above' | 'below' | 'same';
  /** How far apart, in whole percent of the mandi's price. */
  percent: number;
  /** Nothing arrived there for more than a week: prices may have moved since. */
  isOld: boolean;
}

type Offered = Pick<Post, 'price' | 'priceUnit' | 'marketPrice'>;

/** Prices of one lot and the next differ by as much. */
const sameWithin = 2;
const freshDays = 7;

/** Undefined where there is nothing to compare: no mandi near enough, or a price that is not for a weight. */
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

/** A mandi's price in words, the same on a card, on a post's page and beside the price one types. */
export function useMarketWords() {
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
      /** How old it is, and who says so. */
      source: `${day} · ${isSample ? t('mandi.sample') : 'AGMARKNET'}`,
    };
  };
}
