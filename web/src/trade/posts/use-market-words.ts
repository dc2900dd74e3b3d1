import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDate, formatDay, formatMoney } from '#lib/format.ts';
import type { PriceComparison } from './compare-price.ts';

/** A mandi's price in words, the same on a card, on a post's page and beside the price one types. */
export function useMarketWords() {
  const t = useT();
  const { mandi } = t.post;
  const locale = useLocale();
  const placeName = usePlaceName();
  return (
    { mandiPrice, unit, side, percent, isOld }: PriceComparison,
    { market, distanceKm, arrivalDate, isSample }: MarketPrice,
  ) => {
    const money = `${formatMoney(mandiPrice)} ${t.names.unit[unit]}`;
    const price = mandi.price(money, placeName(market), distanceKm);
    const day = isOld ? mandi.old(formatDate(arrivalDate, locale)) : formatDay(arrivalDate, locale);
    return {
      difference: side === 'same' ? mandi.same : mandi[side](percent),
      price,
      line: mandi.line(price),
      /** How old it is, and who says so. */
      source: `${day} · ${isSample ? mandi.sample : 'AGMARKNET'}`,
    };
  };
}
