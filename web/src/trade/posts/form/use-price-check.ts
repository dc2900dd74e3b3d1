import { useQueryClient } from '@tanstack/react-query';
import { useT, useTexts } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { confirm } from '#ui/confirm.tsx';
import { nearPriceQuery } from '../api.ts';
import { comparePrice } from '../compare-price.ts';
import { plainValues, type PostFormValues } from './form-values.ts';

/** A price so many times the mandi's, or that fraction of it, is more often a slip than meant. */
const oddFactor = 5;
/** In ms: nobody waits longer for a price that may only raise a question. */
const patience = 3_000;

/** Asks about a price that is far from the mandi's. False: the seller wants to change it. */
export function usePriceCheck() {
  const t = useT();
  const texts = useTexts('createPost');
  const client = useQueryClient();
  return async (values: PostFormValues): Promise<boolean> => {
    const { cropType, variety, state, district, price, priceUnit } = plainValues(values);
    const query = nearPriceQuery({ cropType: cropType.trim(), variety, state, district });
    const marketPrice = await Promise.race([
      client.fetchQuery(query).catch(() => null),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), patience)),
    ]);
    const unit = priceUnit === 'per quintal' ? priceUnit : 'per kg';
    const comparison =
      priceUnit === unit && comparePrice({ price: Number(price), priceUnit: unit, marketPrice });
    if (!comparison) return true;
    const ratio = Number(price) / comparison.mandiPrice;
    if (ratio <= oddFactor && ratio >= 1 / oddFactor) return true;
    const inUnit = (amount: number, of: typeof unit) => `${formatMoney(amount)} ${t.names.unit[of]}`;
    const perKg = unit === 'per kg' ? 1 : 100;
    return confirm({
      title: texts.oddPriceTitle,
      text: texts.oddPriceText(
        inUnit(Number(price), unit),
        unit === 'per kg' ? '' : inUnit(Number(price) / perKg, 'per kg'),
        inUnit(comparison.mandiPrice / perKg, 'per kg'),
      ),
      action: texts.oddPricePublish,
      goBack: texts.oddPriceChange,
    });
  };
}
