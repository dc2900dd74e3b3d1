export interface Prices {
  minPrice: number;
  maxPrice: number;
  modalPrice: number;
}

/** Rupees per quintal; ten times the price of cardamom. */
const highest = 2_500_000;
const noModal = `the modal price is missing or not between 0 and ${highest.toLocaleString('en-IN')}`;
const contradiction = 'the prices contradict each other';
/** Further off the modal price, a digit is missing or too many. */
const widest = 7;
/** When both are off in the same direction, the modal price is wrong. */
const widestTogether = 5;

/** '1,700' or '₹ 1700.50'; 0 when there is no price: 'NA', '', '-'. */
export function readPrice(value: unknown): number {
  const number = typeof value === 'string' ? parsePrice(value) : value;
  if (typeof number !== 'number' || !(number > 0) || number > highest) return 0;
  return Math.round(number * 100) / 100;
}

function parsePrice(text: string): number {
  const digits = text.replace(/^\s*(?:₹|rs\.?)/i, '').replace(/[,\s]/g, '');
  return /^\d{1,12}(?:\.\d+)?$/.test(digits) ? Number(digits) : 0;
}

/** Repairs minimum and maximum, or returns the reason to refuse the row. */
export function correctPrices(min: unknown, max: unknown, modal: unknown): Prices | string {
  const modalPrice = readPrice(modal);
  if (modalPrice === 0) return noModal;
  const ends = [min, max].map(readPrice);
  const isBelow = (end: number, times: number) => end > 0 && end * times < modalPrice;
  const isAbove = (end: number, times: number) => end > modalPrice * times;
  const isAstray = (end: number) => isBelow(end, widest) || isAbove(end, widest);
  if (
    ends.every(isAstray) ||
    ends.every((end) => isBelow(end, widestTogether)) ||
    ends.every((end) => isAbove(end, widestTogether))
  )
    return contradiction;
  const [low = 0, high = 0] = ends.map((end) => (end === 0 || isAstray(end) ? modalPrice : end));
  return {
    minPrice: Math.min(low, high, modalPrice),
    maxPrice: Math.max(low, high, modalPrice),
    modalPrice,
  };
}
