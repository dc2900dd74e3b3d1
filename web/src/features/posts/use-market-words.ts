import type { MarketPrice } from '@upaj/contract/market-prices';
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
  ) => ({
    difference: side === 'same' ? mandi.same : mandi[side](percent),
    price: mandi.price(`${formatMoney(mandiPrice)} ${t.names.unit[unit]}`, placeName(market), distanceKm),
    /** The day, where it is from, and what is wrong with it. */
    source: [
      isOld ? mandi.old(formatDate(arrivalDate, locale)) : formatDay(arrivalDate, locale),
      isSample ? mandi.sample : 'AGMARKNET',
    ].join(' · '),
  });
}
