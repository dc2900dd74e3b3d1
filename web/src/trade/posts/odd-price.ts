import { useQueryClient } from '@tanstack/react-query';
import { isOddPrice, pricePerKg } from '@upaj/contract/trade/compare-price';
import type { Post } from '@upaj/contract/trade/posts';
import type { PriceUnit } from '@upaj/contract/trade/units';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { confirm } from '#ui/confirm.tsx';
import { nearPriceQuery, type NearPrice } from './api.ts';

type Priced = Pick<Post, 'price' | 'priceUnit'>;
type Compared = Priced & Pick<Post, 'marketPrice'>;

/** The check waits at most this long for the mandi's price, in ms. */
const patience = 3_000;

/** Asks the user before they send a price that is probably a typing mistake. */
export function useOddPrice() {
  const tNames = useT('names');
  const t = useT('post');
  const client = useQueryClient();
  const write = (price: number, unit: PriceUnit) => `${formatMoney(price)} ${tNames(`unit.${unit}`)}`;

  /** Describes the price in both units of weight. Returns undefined if it is not odd. */
  const textOf = (compared: Compared, asked?: Priced): string | undefined => {
    if (!isOddPrice(compared, asked)) return undefined;
    const { price, priceUnit, marketPrice } = compared;
    const perKg = pricePerKg(compared);
    const [other, factor] =
      priceUnit === 'per kg' ? (['per quintal', 100] as const) : (['per kg', 1] as const);
    const own = write(price, priceUnit);
    const isOffMandi = marketPrice && isOddPrice(compared);
    return [
      perKg === undefined
        ? t('odd.price', { price: own })
        : t('odd.units', { price: own, other: write(perKg * factor, other) }),
      isOffMandi
        ? t('odd.mandi', {
            price: write(marketPrice.modalPrice / 100, 'per kg'),
            other: write(marketPrice.modalPrice, 'per quintal'),
          })
        : asked && t('odd.asks', { price: write(asked.price, asked.priceUnit) }),
    ]
      .filter(Boolean)
      .join(' ');
  };

  /** Resolves to false if the user wants to change the price. */
  const check = async (compared: Compared, asked?: Priced): Promise<boolean> => {
    const text = textOf(compared, asked);
    if (text === undefined) return true;
    return confirm({ title: t('odd.title'), text, action: t('odd.continue'), goBack: t('odd.change') });
  };

  return {
    textOf,
    check,
    /** Compares with the price of the mandi near the goods, unless it takes too long to load. */
    checkNear: async (goods: NearPrice, priced: Priced): Promise<boolean> => {
      const marketPrice = await Promise.race([
        client.fetchQuery(nearPriceQuery(goods)).catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), patience)),
      ]);
      return check({ ...priced, marketPrice });
    },
  };
}
