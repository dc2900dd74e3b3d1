import type { CleanRate } from '#src/mandi/rates/clean.ts';

const dayInMs = 24 * 60 * 60_000;

export function daysAgo(days: number): string {
  const date = new Date(Date.now() - days * dayInMs);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(date);
}

export function rateRow({
  modalPrice = 2_500,
  ...changes
}: Partial<CleanRate> & { modalPrice?: number } = {}): CleanRate {
  return {
    state: 'Punjab',
    district: 'Ludhiana',
    market: 'Khanna',
    commodity: 'Wheat',
    crop: 'wheat',
    variety: 'Other',
    grade: 'FAQ',
    arrivalDate: daysAgo(0),
    minPrice: modalPrice - 50,
    maxPrice: modalPrice + 50,
    modalPrice,
    ...changes,
  };
}
