import type { Offer } from '@upaj/contract/mandi/rates';
import { useTexts } from '#i18n/locale.ts';
import { formatCount, formatMoney } from '#lib/format.ts';

/** How far a mandi is, and what comes off its price on the way: the sum as one would write it down. */
export function useOfferText() {
  const texts = useTexts('market');
  return {
    distance: ({ distanceKm }: Offer, place: string) =>
      distanceKm === null
        ? texts.kmUnknown
        : distanceKm === 0
          ? texts.inDistrict(place)
          : texts.kmFrom(kilometres(distanceKm), place),
    sum: ({ rate, distanceKm, net }: Offer, cost: number) => {
      const price = formatMoney(rate.modalPrice);
      if (distanceKm === null || net === null) return texts.sellUnknownWay(price);
      if (distanceKm === 0) return texts.sellNoWay(price);
      return texts.sellSum(price, kilometres(distanceKm), paise(cost), formatMoney(net));
    },
  };
}

function kilometres(distance: number): string {
  return formatCount(Math.round(distance * 10) / 10);
}

/** `₹0.50`: small sums are easier to tell apart with their paise. */
function paise(amount: number): string {
  return `₹${amount.toFixed(2)}`;
}
