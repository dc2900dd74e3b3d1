import type { PriceAlert, WeightUnit } from '@upaj/contract/mandi/alerts';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useCommodityName } from '#mandi/commodities.ts';

/** An alert in words. */
export function useAlertWords() {
  const t = useT();
  const texts = useTexts('alerts');
  const placeName = usePlaceName();
  const commodityName = useCommodityName();
  const money = (price: number, unit: WeightUnit) => `${formatMoney(price)} ${t.names.unit[`per ${unit}`]}`;

  return (alert: PriceAlert) => {
    const { type, unit, state, market, currentPrice, currentMarket } = alert;
    const crop = commodityName(alert).name;
    const rule = texts[type](money(alert.targetPrice, unit));
    const place = market
      ? `${placeName(market)}, ${placeName(state)}`
      : state
        ? texts.inState(placeName(state))
        : texts.anywhere;
    const current = currentPrice !== null &&
      currentMarket !== null && {
        price: money(currentPrice, unit),
        market: placeName(currentMarket),
      };
    const already = { above: texts.savedAbove, below: texts.savedBelow }[type];
    return {
      crop,
      rule,
      place,
      /** All of it in one line, for who hears of one alert among many. */
      whole: `${crop}, ${rule}, ${place}`,
      current: current ? texts.now(current.price, current.market) : texts.noPrice,
      /** Said once it is set. */
      saved: alert.isMet && current ? already(current.price, current.market) : texts.saved,
    };
  };
}
