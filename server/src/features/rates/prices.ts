/** What one mandi took for one commodity on one day: rupees per quintal. */
export interface Prices {
  minPrice: number;
  maxPrice: number;
  modalPrice: number;
}

/** Rupees per quintal beyond which a price is a slip of the pen: ten times what cardamom fetches. */
const highest = 2_500_000;
const noModal = `there is no modal price above 0 and up to ${highest.toLocaleString('en-IN')}`;
const contradiction = 'its prices contradict each other';
/** An end so many times the modal price has a digit too many, a ten-fold one give or take what they differ by. */
const widest = 7;
/** Where both ends lie so far to one side, it is the modal price that has a digit too many or too few. */
const widestTogether = 5;

/** A price as AGMARKNET has it: 1700, '1,700', '₹ 1700.50'. 0 stands for none: 'NA', '', '-', and for what is no price. */
export function readPrice(value: unknown): number {
  const number = typeof value === 'string' ? parsePrice(value) : value;
  if (typeof number !== 'number' || !(number > 0) || number > highest) return 0;
  return Math.round(number * 100) / 100;
}

function parsePrice(text: string): number {
  const digits = text.replace(/^\s*(?:₹|rs\.?)/i, '').replace(/[,\s]/g, '');
  return /^\d{1,12}(?:\.\d+)?$/.test(digits) ? Number(digits) : 0;
}

/** The three together, the outer two mended where they are missing or contradict; else the reason to refuse them. */
export function mendPrices(min: unknown, max: unknown, modal: unknown): Prices | string {
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
