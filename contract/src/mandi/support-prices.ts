/** Minimum support prices are set by the government, in rupees per quintal. */
export interface SupportPrice {
  /** A crop's id, or the AGMARKNET name of a commodity outside the catalogue. */
  goods: string;
  /** The variety or grade that the price is for; absent when it is for all. */
  variety?: RegExp;
  price: number;
  season: string;
}

/** The date on which the prices were compared with the government's announcements. */
export const supportPricesCheckedOn = '2026-11-20';

export const supportPrices: readonly SupportPrice[] = [
  { goods: 'wheat', price: 2585, season: 'Rabi 2026-27' },
  { goods: 'chana', price: 5875, season: 'Rabi 2026-27' },
  { goods: 'mustard', price: 6200, season: 'Rabi 2026-27' },
  { goods: 'masoor', price: 7000, season: 'Rabi 2026-27' },
  { goods: 'barley', price: 2150, season: 'Rabi 2026-27' },
  { goods: 'Safflower', price: 6540, season: 'Rabi 2026-27' },
  {
    goods: 'paddy',
    variety: /\b(grade|gr)[ -.]?a\b|\ba[ -.]?grade\b/i,
    price: 2389,
    season: 'Kharif 2025-26',
  },
  { goods: 'paddy', price: 2369, season: 'Kharif 2025-26' },
];

export function findSupportPrice(rate: {
  crop: string | null;
  commodity: string;
  variety: string;
}): SupportPrice | undefined {
  const goods = rate.crop ?? rate.commodity;
  return supportPrices.find(
    (one) => one.goods === goods && (one.variety === undefined || one.variety.test(rate.variety)),
  );
}
