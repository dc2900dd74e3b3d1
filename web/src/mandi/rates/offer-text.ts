import type { Offer } from '@upaj/contract/mandi/rates';
import { useT } from '#i18n/locale.ts';
import { formatCount, formatMoney } from '#lib/format.ts';

export function useOfferText() {
  const t = useT('market');
  return {
    distance: ({ distanceKm }: Offer, place: string) =>
      distanceKm === null
        ? t('kmUnknown')
        : distanceKm === 0
          ? t('inDistrict', { place })
          : t('kmFrom', { km: kilometres(distanceKm), place }),
    sum: ({ rate, distanceKm, net }: Offer, cost: number) => {
      const price = formatMoney(rate.modalPrice);
      if (distanceKm === null || net === null) return t('sellUnknownWay', { price });
      if (distanceKm === 0) return t('sellNoWay', { price });
      return t('sellSum', { price, km: kilometres(distanceKm), cost: paise(cost), net: formatMoney(net) });
    },
  };
}

function kilometres(distance: number): string {
  return formatCount(Math.round(distance * 10) / 10);
}

/** Shows the paise too, for small amounts such as `₹0.50`. */
function paise(amount: number): string {
  return `₹${amount.toFixed(2)}`;
}
