import type { PriceAlert, WeightUnit } from '@upaj/contract/mandi/alerts';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useCommodityName, useMandiName } from '#mandi/names.ts';

export type AlertTexts = ReturnType<ReturnType<typeof useAlertTexts>>;

export function useAlertTexts() {
  const tNames = useT('names');
  const t = useT('alerts');
  const placeName = usePlaceName();
  const commodityName = useCommodityName();
  const mandiName = useMandiName();
  const money = (price: number, unit: WeightUnit) => `${formatMoney(price)} ${tNames(`unit.per ${unit}`)}`;

  return (alert: PriceAlert) => {
    const { type, unit, state, market, currentPrice, currentMarket } = alert;
    const crop = commodityName(alert).name;
    const rule = t(`rule.${type}`, { price: money(alert.targetPrice, unit) });
    const place = market
      ? `${mandiName(market)}, ${placeName(state)}`
      : state
        ? t('inState', { state: placeName(state) })
        : t('anywhere');
    const current = currentPrice !== null &&
      currentMarket !== null && {
        price: money(currentPrice, unit),
        market: mandiName(currentMarket),
      };
    const already = { above: 'savedAbove', below: 'savedBelow' } as const;
    return {
      crop,
      rule,
      place,
      whole: `${crop}, ${rule}, ${place}`,
      current: current ? t('now', current) : t('noPrice'),
      saved: alert.isMet && current ? t(already[type], current) : t('saved'),
    };
  };
}
